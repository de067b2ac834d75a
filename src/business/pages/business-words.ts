/** Large trades in words. */
import * as m from '../../locale/paraglide/messages.js'
import type { WithholdingReason } from '../../pricing/withholding-rules.ts'
import type { Side } from '../../vault/trade-rules.ts'
import type { BuyerKind, Delivery, RequestState } from '../request-rules.ts'

export const stateWords: Record<RequestState, () => string> = {
  requested: m.business_state_requested,
  quoted: m.business_state_quoted,
  agreed: m.business_state_agreed,
  settled: m.business_state_settled,
  refused: m.business_state_refused,
  withdrawn: m.business_state_withdrawn,
  expired: m.business_state_expired,
  closed_out: m.business_state_closed_out,
}
export const stateTones: Record<RequestState, 'plain' | 'up' | 'warn' | 'nila'> = {
  requested: 'warn',
  quoted: 'nila',
  agreed: 'warn',
  settled: 'up',
  refused: 'plain',
  withdrawn: 'plain',
  expired: 'plain',
  closed_out: 'plain',
}
/** What the state means for the member. */
export const stateSentences: Record<RequestState, () => string> = {
  requested: m.business_says_requested,
  quoted: m.business_says_quoted,
  agreed: m.business_says_agreed,
  settled: m.business_says_settled,
  refused: m.business_says_refused,
  withdrawn: m.business_says_withdrawn,
  expired: m.business_says_expired,
  closed_out: m.business_says_closed_out,
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
/** Why tax is collected, or why not. */
export const taxWords: Record<WithholdingReason, () => string> = {
  collected: m.business_tax_collected,
  end_consumer: m.business_tax_end_consumer,
  certificate: m.business_tax_certificate,
  letter: m.business_tax_letter,
  sale: m.business_tax_sale,
  no_rule: m.business_tax_no_rule,
}
