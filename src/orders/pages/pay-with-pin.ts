/** The PIN for what pays an order out of the vault: grams, the cash balance, or both. */
import * as m from '../../locale/paraglide/messages.js'
import type { MethodChoice } from '../../payments/method-rules.ts'
import type { Answer, CallOptions } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { OrderDetailView, PaymentViewData } from '../contract.ts'

type Send = <T>(path: string, body: unknown, options?: CallOptions) => Promise<Answer<T>>
type Order = Pick<OrderDetailView, 'order_id' | 'number' | 'total' | 'currency' | 'grams' | 'expires_at'>

/** `from`: how its money is paid; null: from the cash balance, or by grams alone. Null when the member closed the dialog. */
export function payWithPin(
  send: Send,
  order: Order,
  from: MethodChoice | null,
): Promise<Answer<PaymentViewData> | null> {
  const { order_id } = order
  const wish = from
    ? { order_id, method: from.method, ...(from.bank && { bank: from.bank }) }
    : { order_id, method: 'balance' }
  return askPin({
    title: m.orders_pin_title(),
    lines: [],
    text: sentence(order, from),
    ...(order.expires_at && { until: order.expires_at }),
    action: m.orders_pin_action(),
    submit: (pin) => send<PaymentViewData>('/product/pay_order', { ...wish, pin }, { beside: true }),
  })
}

function sentence({ number, total, currency, grams }: Order, from: MethodChoice | null): string {
  const amount = money({ amount: total, currency })
  if (!grams) return m.orders_pin_balance({ number, amount })
  const words = { number, amount, grams: formatGrams(grams.weight, language()) }
  if (from) return m.orders_pin_grams_outside(words)
  return isNothing(total) ? m.orders_pin_grams(words) : m.orders_pin_grams_balance(words)
}
