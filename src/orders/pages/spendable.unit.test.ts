import { expect, test } from 'vitest'
import { spendable } from './spendable.ts'

const at = '2026-12-02T10:00:00.000Z'
const stays = (cash: string, is_disputed = false) => ({ gold: '0.0000', cash, clears_at: at, is_disputed })

test.each([
  ['nothing waits', '500000', null, { free: 500_000n, missing: 0n, mayNot: false, clearsAt: null }],
  ['too little', '399999', null, { free: 399_999n, missing: 1n, mayNot: false, clearsAt: null }],
  ['what waits is not needed', '500000', stays('100000'), { free: 400_000n, missing: 0n, mayNot: false, clearsAt: at }],
  [
    'one rupiah that waits is needed',
    '500000',
    stays('100001'),
    { free: 399_999n, missing: 0n, mayNot: true, clearsAt: at },
  ],
  ['a dispute has no day', '500000', stays('500000', true), { free: 0n, missing: 0n, mayNot: true, clearsAt: null }],
  ['too little is said first', '300000', stays('300000'), { free: 0n, missing: 100_000n, mayNot: false, clearsAt: at }],
] as const)('an order of Rp 400,000: %s', (_, cash, waits, expected) => {
  expect(spendable({ total: '400000', currency: 'IDR' }, { cash, stays: waits })).toEqual(expected)
})
