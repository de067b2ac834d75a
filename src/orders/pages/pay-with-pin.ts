/** The PIN for what pays an order out of the vault: grams, the cash balance, or both. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { parseDecimal } from '../../money/money.ts'
import type { MethodChoice } from '../../payments/method-rules.ts'
import { type Answer, ApiError, dataOf, get } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { HoldingView } from '../../vault/contract.ts'
import { useWhyNot } from '../../vault/pages/leave-words.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { OrderDetailView, PaymentViewData } from '../contract.ts'

type Send = ReturnType<typeof useAttempt>
type Order = Pick<OrderDetailView, 'order_id' | 'number' | 'total' | 'currency' | 'grams' | 'expires_at'>

/** What was refused, in words, and where what is missing is to be had. */
type PinRefused = { title: string; missing: 'gold' | 'cash' | null }

export function usePin() {
  const send = useAttempt()
  const whyNot = useWhyNot()
  const [refused, setRefused] = useState<PinRefused | null>(null)
  /** Null when the member closed the dialog, or when it was refused. */
  async function ask(order: Order, from: MethodChoice | null): Promise<PaymentViewData | null> {
    setRefused(null)
    try {
      const answer = await payWithPin(send, order, from)
      if (answer?.status === 'success') return answer.data
      if (answer) setRefused({ title: whyNot(answer), missing: null })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const short = failure.error === 'balance_too_low' ? await whatIsMissing(order).catch(() => null) : null
      setRefused(short ?? { title: whyNot(failure), missing: null })
    }
    return null
  }
  return { refused, ask, forget: () => setRefused(null) }
}

/** Of what is there now; null where nothing is. */
async function whatIsMissing({ total, currency, grams }: Order): Promise<PinRefused | null> {
  const { gold, cash } = await dataOf(get<HoldingView>('/trade/holding', {}, { quiet: true }))
  if (grams?.state === 'due' && unitsOf(gold) < unitsOf(grams.weight)) {
    const [needed, there] = [grams.weight, gold].map((text) => formatGrams(text, language())) as [string, string]
    return { title: m.orders_gold_too_few({ grams: needed, there }), missing: 'gold' }
  }
  const missing = minorOf(total, currency) - minorOf(cash, currency)
  if (missing <= 0n) return null
  const words = {
    amount: money({ amount: cash, currency }),
    missing: money({ amount: wireMoney(missing, currency), currency }),
  }
  return { title: m.orders_cashier_balance_short(words), missing: 'cash' }
}

const unitsOf = (grams: string) => parseDecimal(grams, 4) ?? 0n

/** `from`: how its money is paid; null: from the cash balance, or by grams alone. Null when the member closed the dialog. */
function payWithPin(send: Send, order: Order, from: MethodChoice | null): Promise<Answer<PaymentViewData> | null> {
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
    toldBehind: true,
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
