/** What is typed for a limit order, held against the price of this moment; the PIN confirms what is set aside and what follows. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import {
  decimal,
  exponentOf,
  isCurrency,
  minor,
  type PricePerGram,
  parseDecimal,
  perGram,
  weight,
} from '../../../money/money.ts'
import { accountName } from '../../../payouts/account-name-rules.ts'
import { settings } from '../../../settings.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { askPin } from '../../../ui/ask-pin.ts'
import { money } from '../../../ui/figures.tsx'
import { formatDays, formatDecimal, formatGrams, sentences } from '../../../ui/format.ts'
import { keptForm } from '../../../ui/kept-form.ts'
import { language } from '../../../ui/language.ts'
import { type LivePrice, minorOf, ratesOf, wireMoney } from '../../../ui/price.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { useAttempt } from '../../../ui/use-attempt.ts'
import { useForm } from '../../../ui/use-form.ts'
import { refusedWords, wrongAmount, wrongWeight } from '../../pages/trade-words.ts'
import { readAmount } from '../../pages/typed-amount-rules.ts'
import type { Notice } from '../../pages/use-trade.ts'
import { isFar, priceOf, type Side } from '../../trade-rules.ts'
import type { LimitOrderView, LimitsView } from '../limit-contract.ts'
import { atLimit, isCrossed, type LimitWish, reservedFor } from '../limit-rules.ts'

type Typed = { side: Side; by: 'amount' | 'weight'; amount: string; weight: string; limit: string; days: string }
type Props = {
  price: LivePrice | null
  known: LimitsView
  onPlaced: (order: LimitOrderView) => Promise<void>
  /** What is there is not what it was. */
  onChanged: () => Promise<void>
}

const kept = keptForm<Typed>('limit')

export function useLimitForm({ price, known, onPlaced, onChanged }: Props) {
  const { currency } = known
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const { gold_accounts: isSold } = useShell().store.features
  const onlySells = !isSold || known.cash_balance === 'off'
  const places = isCurrency(currency) ? exponentOf(currency) : 0
  const start: Typed = { side: 'buy', by: 'amount', amount: '', weight: '', limit: '', days: '30', ...kept.read() }
  const form = useForm<Typed>(onlySells ? { ...start, side: 'sell' } : start, {
    amount: (typed, all) =>
      byOf(all) === 'amount'
        ? wrongAmount(typed, places, known, { side: 'buy', currency, isOutside: false })
        : undefined,
    weight: (typed, all) => (byOf(all) === 'weight' ? wrongWeight(typed, known, { side: all.side }) : undefined),
    limit: (typed, { side }) => wrongLimit(readAmount(typed, places), { side, price, currency }),
  })
  const meant = readMeant(form.values, { places, currency })
  const crossed = meant !== null && price !== null && isCrossed(meant.wish.side, meant.limit, ratesOf(price))

  async function submit() {
    if (busy || !form.check() || !meant) return
    setBusy(true)
    setNotice(null)
    kept.keep(form.values)
    try {
      const answer = await askLimit(send, meant, known)
      if (answer?.status === 'success') {
        kept.forget()
        await onPlaced(answer.data)
      } else if (answer) take(answer)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (!form.takeErrors(failure)) take(failure)
    } finally {
      setBusy(false)
    }
  }

  function take({ error, data, message }: { error?: string | null; data: unknown; message: string }) {
    const told = (data ?? {}) as Record<string, unknown>
    const typed = refusedWords(error ?? '', told, { side: form.values.side, currency })
    if (error === 'limit_reached')
      form.refuse('limit', crossedWords(form.values.side, money({ amount: String(told.price), currency })))
    else if (typed) form.refuse(byOf(form.values), typed)
    else if (error === 'verification_required') setNotice({ kind: 'verify', need: told as never })
    else setNotice({ kind: 'refused', why: message })
    void onChanged().catch(() => {})
  }
  return {
    form,
    places,
    busy,
    notice,
    isSold,
    onlySells,
    crossed,
    submit,
    sentence: meant && !crossed ? sentenceOf(meant, known) : null,
  }
}

