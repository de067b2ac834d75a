import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields.tsx'
import { Clock, money } from '../../ui/figures.tsx'
import type { useCheckout } from './use-checkout.ts'

type Props = { checkout: ReturnType<typeof useCheckout> }

/** One sentence that says what happens, and the button that repeats the amount; at zero it only asks for a new price. */
export function PayButton({ checkout }: Props) {
  const { guarantee, over, work } = checkout
  const [missing, setMissing] = useState(false)
  const { delivery, currency, total } = guarantee
  const amount = money({ amount: total, currency })

  function pay() {
    setMissing(delivery === null)
    if (delivery) return void checkout.submit()
    document.getElementById('delivery')?.scrollIntoView({ block: 'center' })
    document.querySelector<HTMLElement>('#delivery input, #delivery button')?.focus({ preventScroll: true })
  }

  const button = over ? (
    <Button size="l" className="w-full" busy={work !== null} onClick={() => void checkout.renew()}>
      {m.checkout_new_price()}
    </Button>
  ) : (
    <Button size="l" className="w-full" busy={work !== null} onClick={pay}>
      {m.checkout_pay({ amount })}
    </Button>
  )
  return (
    <>
      <p className="small text-ink-2">
        {over
          ? m.checkout_over_text()
          : delivery?.mode === 'pickup'
            ? m.checkout_sentence_pickup({ amount, place: delivery.name })
            : delivery
              ? m.checkout_sentence_courier({ amount, name: delivery.recipient })
              : m.checkout_sentence_open()}{' '}
        {!over && (
          <>
            {m.price_guaranteed_until()} <Clock at={guarantee.expires_at} seconds />.
          </>
        )}
      </p>
      {missing && !delivery && <FieldError>{m.checkout_delivery_missing()}</FieldError>}
      <div className="mt-4 max-md:hidden">{button}</div>
      <div className="buybar">
        {!over && (
          <div className="min-w-0">
            <p className="fine text-ink-2">{m.order_total()}</p>
            <p className="fig-m">{amount}</p>
          </div>
        )}
        <div className="min-w-0 flex-1">
          {over ? (
            button
          ) : (
            <Button className="w-full" busy={work !== null} onClick={pay} aria-label={m.checkout_pay({ amount })}>
              {m.checkout_pay_now()}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
