/** Opening the desk's quote and accepting its price, with every way that either is refused. */
import { useState } from 'react'
import { inBase64 } from '../../kyc/pages/signature-text.ts'
import * as m from '../../locale/paraglide/messages.js'
import { minor } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { BusinessRequestView } from '../contract.ts'

type Wanted = {
  request: BusinessRequestView
  onChanged: (request: BusinessRequestView) => void
  reload: () => Promise<void>
}

/** The shop's word that the price is not there any more, whatever the clock here says. */
const over = new Set(['quote_expired', 'not_found', 'business_state', 'business_quote_over', 'business_openings_used'])

export function useFirmQuote({ request, onChanged, reload }: Wanted) {
  const opening = useAttempt()
  const accepting = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [ended, setEnded] = useState<string | null>(null)
  const { request_id, price } = request

  async function during(run: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setRefused(null)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      await learn(failure)
    } finally {
      setBusy(false)
    }
  }

  async function learn({ error, message }: Pick<ApiError, 'error' | 'message'>) {
    setRefused(message)
    if (!over.has(error)) return
    setEnded(price?.quote_id ?? null)
    await reload().catch(() => {})
  }

  function take(next: BusinessRequestView) {
    learnServerTime(momentOf(next.server_time))
    onChanged(next)
  }

  const open = () =>
    during(async () => {
      // A key of its own for each price that is over: what is opened again is another wish.
      const wish = { request_id }
      take(await dataOf(opening<BusinessRequestView>('/trade/business_open', wish, { beside: true })))
    })

  const accept = (drawn: File, withDeposit: boolean) =>
    during(async () => {
      if (!price) return
      const signature = await inBase64(drawn)
      const answer = await askPin({
        ...(withDeposit ? depositQuestionOf(request, price) : questionOf(request, price)),
        submit: (pin) => send({ pin, signature, ...(withDeposit && { with_deposit: true }) }, price),
      })
      if (answer?.status !== 'success') return answer ? learn(answer) : undefined
      take(answer.data)
      if (!withDeposit) toastDone(m.business_done())
    })

  const send = (
    signed: { pin: string; signature: string; with_deposit?: boolean },
    { quote_id, agreement_version }: NonNullable<BusinessRequestView['price']>,
  ) =>
    accepting<BusinessRequestView>(
      '/trade/business_accept',
      { request_id, quote_id, ...signed, ...(agreement_version && { agreement_version }) },
      { beside: true },
    )

  return {
    ...{ busy, refused, ended: ended !== null && ended === price?.quote_id },
    ...{ open: () => void open(), accept: (drawn: File, withDeposit: boolean) => void accept(drawn, withDeposit) },
  }
}

type OpenPrice = NonNullable<BusinessRequestView['price']>

function questionOf({ side, weight, currency }: BusinessRequestView, price: OpenPrice) {
  const inMoney = (amount: string) => money({ amount, currency })
  const words = { grams: formatGrams(weight, language()), total: inMoney(price.total), price: inMoney(price.price) }
  const isBuy = side === 'buy'
  return {
    title: m.vault_pin_title(),
    lines: [
      [m.business_gold(), inMoney(price.amount)],
      [m.business_tax(), inMoney(price.tax)],
    ] as const,
    text: isBuy ? m.business_sentence_buy(words) : m.business_sentence_sell(words),
    until: price.expires_at,
    action: isBuy ? m.business_confirm_buy(words) : m.business_confirm_sell(words),
    toldBehind: true,
  }
}

function depositQuestionOf({ weight, currency }: BusinessRequestView, price: OpenPrice) {
  const inMoney = (amount: string) => money({ amount, currency })
  const left = minorOf(price.total, currency) - minorOf(price.deposit ?? '0', currency)
  const deposit = inMoney(price.deposit ?? '0')
  const words = { deposit, rest: inMoney(wireMoney(minor(left), currency)), days: settings.business.payDays }
  return {
    title: m.vault_pin_title(),
    lines: [
      [m.business_gold(), inMoney(price.amount)],
      [m.business_tax(), inMoney(price.tax)],
    ] as const,
    text: m.business_sentence_deposit({
      ...words,
      grams: formatGrams(weight, language()),
      price: inMoney(price.price),
    }),
    until: price.expires_at,
    action: m.business_confirm_deposit(words),
    toldBehind: true,
  }
}
