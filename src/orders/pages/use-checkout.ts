/** The confirmation of one order: the price that is held, and every way it can move, end or become an order. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, get } from '../../ui/api-client.ts'
import { useTimeLeft } from '../../ui/countdown.tsx'
import { setCartCount } from '../../ui/session.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { GuaranteeView, PriceChanged, SubmittedView } from '../contract.ts'
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
  const { guarantee, latest, setGuarantee } = useHeld(first)
  const [moved, setMoved] = useState<PriceChanged | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const { work, inTurn, alone } = useWork()
  const { wish, chooseGold, goldRefused } = useGold(opened, { latest, setGuarantee, inTurn })
  const submitOrder = useAttempt()
  const toCashier = useCashierAfter(guarantee)
  const [undelivered, setUndelivered] = useState<string | null>(null)
  const [onHold, setOnHold] = useState(false) // staff hold what was promised; the guarantee stays
  const over = useTimeLeft(guarantee.expires_at) === 0
  const agreement = useAgreement()

  /** Nothing is accepted silently: a price that moved is shown before it stands. */
  function take(confirmed: Confirmed) {
    if (confirmed.kind === 'refused') return setRefused(confirmed.refused)
    setRefused(null)
    holdAnew(compareGuarantees(guarantee, confirmed.guarantee))
  }

  /** A price that is another one is asked about; the same one is held again, and said. */
  function holdAnew(change: PriceChanged) {
    if (!isSamePrice(change)) return setMoved(change)
    setGuarantee(change.guarantee)
    toastDone(m.orders_checkout_price_same())
  }

  const renew = () => alone('renew', async () => take(await confirm(wish, wishOf(guarantee.delivery))))

  const chooseDelivery = (delivery: DeliveryWish) =>
    over
      ? inTurn('renew', async () => take(await confirm(wish, delivery)))
      : inTurn('delivery', async () => {
          const changed = await confirmDelivery(latest.current, delivery)
          const stays = changed.kind === 'refused' && isElsewhere(changed.refused)
          setUndelivered(stays ? changed.refused.message : null)
          if (changed.kind === 'held') setGuarantee(changed.guarantee)
          else if (!stays) setRefused(changed.refused)
        })

  const submit = () =>
    alone('submit', async () => {
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
      if (answer.error === 'price_changed') holdAnew(answer.data as unknown as PriceChanged)
      else setRefused(answer)
    })

  function acceptMoved() {
    if (moved) setGuarantee(moved.guarantee)
    setMoved(null)
  }

  return {
    ...{ guarantee, agreement, over, onHold, moved, refused, undelivered, work },
    ...{ gold: wish.gold, goldRefused, chooseGold, renew, chooseDelivery, submit, acceptMoved },
    leaveMoved: () => setMoved(null),
  }
}

/** The price stays held: it only cannot go there. */
const isElsewhere = ({ error }: Refused) => error === 'delivery_not_served' || error === 'parcel_not_insured'

/** The guarantee on the page, and the same for a choice that has waited its turn. */
function useHeld(first: GuaranteeView) {
  const [guarantee, show] = useState(first)
  const latest = useRef(first)
  function setGuarantee(next: GuaranteeView) {
    latest.current = next
    show(next)
  }
  return { guarantee, latest, setGuarantee }
}

type Held = Pick<ReturnType<typeof useHeld>, 'latest' | 'setGuarantee'> & Pick<ReturnType<typeof useWork>, 'inTurn'>

/** What pays for the gold: the wish that the price is held for, changed by the member alone. */
function useGold(opened: Wish, { latest, setGuarantee, inTurn }: Held) {
  const [wish, setWish] = useState(opened)
  const [goldRefused, setGoldRefused] = useState<Refused | null>(null)
  const held = useRef(opened)

  /** The member's own choice: what it changes is no move of the price. Where it cannot be, what was held stays. */
  function chooseGold(gold: 'grams' | undefined) {
    const { gold: _, ...goods } = opened
    const next: Wish = gold ? { ...goods, gold } : goods
    setWish(next)
    return inTurn('delivery', async () => {
      const confirmed = await confirm(next, wishOf(latest.current.delivery))
      setGoldRefused(confirmed.kind === 'refused' ? confirmed.refused : null)
      if (confirmed.kind === 'refused') return setWish(held.current)
      held.current = next
      setGuarantee(confirmed.guarantee)
    })
  }
  return { wish, chooseGold, goldRefused }
}

async function countCart() {
  const answer = await get<{ count: number }>('/product/cartList', {}, { quiet: true }).catch(() => null)
  if (answer?.status === 'success') setCartCount(answer.data.count)
}

/** After submitting: goes to the cashier, which opens a payment of what its store takes. */
function useCashierAfter({ origin, currency }: GuaranteeView) {
  const navigate = useNavigate()
  return async ({ order_id, better_price }: SubmittedView) => {
    if (origin === 'cart') await countCart()
    const cashier = origin === 'cart' ? '/payOrder' : '/payProduct'
    await navigate(`${cashier}?order_id=${order_id}`, { replace: true, state: { better_price, currency } })
  }
}

/**
 * One thing at a time: choices are done in the order they were made; `alone` does nothing while anything is under way.
 * What was refused has been said in a toast.
 */
function useWork() {
  const [work, setWork] = useState<Work>(null)
  const under = useRef({ way: 0, last: Promise.resolve() })

  async function during(what: Work, run: () => Promise<void>): Promise<void> {
    setWork(what)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      if (--under.current.way === 0) setWork(null)
    }
  }
  function inTurn(what: Work, run: () => Promise<void>): Promise<void> {
    under.current.way++
    const turn = under.current.last.then(() => during(what, run))
    under.current.last = turn.catch(() => {})
    return turn
  }
  const alone = async (what: Work, run: () => Promise<void>) => (under.current.way > 0 ? undefined : inTurn(what, run))
  return { work, inTurn, alone }
}
