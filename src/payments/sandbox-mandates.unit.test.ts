import { expect, test } from 'vitest'
import { toldMandate } from './sandbox-mandates.ts'

test('of a notice nothing is kept with which a member is charged, or by which anybody agrees for them', () => {
  const data = {
    ...{ id: 'md_1', reference: 'r', kind: 'card', state: 'active', limit_minor: '100000', currency: 'IDR' },
    ...{ account_end: '4242', token: 'mt_secret', agree_url: 'http://bank.test/secret' },
  }
  const told = toldMandate(data)
  expect(told).toMatchObject({ reference: 'r', state: 'active', limitMinor: 100_000n, accountEnd: '4242' })
  expect(Object.values(told ?? {}).filter((value) => String(value).includes('secret'))).toEqual([])
  expect(toldMandate({ ...data, state: 'other' })).toBe(null)
})
