import { expect, test } from 'vitest'
import type { PurchaseInfoView } from '../purchases/purchase-contract.ts'
import { followsBank, type PurchaseOutcome, purchaseOutcome } from './purchase-outcome.ts'

type State = PurchaseInfoView['state']
type Paying = PurchaseInfoView['payment']['state']
const standing = (state: State, payment: Paying, more: { confirming?: boolean; returning?: boolean } = {}) => ({
  state,
  returning: more.returning ?? false,
  payment: { state: payment, confirming: more.confirming ?? false } as PurchaseInfoView['payment'],
})

test.for([
  ['paid', 'captured', {}, 'bought', false],
  ['paid', 'captured', { returning: true }, 'bought', false],
  ['refused', 'captured', { returning: true }, 'refused', false],
  ['open', 'created', {}, 'waiting', true],
  ['open', 'pending', {}, 'waiting', true],
  ['open', 'pending', { confirming: true }, 'confirming', true],
  ['open', 'pending', { returning: true }, 'returning', false],
  ['open', 'unknown', {}, 'asking', true],
  ['open', 'declined', {}, 'declined', false],
  ['open', 'expired', {}, 'expired', false],
  ['expired', 'pending', {}, 'expired_asking', true],
  ['expired', 'unknown', {}, 'expired_asking', true],
  ['expired', 'declined', {}, 'expired', false],
  ['expired', 'captured', { returning: true }, 'returning', false],
  ['cancelled', 'pending', {}, 'cancelled', false],
  ['cancelled', 'captured', { returning: true }, 'returning', false],
] as const satisfies [State, Paying, object, PurchaseOutcome, boolean][])(
  'a purchase that is %s, its payment %s %o: %s',
  ([state, payment, more, outcome, follows]) => {
    expect(purchaseOutcome(standing(state, payment, more))).toBe(outcome)
    expect(followsBank(outcome)).toBe(follows)
  },
)
