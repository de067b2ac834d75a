import { expect, test } from 'vitest'
import type { OrderInfoView } from '../contract.ts'
import { outcomeOf } from './payment-outcome.ts'

type State = OrderInfoView['state']
type PaymentState = NonNullable<OrderInfoView['payment']>['state']

const outcome = (state: State, payment?: PaymentState, confirming = false) =>
  outcomeOf({ state, payment: payment ? ({ state: payment, confirming } as OrderInfoView['payment']) : null })

test.each<[State, PaymentState | undefined, string]>([
  ['pending_payment', undefined, 'unpaid'],
  ['pending_payment', 'created', 'unpaid'],
  ['pending_payment', 'pending', 'waiting'],
  ['pending_payment', 'captured', 'waiting'],
  ['pending_payment', 'unknown', 'asking_bank'],
  ['pending_payment', 'declined', 'declined'],
  ['pending_payment', 'expired', 'unpaid'],
  ['payment_review', 'captured', 'review'],
  ['paid', 'captured', 'paid'],
  ['preparing', 'captured', 'paid'],
  ['shipped', 'captured', 'paid'],
  ['ready_for_pickup', 'captured', 'paid'],
  ['completed', 'captured', 'paid'],
  ['cancelled', undefined, 'cancelled'],
  ['expired', 'declined', 'expired'],
  ['expired', undefined, 'expired'],
])('an order %s with its payment %s is %s', (state, payment, expected) => {
  expect(outcome(state, payment)).toBe(expected)
})

test.each(['created', 'pending', 'unknown'] as const)(
  'a notice that is not confirmed yet is said, whatever its payment %s',
  (payment) => {
    expect(outcome('pending_payment', payment, true)).toBe('confirming')
  },
)

test('money that may still arrive is never said not to have moved', () => {
  for (const payment of ['pending', 'unknown'] as const) expect(outcome('expired', payment)).toBe('expired_asking')
})
