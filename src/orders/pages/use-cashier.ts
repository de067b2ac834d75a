/** The payment of one order on an open page: opened once, watched until it is decided, tried again only when asked. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { choiceAfter, isMethod, type MethodChoice } from '../../payments/method-rules.ts'
import { isOffered, offersWith } from '../../payments/pages/begun-way.ts'
import { safePayAddress } from '../../payments/pages/pay-address.ts'
import { ApiError, type CallOptions, dataOf, post } from '../../ui/api-client.ts'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { keptForm } from '../../ui/kept-form.ts'
import { useAttempt } from '../../ui/use-attempt.ts'
import { usePolling } from '../../ui/use-polling.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { OrderDetailView, OrderInfoView, PaymentViewData } from '../contract.ts'
import { usePin } from './pay-with-pin.ts'

export type CashierPayment = NonNullable<OrderInfoView['payment']> &
  Partial<Pick<PaymentViewData, 'pay_url' | 'number' | 'qr' | 'transfer'>>

export async function readOrder(order_id: string, options: CallOptions = { quiet: true }): Promise<OrderInfoView> {
  const info = await dataOf(post<OrderInfoView>('/order/order_info', { order_id }, options), options)
  learnServerTime(momentOf(info.server_time))
  return info
}

const readPayment = (payment_id: string) =>
  dataOf(post<PaymentViewData>('/payment/getPay', { payment_id }, { quiet: true }))

/** Opens the payment of an order by this method, or the one that is open already. */
export function useOpenPayment(order_id: string): (choice: MethodChoice) => Promise<PaymentViewData> {
  const send = useAttempt()
  return useCallback(
    async ({ method, bank }) => {
      const wish = { order_id, method, ...(bank && { bank }) }
      const opened = await dataOf(send<PaymentViewData>('/product/pay_order', wish))
      return readPayment(opened.payment_id)
    },
    [order_id, send],
  )
}

/** Whether a payment may still be paid; otherwise another one has to be opened. */
const isOpen = (payment: CashierPayment | null) =>
  payment === null || ['created', 'pending', 'unknown'].includes(payment.state)

/** How it can be paid: as it is offered, and as its open payment was begun. */
function waysOf(payment: CashierPayment | null, { methods }: Pick<OrderDetailView, 'methods'>) {
  const { method, bank } = payment ?? { method: 'balance', bank: null }
  return offersWith(isMethod(method) && isOpen(payment) ? { method, bank } : null, methods)
}

/** A card is typed on its bank's page. */
function goToBank({ method, pay_url }: PaymentViewData) {
  const address = safePayAddress(pay_url)
  if (address && method === 'card') location.assign(address)
}

/** The payment that is open, and how one is opened: one after the other, for of two on their way the server might take the last choice first. */
function useOpening(first: OrderInfoView) {
  const [payment, setPayment] = useState<CashierPayment | null>(first.payment)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const openPayment = useOpenPayment(first.order_id)
  const before = useRef<Promise<unknown>>(Promise.resolve())

  /** Opens a payment, or goes on with the open one. Answers the bank's page once it is known; null where another one was chosen meanwhile. */
  const open = useCallback(
    (choice: MethodChoice): Promise<string | null> => {
      setBusy(true)
      setFailed(false)
      const opening: Promise<string | null> = before.current.then(async () => {
        const isLast = () => before.current === opening
        if (!isLast()) return null
        try {
          const opened = await openPayment(choice)
          if (!isLast()) return null
          setPayment(opened)
          return safePayAddress(opened.pay_url)
        } catch {
          if (isLast()) setFailed(true)
          return null
        } finally {
          if (isLast()) setBusy(false)
        }
      })
      before.current = opening
      return opening
    },
    [openPayment],
  )
  return { payment, setPayment, busy, setBusy, failed, open }
}

/** How an order was to be paid when the PIN was asked for: it stands after a session that ended meanwhile. */
const kept = keptForm<{ order_id: string; chosen: MethodChoice | null; fromBalance: boolean }>('cashier')

function keptFor(order_id: string) {
  const choice = kept.read()
  return choice?.order_id === order_id ? choice : null
}

/** A transfer to a number of its own is opened once its bank is chosen. */
export const waitsForBank = ({ method, bank }: MethodChoice) => method === 'va' && bank === null

/** Its buyer's day takes no money from outside for it. */
export const isOfBalance = ({ methods }: Pick<OrderDetailView, 'methods'>) =>
  methods.some(({ refused }) => refused === 'day_taken')

