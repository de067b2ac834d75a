import { expect, test } from 'vitest'
import { languages } from '../../../locale/languages.ts'
import { overwriteGetLocale } from '../../../locale/paraglide/runtime.js'
import { amountOf } from '../../../money/money.ts'
import { dids } from '../../../staff/did-rules.ts'
import { auditFacts } from './audit-facts.ts'
import { didName } from './did-words.ts'

const speak = (language: 'en-US' | 'id' | 'zh') => overwriteGetLocale(() => language)
const linesOf = (details: Record<string, unknown>) =>
  auditFacts(details, (text) => `at ${text.slice(11, 16)}`).map(({ label, value }) => `${label}: ${value}`)

test('everything that the staff do has words of its own language', () => {
  for (const did of dids) {
    const said = languages.map((language) => {
      speak(language)
      return didName(did)
    })
    expect(
      said.every((text) => text && !text.includes('_')),
      did,
    ).toBe(true)
    expect(new Set(said).size, did).toBe(languages.length)
  }
})

test('what an older release did stands as it was written', () => {
  expect(didName('turned_around')).toBe('turned around')
  expect(didName(undefined)).toBeNull()
})

test('facts are written as what they are', () => {
  speak('en-US')
  expect(
    linesOf({
      ...{ did: 'execute', order: 'K1001', amount: amountOf(26_503_193n, 'IDR'), amount_minor: '26503193' },
      ...{ until: '2026-11-22T08:00:00.000Z', sent_on: '2026-11-22', rows: 12_000, to: 'KRT-1' },
      ...{ before: null, after: { ask_bps: 210, bid_bps: -200 }, roles: ['desk', 'content'] },
    }),
  ).toEqual([
    'Order: K1001',
    'Amount: Rp\u00a026,503,193',
    'until: at 08:00',
    'Sent on: 22\u00a0Nov\u00a02026',
    'Rows: 12,000',
    'to: KRT-1',
    'Before: –',
    'After: Selling spread: +2.10%, Buyback spread: −2.00%',
    'Roles: desk, content',
  ])
})

test('the same facts are read in Indonesian', () => {
  speak('id')
  expect(linesOf({ amount: amountOf(26_503_193n, 'IDR'), before_bps: 150 })).toEqual([
    'Jumlah: Rp\u00a026.503.193',
    'Premi sebelum: +1,50%',
  ])
})
