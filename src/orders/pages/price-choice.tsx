/** An order that was sold at a price that was an obvious error: its buyer chooses, and has the money back either way. */
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { OrderDetailView } from '../contract.ts'
import type { PriceChoice } from '../price-windows/window-rules.ts'
import type { RefundStatusView } from '../refunds/refund-contract.ts'
import { addToCartAgain } from './buy-again.tsx'

type Props = { status: RefundStatusView; lines: OrderDetailView['lines'] }

export function PriceChoicePanel({ status, lines }: Props) {
  const { price_choice: choice, currency, order_id } = status
  const { busy, choose } = useChoosing(order_id, lines)
  if (!choice) return null
  const [paid, right] = [money({ amount: choice.paid, currency }), money({ amount: choice.right, currency })]
  return (
    <section className="mt-6 grid gap-4 rounded-panel bg-warn-soft p-5" aria-label={m.orders_price_choice_title()}>
      <div className="max-w-[70ch]">
        <h2 className="h3">{m.orders_price_choice_title()}</h2>
        <p className="mt-1">{m.orders_price_choice_text({ paid, right })}</p>
        <p className="mt-2">{m.orders_price_choice_ways()}</p>
        <p className="small mt-2 text-ink-2">
          {m.orders_price_choice_until()} <Moment at={choice.until} />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void choose('buy_again')}>
          {m.orders_price_choice_again()}
        </Button>
        <Button kind="ghost" busy={busy} onClick={() => void choose('refund')}>
          {m.orders_price_choice_refund()}
        </Button>
      </div>
    </section>
  )
}

function useChoosing(order_id: string, lines: Props['lines']) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)

  async function choose(choice: PriceChoice) {
    const again = choice === 'buy_again'
    const yes = await ask({
      title: again ? m.orders_price_choice_again_title() : m.orders_price_choice_refund_title(),
      text: again ? m.orders_price_choice_again_text() : m.orders_price_choice_refund_text(),
      confirm: again ? m.orders_price_choice_again() : m.orders_price_choice_refund(),
      cancel: m.orders_price_choice_later(),
    })
    if (!yes) return
    setBusy(true)
    try {
      await dataOf(send('/order/price_choice', { order_id, choice }, { loading: true }))
      toastDone(m.orders_price_choice_done())
      if (again && (await addToCartAgain(lines)) > 0) return await navigate('/user/cart/list')
    } catch {
      // The refusal was said in a toast; the order is shown as it is now.
    } finally {
      setBusy(false)
    }
    await revalidate()
  }
  return { busy, choose }
}