/** How it is to be paid: as it was chosen before, or as its last payment was. */
function useWay({ order_id, payment }: OrderInfoView, order: OrderDetailView) {
  const [before] = useState(() => keptFor(order_id))
  const [chosen, setChosen] = useState(before?.chosen ?? choiceAfter(payment, order.methods))
  const isOwn = isNothing(order.total) || isOfBalance(order) || waysOf(payment, order).length === 0
  const [fromBalance, setFromBalance] = useState(before?.fromBalance ?? isOwn)
  return { chosen, setChosen, fromBalance, setFromBalance }
}

/** It is paid this way no more: its own time is over, or it is not offered. What waits for a transfer still may be paid by that. */
function isClosed(chosen: MethodChoice | null, ways: OrderDetailView['methods'], info: OrderInfoView) {
  const isOver = chosen?.method !== 'bank_transfer' && momentOf(info.expires_at) <= momentOf(info.server_time)
  return isOver || (chosen !== null && !isOffered(chosen, ways))
}

/** What waits for money from outside is opened by itself, once. */
function useBegun(
  first: OrderInfoView,
  order: OrderDetailView,
  opens: boolean,
  open: (choice: MethodChoice) => unknown,
) {
  const begun = useRef(false)
  useEffect(() => {
    const choice = choiceAfter(first.payment, order.methods)
    if (begun.current || !opens || !isOpen(first.payment) || !choice || waitsForBank(choice)) return
    if (isClosed(choice, waysOf(first.payment, order), first)) return
    begun.current = true
    void open(choice)
  }, [first, order, opens, open])
  return begun
}

/** A transfer gives its order hours: they are shown at once. What fails here, the next look tells. */
async function readHours(order_id: string, { method }: MethodChoice, show: (info: OrderInfoView) => void) {
  if (method === 'bank_transfer') await readOrder(order_id).then(show, () => {})
}

/** `order` is as it was when the page was opened: whether grams of it are still to be set aside. */
export function useCashier(first: OrderInfoView, order: OrderDetailView) {
  const [info, setInfo] = useState(first)
  const { payment, setPayment, busy, setBusy, failed, open } = useOpening(first)
  const { chosen, setChosen, fromBalance, setFromBalance } = useWay(first, order)
  const [gramsDue, setGramsDue] = useState(order.grams?.state === 'due')
  const pin = usePin()
  const { order_id } = first
  const ways = waysOf(payment, order)
  const waits = info.state === 'pending_payment'
  const begun = useBegun(first, order, waits && !gramsDue && !isOfBalance(order), open)

  /** The next try in one press: a new payment, and to its page at the bank. */
  async function again() {
    if (!chosen) return
    const address = await open(chosen)
    if (address && chosen.method === 'card') location.assign(address)
  }

  /** Another method or bank; a transfer waits for its bank, and grams for their PIN. */
  function choose(choice: MethodChoice) {
    setChosen(choice)
    setFromBalance(false)
    pin.forget()
    if (!gramsDue && !waitsForBank(choice)) void open(choice).then(() => readHours(order_id, choice, setInfo))
  }

  async function withPin() {
    begun.current = true
    setBusy(true)
    kept.keep({ order_id, chosen, fromBalance })
    try {
      const paid = await pin.ask(order, fromBalance ? null : chosen)
      if (!paid) return await look()
      kept.forget()
      setGramsDue(false)
      const opened = fromBalance ? paid : await readPayment(paid.payment_id)
      setPayment(opened)
      setInfo(await readOrder(order_id))
      goToBank(opened)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }

  async function look() {
    const fresh = await readOrder(order_id)
    setInfo(fresh)
    const latest = fresh.payment
    if (!latest || busy) return
    const known = latest.payment_id === payment?.payment_id && latest.state === payment.state
    // Another page of the same order has chosen another method.
    if (latest.payment_id !== payment?.payment_id) setChosen(choiceAfter(latest, order.methods))
    if (!known || latest.state === 'unknown') setPayment(await readPayment(latest.payment_id).catch(() => latest))
  }
  usePolling(look, waits)

  return {
    ...{ info, payment, ways, busy, failed, again, chosen, choose, fromBalance, payWithPin: withPin },
    refused: pin.refused,
    chooseBalance: () => {
      setFromBalance(true)
      pin.forget()
    },
    needsPin: waits && (fromBalance || gramsDue),
    closed: isClosed(chosen, ways, info),
  }
}
