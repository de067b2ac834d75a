import { expect, test } from 'vitest'
import { overwriteGetLocale } from '../../../locale/paraglide/runtime.js'
import { amountOf } from '../../../money/money.ts'
import { approvalFacts } from './approval-facts.tsx'

overwriteGetLocale(() => 'en-US')
const moment = (text: string) => `at ${text.slice(11, 16)}`
const linesOf = (facts: Record<string, unknown>) =>
  approvalFacts(facts, moment).map(({ label, value }) => `${label}: ${String(value)}`)

test('a price window is read as times, sums and counts', () => {
  expect(
    linesOf({
      ...{
        end: 2,
        void: 1,
        choose: 3,
        list: 0,
        asks: [amountOf(2_633_639n, 'IDR'), amountOf(67_812n, 'MYR')],
        level_tick: '77',
      },
      ...{ from: '2026-11-22T08:00:00.000Z', to: '2026-11-22T08:05:00.000Z', level_at: '2026-11-22T08:06:00.000Z' },
    }),
  ).toEqual([
    'Sales from: at 08:00',
    'Sales until: at 08:05',
    'Right price per gram: Rp\u00a02,633,639 · RM\u00a0678.12',
    'Right price accepted at: at 08:06',
    'Guarantees and quotes to be voided: 1',
    'Unpaid orders and purchases to be ended: 2',
    'Paid orders and trades whose member chooses: 3',
    'Sales listed for a decision: 0',
  ])
})

test('a request of an older release says its amounts as newer ones do', () => {
  expect(linesOf({ asks: 'IDR 2633639, MYR 678.12' })).toEqual([
    'Right price per gram: Rp\u00a02,633,639, RM\u00a0678.12',
  ])
  expect(linesOf({ amount: 'IDR 26503193' })).toEqual(['Amount: Rp\u00a026,503,193'])
})

test.each([
  ['a spread', { market: 'closed', ask_bps: 210, bid_bps: -200, follows: 3 }],
  [
    'a level of the feed',
    { quarantine: 1, tick: '9', price_before: amountOf(14_120n, 'USD'), price_after: amountOf(17_000n, 'USD') },
  ],
  ['a refund', { order: 'K1001', amount: amountOf(20_000_000n, 'IDR'), amount_minor: '20000000' }],
  ['an order given up', { order: 'K1001', cause: 'stolen_card', amount: amountOf(1n, 'IDR'), amount_minor: '1' }],
  ['a parcel sent again', { order: 'K1001', amount: 'IDR 1', carrier: 'jne', tracking: 'X1', parcel: 1 }],
  ['an invitation', { email: 'a@example.com', name: 'Adi', roles: ['desk', 'content'], language: 'id' }],
  ['another invitation', { did: 'invite_again', name: 'Adi' }],
  ['the end of a freeze', { owed: amountOf(10_000n, 'XAU'), owned: amountOf(20_000n, 'XAU') }],
  [
    'a transport of bars',
    {
      ...{ from_place: 'JKT-1', to_place: 'SUB-1', bars: ['KM-1 (Karat Mint)', 'KM-2 (Karat Mint)'], bar_ids: ['x'] },
      ...{ grams: amountOf(1n, 'XAU'), carrier: 'Brinks', seal: 'S1', expected_on: '2026-12-01' },
    },
  ],
  ['a level', { level: 'as proven', was: 'T1' }],
  [
    'an account of the house',
    {
      ...{ bank: 'BCA', number: '1234567890', holder: 'PT Karat' },
      csv: { columns: { date: 'Tanggal', amount: 'Jumlah' }, dates: 'dmy', decimal: ',' },
    },
  ],
  ['a list of payments back', { returns: ['a', 'b'], total: amountOf(1n, 'IDR') }],
  ['what a court orders', { case: 'C1', member: 'x', what: amountOf(1n, 'XAU'), kind: 'court_order', authority: 'PN' }],
  ['a doubted reward', { grams: amountOf(1n, 'XAU'), doubts: ['device', 'ring'] }],
  ['a melting', { lots: ['L1'], serials: [], weighed: '12.0', assayed: 9100, method: 'fire' }],
  ['gold sold back', { case: 'G1', amount: amountOf(1n, 'IDR'), paid_in: 'grams', grams: amountOf(1n, 'XAU') }],
  ['a premium', { charges: [{ sku: 1, code: 'KM-10', premium_bps: { from: 480, to: 0 } }] }],
])('%s shows no name of a field and nothing of a machine', (_, facts) => {
  const lines = linesOf(facts)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).not.toMatch(/^[a-z]|_|[{}[\]"]/)
})
