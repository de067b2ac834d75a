/** The payment of one order on an open page: opened once, watched until it is decided, tried again only when asked. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MethodChoice } from '../../payments/method-rules.ts'
import { safePayAddress } from '../../payments/pages/pay-address.ts'
import { dataOf, post } from '../../ui/api-client.ts'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { useAttempt } from '../../ui/use-attempt.ts'
import { usePolling } from '../../ui/use-polling.ts'
import type { OrderInfoView, PaymentViewData } from '../contract.ts'

export type CashierPayment = NonNullable<OrderInfoView['payment']> &
  Partial<Pick<PaymentViewData, 'pay_url' | 'number' | 'qr'>>

export async function readOrder(order_id: string, quiet = false): Promise<OrderInfoView> {
  const info = await dataOf(post<OrderInfoView>('/order/order_info', { order_id }, { quiet }))
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

/** What a payment was chosen by; a card before there is any. */
export const choiceOf = (payment: Pick<CashierPayment, 'method' | 'bank'> | null): MethodChoice => ({
  method: payment?.method ?? 'card',
  bank: payment?.bank ?? null,
})

/** Whether a payment may still be paid; otherwise another one has to be opened. */
const isOpen = (payment: CashierPayment | null) =>
  payment === null || ['created', 'pending', 'unknown'].includes(payment.state)

export function useCashier(first: OrderInfoView) {
  const [info, setInfo] = useState(first)
  const [payment, setPayment] = useState<CashierPayment | null>(first.payment)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [chosen, setChosen] = useState<MethodChoice>(choiceOf(first.payment))
  const openPayment = useOpenPayment(first.order_id)
  const { order_id } = first
  const waits = info.state === 'pending_payment'

  /** Opens a payment, or goes on with the open one. Answers the bank's page once it is known. */
  const open = useCallback(
    async (choice: MethodChoice): Promise<string | null> => {
      setBusy(true)
      setFailed(false)
      try {
        const opened = await openPayment(choice)
        setPayment(opened)
        return safePayAddress(opened.pay_url)
      } catch {
        setFailed(true)
        return null
      } finally {
        setBusy(false)
      }
    },
    [openPayment],
  )

  /** The next try in one press: a new payment, and to its page at the bank. */
  async function again() {
    const address = await open(chosen)
    if (address && chosen.method === 'card') location.assign(address)
  }

  /** Another method or bank; a transfer waits for its bank. */
  function choose(choice: MethodChoice) {
    setChosen(choice)
    if (choice.method !== 'va' || choice.bank !== null) void open(choice)
  }

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !waits || !isOpen(first.payment)) return
    begun.current = true
    void open(choiceOf(first.payment))
  }, [first.payment, waits, open])

  async function look() {
    const fresh = await readOrder(order_id, true)
    setInfo(fresh)
    const latest = fresh.payment
    if (!latest || busy) return
    const known = latest.payment_id === payment?.payment_id && latest.state === payment.state
    // Another page of the same order has chosen another method.
    if (latest.payment_id !== payment?.payment_id) setChosen(choiceOf(latest))
    if (!known || latest.state === 'unknown') setPayment(await readPayment(latest.payment_id).catch(() => latest))
  }
  usePolling(look, waits)

  return { info, payment, busy, failed, again, chosen, choose }
}
