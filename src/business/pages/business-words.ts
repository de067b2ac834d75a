/** Large trades in words. */
import * as m from '../../locale/paraglide/messages.js'
import type { Side } from '../../vault/trade-rules.ts'
import type { BuyerKind, Delivery, RequestState } from '../request-rules.ts'

export const stateWords: Record<RequestState, () => string> = {
  requested: m.business_state_requested,
  refused: m.business_state_refused,
  withdrawn: m.business_state_withdrawn,
}
export const stateTones: Record<RequestState, 'plain' | 'up' | 'warn' | 'nila'> = {
  requested: 'warn',
  refused: 'plain',
  withdrawn: 'plain',
}
/** What the state means for the member. */
export const stateSentences: Record<RequestState, () => string> = {
  requested: m.business_says_requested,
  refused: m.business_says_refused,
  withdrawn: m.business_says_withdrawn,
}
export const sideWords: Record<Side, () => string> = { buy: m.business_side_buy, sell: m.business_side_sell }
export const deliveryWords: Record<Delivery, () => string> = {
  vault: m.business_delivery_vault,
  delivery: m.business_delivery_delivery,
}
export const buyerWords: Record<BuyerKind, () => string> = {
  end_consumer: m.business_buyer_end_consumer,
  gold_business: m.business_buyer_gold_business,
  small_business: m.business_buyer_small_business,
}
