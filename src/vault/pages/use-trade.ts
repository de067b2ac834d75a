/** One trade from what is typed to its receipt: the price that is held, and every way it can be refused. */
import { useState } from 'react'
import type { VerificationNeed } from '../../kyc/contract.ts'
import type { DestinationView } from '../../payouts/contract.ts'
import { ApiError, dataOf, get, post } from '../../ui/api-client.ts'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import type { HoldingView, TradeQuoteView, TradeView } from '../contract.ts'
import type { Side } from '../trade-rules.ts'
import { tradeCalls, useAskTrade } from './ask-trade.ts'
import { forgetTrade, type Kept, keepTrade, type Typed } from './kept-trade.ts'
import { useWhyNot } from './leave-words.ts'
import type { Way } from './pay-from.tsx'
import { usePaidTo } from './pay-to.tsx'
import { useAskOutside } from './purchase-calls.ts'
import { isNothing } from './typed-amount-rules.ts'
import { useStorePrice } from './use-store-price.ts'
import { useTradeForm } from './use-trade-form.ts'

/** What stands in the way, to be said beside the price. */
export type Notice =
  | { kind: 'expired' | 'agreement' | 'sold_out' | 'on_hold' | 'no_price' | 'shop_full' }
  | { kind: 'verify'; need: VerificationNeed }
  /** The grams are not sold, since their money may not go to the account now. */
  | { kind: 'stays'; why: string }
  /** For every other reason, in the shop's own words. */
  | { kind: 'refused'; why: string }
export type Balances = Pick<HoldingView, 'cash' | 'gold'>

type Opened = { side: Side; holding: HoldingView; accounts: DestinationView[]; kept: Kept }

type Shown = {
  quote: TradeQuoteView | null
  /** What a gram cost in the price that was held before this one. */
  before: string | null
  /** The shop says that the price is over, whatever the clock here says. */
  ended: boolean
  notice: Notice | null
}
const nothing: Shown = { quote: null, before: null, ended: false, notice: null }

export function useTrade({ side, holding, accounts, kept }: Opened) {
  const { currency } = holding
  const { learn, ...own } = useBalances(side, holding)
  const { way, setWay } = useWay(side, { ...holding, ...own.balances }, kept)
  const to = usePaidTo(holding, accounts, kept)
  const form = useTradeForm({ side, typed: kept.typed, balances: own.balances, currency, isOutside: way !== null })
  const { shown, setShown, refused } = useShown(form.refused)
  const [receipt, setReceipt] = useState<TradeView | null>(null)
  /** What was asked for last: an empty field is wrong only then. */
  const [asked, setAsked] = useState<Typed['by'] | null>(null)
  const { busy, during } = useWork(refused)
  const ask = useAsk()

  /** Money from outside has longer to arrive, at a price of its own; how it comes from outside may be changed until the PIN. */
  function chooseWay(next: Way) {
    if ((next === null) !== (way === null)) setShown(nothing)
    setWay(next)
    setAsked(null)
  }

  /** A price is for what was typed when it was asked for. */
  function change(next: Partial<Typed>) {
    form.change(next)
    if (next.by) setAsked(null)
    setShown(nothing)
  }

  const keep = () => keepTrade(side, { typed: form.typed, chosen: { way, to: to.paidTo?.id ?? null } })

  const hold = () =>
    during(async () => {
      setAsked(form.typed.by)
      if (!form.check()) return
      keep()
      const wish = { ...form.wish(), ...(way && { paid_from: 'outside' }) }
      const answer = await post<TradeQuoteView>(tradeCalls[side].quote, wish, { beside: true }).catch(form.takeErrors)
      if (!answer) return
      if (answer.status !== 'success') return refused(answer)
      learnServerTime(momentOf(answer.data.server_time))
      const short = form.falls(learn(answer.data), answer.data)
      setShown(short ? nothing : { ...nothing, quote: answer.data, before: shown.quote?.price ?? null })
    })

  const confirm = (quote: TradeQuoteView) =>
    during(async () => {
      setShown((now) => ({ ...now, notice: null }))
      keep()
      try {
        const answer = await ask(quote, { way, side, to })
        if (answer?.error === 'cash_disputed') learn(await readNow())
        if (answer && answer.status !== 'success') return refused(answer)
        // What is paid from outside goes on at its own page.
        if (!answer || 'purchase_id' in answer.data) return
        forgetTrade(side)
        setReceipt(answer.data)
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.error !== 'balance_too_low') throw failure
        const now = learn(await readNow())
        setShown(nothing)
        if (!form.falls(now, quote)) refused(failure)
      }
    })

  return {
    ...{ side, currency, form, asked, ...own, ...shown, receipt, busy, change, way, chooseWay, ...to },
    ...{ price: useStorePrice(currency), methods: holding.methods, mayConfirm: fits(way, shown.quote) },
    ...{ hold: () => void hold(), confirm: (quote: TradeQuoteView) => void confirm(quote) },
  }
}