const askLimit = (send: ReturnType<typeof useAttempt>, meant: Meant, known: LimitsView) =>
  askPin({
    title: m.vault_pin_title(),
    lines: [],
    text: sentenceOf(meant, known),
    action: m.vault_limit_place(),
    toldBehind: true,
    submit(pin) {
      const { agreement_version } = known
      const accepts = meant.body.side === 'buy' && agreement_version !== null
      const body = { ...meant.body, pin, ...(accepts && { agreement_version }) }
      return send<LimitOrderView>('/trade/place_limit', body, { beside: true })
    },
  })

/** Of a sale grams are named. */
const byOf = ({ side, by }: Pick<Typed, 'side' | 'by'>) => (side === 'sell' ? 'weight' : by)

type Meant = {
  wish: LimitWish
  limit: PricePerGram
  days: number
  body: { side: Side; by: Typed['by']; value: string; limit: string; days: number }
}

/** Null until all of it can be read. */
function readMeant(typed: Typed, { places, currency }: { places: number; currency: string }): Meant | null {
  const { side } = typed
  const by = byOf(typed)
  const [value, limit] = [readAmount(typed[by], by === 'amount' ? places : 4), readAmount(typed.limit, places)]
  const [units, price] = [value && parseDecimal(value, by === 'amount' ? places : 4), limit && minorOf(limit, currency)]
  if (!value || !limit || !units || !price) return null
  const days = Number(typed.days)
  const body = { side, by, value, limit, days }
  const named = { limit: perGram(price), days, body }
  if (by === 'weight') return { ...named, wish: { side, wish: { by, weight: weight(units) } } }
  return { ...named, wish: { side: 'buy', wish: { by, amount: minor(units) } } }
}

function sentenceOf({ wish, limit, days }: Meant, { currency, cash_balance, pays_to }: LimitsView): string {
  const inMoney = (units: bigint) => money({ amount: wireMoney(units, currency), currency })
  const inGrams = (units: bigint) => formatGrams(decimal(units, 4), language())
  const least = atLimit(wish, limit)
  const words = {
    limit: inMoney(limit),
    grams: inGrams(least.weight),
    amount: inMoney(wish.side === 'buy' ? reservedFor(wish, limit) : least.amount),
  }
  return sentences([what(), m.vault_limit_good_for({ days: formatDays(days, language()) })], language())

  function what() {
    if (wish.side === 'buy')
      return wish.wish.by === 'amount' ? m.vault_limit_sentence_amount(words) : m.vault_limit_sentence_weight(words)
    if (cash_balance === 'closed') return m.vault_limit_sentence_sell(words)
    if (!pays_to) return m.vault_limit_sentence_sell_unnamed(words)
    const account = accountName(pays_to)
    return m.vault_limit_sentence_sell_owed({ ...words, account })
  }
}

type At = { side: Side; price: LivePrice | null; currency: string }

function wrongLimit(wire: string | null, { side, price, currency }: At): string | undefined {
  const now = price && (side === 'buy' ? price.ask : price.bid)
  if (wire === null || minorOf(wire, currency) === 0n)
    return m.vault_enter_money({ example: formatDecimal(now ?? '2500000', language(), { keepZeros: false }) })
  if (!price || !now) return undefined
  const [limit, rates] = [perGram(minorOf(wire, currency)), ratesOf(price)]
  const inMoney = money({ amount: now, currency })
  if (isCrossed(side, limit, rates)) return crossedWords(side, inMoney)
  return isFar(limit, priceOf(side, rates), settings.limitOrders.farTimes)
    ? m.vault_alert_far({ price: inMoney })
    : undefined
}

const crossedWords = (side: Side, price: string) =>
  side === 'buy' ? m.vault_limit_crossed_buy({ price }) : m.vault_limit_crossed_sell({ price })
