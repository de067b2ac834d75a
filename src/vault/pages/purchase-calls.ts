/** The calls of the pages of purchases that are paid from outside. */
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import type { MethodChoice } from '../../payments/method-rules.ts'
import { safePayAddress } from '../../payments/pages/pay-address.ts'
import { type Answer, type CallOptions, dataOf, post } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { TradeQuoteView } from '../contract.ts'
import type { PurchaseInfoView } from '../purchases/purchase-contract.ts'
import { forgetTrade } from './kept-trade.ts'
import { vaultPlaces } from './trade-places.ts'

export async function readPurchase(
  purchase_id: string,
  options: CallOptions = { quiet: true },
): Promise<PurchaseInfoView> {
  const info = await dataOf(post<PurchaseInfoView>('/trade/purchase_info', { purchase_id }, options), options)
  learnServerTime(momentOf(info.server_time))
  return info
}

/** To the bank's page for a card; everything else is paid from our own. */
function useGoToPay() {
  const navigate = useNavigate()
  return async ({ purchase_id, payment }: PurchaseInfoView) => {
    const address = safePayAddress(payment.pay_url)
    if (address && payment.method === 'card') return location.assign(address)
    await navigate(`${vaultPlaces.purchasePayment}?purchase_id=${purchase_id}`)
  }
}

const inBody = ({ method, bank }: MethodChoice) => ({ method, ...(bank && { bank }) })

/** Asks for the PIN, and leads to where a purchase is paid. Null when the member closed the dialog. */
export function useAskOutside(): (held: TradeQuoteView, way: MethodChoice) => Promise<Answer<PurchaseInfoView> | null> {
  const send = useAttempt()
  const goToPay = useGoToPay()
  return async ({ quote_id, currency, agreement_version, ...held }, way) => {
    const words = {
      grams: formatGrams(held.weight, language()),
      amount: money({ amount: held.amount, currency }),
      price: money({ amount: held.price, currency }),
    }
    const wish = { quote_id, ...inBody(way), ...(agreement_version && { agreement_version }) }
    const answer = await askPin({
      title: m.vault_pin_title(),
      lines: [],
      text: way.method === 'card' ? m.vault_sentence_buy_card(words) : m.vault_sentence_buy_transfer(words),
      until: held.expires_at,
      action: m.vault_confirm_buy(words),
      toldBehind: true,
      submit: (pin) => send<PurchaseInfoView>('/trade/purchase_outside', { ...wish, pin }, { beside: true }),
    })
    if (answer?.status !== 'success') return answer
    forgetTrade('buy')
    await goToPay(answer.data)
    return answer
  }
}

/** What can be done about a purchase that waits for its money. */
export function usePurchaseSteps() {
  const send = useAttempt()
  const goToPay = useGoToPay()
  return {
    /** The next try, or another way, at the same price. */
    pay: async (purchase_id: string, way: MethodChoice) =>
      goToPay(await dataOf(send<PurchaseInfoView>('/trade/purchase_pay', { purchase_id, ...inBody(way) }))),
    cancel: (purchase_id: string) => dataOf(send<PurchaseInfoView>('/trade/purchase_cancel', { purchase_id })),
  }
}
