/** The confirmation of one order: the price that is held, and every way it can move, end or become an order. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, get } from '../../ui/api-client.ts'
import { useTimeLeft } from '../../ui/countdown.tsx'
import { setCartCount } from '../../ui/session.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { GuaranteeView, PaymentViewData, PriceChanged, SubmittedView } from '../contract.ts'
import { useAgreement } from './accept-agreement.tsx'
import { compareGuarantees, isSamePrice } from './compare-guarantees.ts'
import {
  type Confirmed,
  confirm,
  confirmDelivery,
  type DeliveryWish,
  type Refused,
  type Wish,
  wishOf,
} from './confirm-wish.ts'

export type Work = 'delivery' | 'renew' | 'submit' | null

export function useCheckout(opened: Wish, first: GuaranteeView) {
  const [guarantee, setGuarantee] = useState(first)
  const [moved, setMoved] = useState<PriceChanged | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const { work, during } = useWork()
  const { wish, chooseGold, goldRefused } = useGold(opened, { guarantee, setGuarantee, during })
  const submitOrder = useAttempt()
  const toCashier = useCashierAfter(guarantee)
  const [onHold, setOnHold] = useState(false) // staff hold what was promised; the guarantee stays
  const over = useTimeLeft(guarantee.expires_at) === 0
  const agreement = useAgreement()

  /** Nothing is accepted silently: a price that moved is shown before it stands. */
  function take(confirmed: Confirmed) {
    if (confirmed.kind === 'refused') return setRefused(confirmed.refused)
    const change = compareGuarantees(guarantee, confirmed.guarantee)
    setRefused(null)
    if (isSamePrice(change)) {
      setGuarantee(confirmed.guarantee)
      toastDone(m.orders_checkout_price_same())
    } else setMoved(change)
  }

  const renew = (delivery = wishOf(guarantee.delivery)) =>
    during('renew', async () => take(await confirm(wish, delivery)))

  const chooseDelivery = (delivery: DeliveryWish) =>
    over
      ? renew(delivery)
      : during('delivery', async () => {
          const changed = await confirmDelivery(guarantee, delivery)
          if (changed.kind === 'held') setGuarantee(changed.guarantee)
          else setRefused(changed.refused)
        })

  const submit = () =>
    during('submit', async () => {
      setOnHold(false)
      const answer = await submitOrder<SubmittedView>(
        '/product/submit_order',
        { guarantee_id: guarantee.guarantee_id, ...(agreement && { agreement_version: agreement }) },
        { loading: true },
      ).catch((failure) => {
        setOnHold(failure instanceof ApiError && failure.error === 'price_on_hold')
        throw failure
      })
      if (answer.status === 'success') return toCashier(answer.data)
      if (answer.error === 'price_changed') setMoved(answer.data as unknown as PriceChanged)
      else setRefused(answer)
    })

  function acceptMoved() {
    if (moved) setGuarantee(moved.guarantee)
    setMoved(null)
  }

  return {
    ...{ guarantee, agreement, over, onHold, moved, refused, work },
    ...{ gold: wish.gold, goldRefused, chooseGold, renew, chooseDelivery, submit, acceptMoved },
    leaveMoved: () => setMoved(null),
  }
}

type Held = {
  guarantee: GuaranteeView
  setGuarantee: (guarantee: GuaranteeView) => void
  during: ReturnType<typeof useWork>['during']
}

/** What pays for the gold: the wish that the price is held for, changed by the member alone. */
function useGold(opened: Wish, { guarantee, setGuarantee, during }: Held) {
  const [wish, setWish] = useState(opened)
  const [goldRefused, setGoldRefused] = useState<Refused | null>(null)

  /** The member's own choice: what it changes is no move of the price. Where it cannot be, what was held stays. */
  const chooseGold = (gold: 'grams' | undefined) =>
    during('delivery', async () => {
      const { gold: _, ...goods } = wish
      const next: Wish = gold ? { ...goods, gold } : goods
      setWish(next)
      const confirmed = await confirm(next, wishOf(guarantee.delivery))
      setGoldRefused(confirmed.kind === 'refused' ? confirmed.refused : null)
      if (confirmed.kind === 'held') setGuarantee(confirmed.guarantee)
      else setWish(wish)
    })
  return { wish, chooseGold, goldRefused }
}

async function countCart() {
  const answer = await get<{ count: number }>('/product/cartList', {}, { quiet: true }).catch(() => null)
  if (answer?.status === 'success') setCartCount(answer.data.count)
}

/** After submitting: opens the payment and goes to the cashier, which opens it again if that failed. */
function useCashierAfter({ method, origin, currency, grams }: GuaranteeView) {
  const payOrder = useAttempt()
  const navigate = useNavigate()
  return async ({ order_id, better_price }: SubmittedView) => {
    // Grams are set aside by the PIN, which the cashier asks for.
    if (isNothing(grams)) await payOrder<PaymentViewData>('/product/pay_order', { order_id, method }).catch(() => {})
    if (origin === 'cart') await countCart()
    const cashier = origin === 'cart' ? '/payOrder' : '/payProduct'
    await navigate(`${cashier}?order_id=${order_id}`, { replace: true, state: { better_price, currency } })
  }
}

/** One thing at a time; what was refused has been said in a toast. */
function useWork() {
  const [work, setWork] = useState<Work>(null)
  async function during<T>(what: Work, run: () => Promise<T>): Promise<void> {
    if (work) return
    setWork(what)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setWork(null)
    }
  }
  return { work, during }
}
