import { expect, test } from 'vitest'
import { mayMove, orderMoves, orderStates, orderTabs } from './order-rules.ts'

const legal: [string, string][] = [
  ['pending_payment', 'paid'],
  ['pending_payment', 'cancelled'],
  ['pending_payment', 'expired'],
  ['pending_payment', 'payment_review'],
  ['payment_review', 'paid'],
  ['payment_review', 'cancelled'],
  ['expired', 'payment_review'],
  ['paid', 'preparing'],
  ['paid', 'cancelled'],
  ['preparing', 'shipped'],
  ['preparing', 'ready_for_pickup'],
  ['preparing', 'cancelled'],
  ['shipped', 'completed'],
  ['ready_for_pickup', 'completed'],
  ['ready_for_pickup', 'cancelled'],
]

test.each(orderStates.flatMap((from) => orderStates.map((to) => [from, to] as const)))(
  '%s → %s is as product.md says',
  (from, to) => {
    expect(mayMove(from, to)).toBe(legal.some(([a, b]) => a === from && b === to))
  },
)

test('every state stands in exactly one tab beside "all" and "refunds"', () => {
  const { all, refunds, ...tabs } = orderTabs
  expect([all, refunds]).toEqual([orderStates, orderStates])
  expect(Object.values(tabs).flat().sort()).toEqual([...orderStates].sort())
  expect(Object.keys(orderMoves).sort()).toEqual([...orderStates].sort())
})
