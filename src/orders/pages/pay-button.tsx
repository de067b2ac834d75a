import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Clock, money } from '../../ui/figures.tsx'
import { fullStop, SentenceGap } from '../../ui/sentence-gap.tsx'
import type { DeliveryData } from '../contract.ts'
import { AcceptAgreement } from './accept-agreement.tsx'
import type { useCheckout } from './use-checkout.ts'

type Props = {
  checkout: ReturnType<typeof useCheckout>
  /** Null while nothing says where it goes. */
  delivery: DeliveryData | null
  /** Called instead of paying while nothing says where it goes. */
  onMissingDelivery: () => void
}

/** One sentence that says what happens, and the button that repeats the amount; at zero it only asks for a new price. */
export function PayButton({ checkout, delivery, onMissingDelivery }: Props) {
  const { guarantee, over, onHold, work } = checkout
  const { currency, total } = guarantee
  const amount = money({ amount: total, currency })

  const pay = () => (delivery ? void checkout.submit() : onMissingDelivery())

  const button = over ? (
    <Button size="l" className="w-full" busy={work !== null} onClick={() => void checkout.renew()}>
      {m.orders_checkout_new_price()}
    </Button>
  ) : (
    <Button size="l" className="w-full" busy={work !== null} onClick={pay}>
      {m.orders_checkout_pay({ amount })}
    </Button>
  )
  return (
    <>
      <p className="small text-ink-2">
        {over
          ? m.orders_checkout_over_text()
          : delivery?.mode === 'pickup'
            ? m.orders_checkout_sentence_pickup({ amount, place: delivery.name })
            : delivery
              ? m.orders_checkout_sentence_courier({ amount, name: delivery.recipient })
              : m.orders_checkout_sentence_open()}
        <SentenceGap />
        {!over && (
          <>
            {m.ui_price_guaranteed_until()} <Clock at={guarantee.expires_at} seconds />
            {fullStop()}
          </>
        )}
      </p>
      <AcceptAgreement version={checkout.agreement} />
      {onHold && !over && <p className="small mt-3 text-warn max-md:hidden">{m.orders_checkout_on_hold()}</p>}
      <div className="mt-4 max-md:hidden">{button}</div>
      <div className="buybar flex-wrap">
        {onHold && !over && <p className="fine w-full text-warn">{m.orders_checkout_on_hold()}</p>}
        {!over && (
          <div className="min-w-0">
            <p className="fine text-ink-2">{m.orders_total()}</p>
            <p className="fig-m">{amount}</p>
          </div>
        )}
        <div className="min-w-0 flex-1">
          {over ? (
            button
          ) : (
            <Button className="w-full" busy={work !== null} onClick={pay}>
              {m.orders_checkout_pay_now()}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