type HowTo = { way: Way; side: Side; to: ReturnType<typeof usePaidTo> }

function useAsk() {
  const askOutside = useAskOutside()
  const askTrade = useAskTrade()
  return (quote: TradeQuoteView, { way, side, to }: HowTo) => (way ? askOutside(quote, way) : askTrade(side, quote, to))
}

/** What there is to trade: what a bank asks back buys no gold. `learn` takes what was answered since. */
function useBalances(side: Side, holding: HoldingView) {
  const { currency } = holding
  function toTrade({ cash, gold }: Balances, frozen: string): Balances {
    if (side === 'sell' || isNothing(frozen)) return { cash, gold }
    const free = minorOf(cash, currency) - minorOf(frozen, currency)
    return { gold, cash: wireMoney(free > 0n ? free : 0n, currency) }
  }
  const [known, setKnown] = useState({ balances: toTrade(holding, holding.cash_frozen), frozen: holding.cash_frozen })
  /** Of a price that was asked for the shop does not say what a bank asks back: that stays as it was last said. */
  function learn({ cash_frozen: frozen = known.frozen, ...there }: Balances & { cash_frozen?: string }): Balances {
    const balances = toTrade(there, frozen)
    setKnown({ balances, frozen })
    return balances
  }
  return { ...known, learn }
}

/** What is there after it was spent elsewhere. */
const readNow = () => dataOf(get<HoldingView>('/trade/holding', {}, { quiet: true }))

type Refused = Pick<ApiError, 'error' | 'data' | 'message'>

/** `beside`: says beside its field what is about what was typed. */
function useShown(beside: (error: string, data: Record<string, unknown>) => boolean) {
  const [shown, setShown] = useState(nothing)
  const whyNot = useWhyNot()
  function refused({ error, data, message }: Refused) {
    if (beside(error, data)) return setShown(nothing)
    const kind = noticeOf[error]
    const notice = noticeFor(kind, { data, why: whyNot({ error, data, message }) })
    setShown((now) => ({ ...now, ended: kind === 'expired' || kind === 'agreement', notice }))
  }
  return { shown, setShown, refused }
}

/** As it was chosen before; whoever has no money here pays from outside. */
function useWay(side: Side, { cash, cash_balance, methods }: HoldingView, { chosen }: Kept) {
  const [first] = methods
  const isOutside = side === 'buy' && (cash_balance === 'off' || isNothing(cash))
  const usual = isOutside && first ? { method: first.method, bank: null } : null
  const isThere = chosen && (chosen.way === null || methods.some(({ method }) => method === chosen.way?.method))
  const [way, setWay] = useState<Way>(isThere ? chosen.way : usual)
  return { way, setWay }
}

/** Whether the amount may be paid so; a transfer waits for its bank. */
function fits(way: Way, quote: TradeQuoteView | null): boolean {
  const offer = way && quote?.methods.find(({ method }) => method === way.method)
  return way === null || (offer?.refused === null && (offer.banks.length === 0 || way.bank !== null))
}

function noticeFor(kind: Notice['kind'] = 'refused', { data, why }: { data: unknown; why: string }): Notice {
  if (kind === 'verify') return { kind, need: data as VerificationNeed }
  return kind === 'stays' || kind === 'refused' ? { kind, why } : { kind }
}

const noticeOf: Record<string, Notice['kind'] | undefined> = {
  quote_expired: 'expired',
  agreement_outdated: 'agreement',
  agreement_required: 'agreement',
  not_found: 'expired',
  gold_sold_out: 'sold_out',
  price_on_hold: 'on_hold',
  price_unavailable: 'no_price',
  exposure_limit: 'shop_full',
  verification_required: 'verify',
  ...Object.fromEntries(
    [
      'outgoing_paused',
      'value_uncleared',
      'value_disputed',
      'payout_cooling',
      'payout_amount',
      'payout_day_limit',
      'payout_name_differs',
    ].map((code) => [code, 'stays' as const]),
  ),
}

/** One thing at a time. */
function useWork(refused: (failure: ApiError) => void) {
  const [busy, setBusy] = useState(false)
  async function during(run: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      refused(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, during }
}
