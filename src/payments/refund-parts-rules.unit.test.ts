import { expect, test } from 'vitest'
import { transferKinds } from '../ledger/transfer-kind-rules.ts'
import {
  allocatedOf,
  partKinds,
  partOf,
  type RefundParts,
  rowsOfParts,
  splitParts,
  sumOfParts,
} from './refund-parts-rules.ts'

const parts: RefundParts = { order_money: 500n, suspense: 7n, tax_payable: 11n, delivery_fees: 20n, insurance_fees: 5n }

test.each([
  ['payment_refunded', partKinds.filter((kind) => kind !== 'cash')],
  ['payment_returned', partKinds.filter((kind) => kind !== 'cash')],
  ['payment_set_off', partKinds],
] as const)('%s takes from these accounts and from no other', (kind, from) => {
  const gives = Object.entries(transferKinds[kind].legs).filter(([, way]) => way === 'gives')
  expect(gives.map(([account]) => account).toSorted()).toEqual(from.toSorted())
})

test('a sum is split in the order of the accounts, and both halves are exactly the whole', () => {
  expect(splitParts(parts, 503n)).toEqual({
    first: { order_money: 500n, suspense: 3n },
    rest: { suspense: 4n, tax_payable: 11n, delivery_fees: 20n, insurance_fees: 5n },
  })
  for (let amount = 0n; amount <= 543n; amount++) {
    const { first, rest } = splitParts(parts, amount)
    expect([sumOfParts(first), sumOfParts(rest)]).toEqual([amount, 543n - amount])
    for (const kind of partKinds) expect(partOf(first, kind) + partOf(rest, kind)).toBe(partOf(parts, kind))
  }
})

test('what its subject had used is all but what waited in suspense; a part of nothing is no row', () => {
  expect([allocatedOf(parts), allocatedOf({ suspense: 7n })]).toEqual([536n, 0n])
  expect(rowsOfParts({ suspense: 7n, order_money: 0n })).toEqual({ kinds: ['suspense'], amounts: [7n] })
})
