/** /mallOrder/create: how to receive, how to pay, and the price that is held meanwhile. */
import { useRef, useState } from 'react'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { AddressView, PickupPointView } from '../../delivery/contract.ts'
import type { VerificationNeed } from '../../kyc/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { requireMemberPage } from '../../ui/member-page.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/states.tsx'
import type { HoldingView } from '../../vault/contract.ts'
import type { GuaranteeView } from '../contract.ts'
import type { Route } from './+types/create-order-page'
import { CheckoutRefused } from './checkout-refused.tsx'
import { confirm, type Refused, readWish, type Wish, wishOf } from './confirm-wish.ts'
import { DeliveryFields, type Mode } from './delivery-fields.tsx'
import { GoldChoice } from './gold-choice.tsx'
import { GuaranteePanel } from './guarantee-panel.tsx'
import { takeDelivery } from './kept-delivery.ts'
import { PayButton } from './pay-button.tsx'
import { PriceMovedDialog } from './price-moved-dialog.tsx'
import { useCheckout } from './use-checkout.ts'
import { VerifyFirst } from './verify-first.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const handle = { step: 'confirm' }

export type Places = { addresses: AddressView[]; points: PickupPointView[] }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireMemberPage(request)
  const wish = readWish(new URL(request.url).searchParams)
  if (!wish) throw data(null, { status: 404 })
  const [{ addresses }, { pickup_points: points }, { gold }, confirmed] = await Promise.all([
    dataOf(get<{ addresses: AddressView[] }>('/address/getAddressList')),
    dataOf(get<{ pickup_points: PickupPointView[] }>('/address/self_pickup')),
    dataOf(get<HoldingView>('/trade/holding')),
    confirmKept(wish, request.url),
  ])
  return { wish, places: { addresses, points }, gold, confirmed }
}

/** With the delivery that was chosen before the member had to verify, where that is still possible. */
async function confirmKept(wish: Wish, url: string) {
  const { pathname, search } = new URL(url)
  const delivery = takeDelivery(pathname + search)
  const kept = delivery && (await confirm(wish, delivery))
  return kept?.kind === 'held' ? kept : confirm(wish)
}

/** A price is held once for one visit, not again for whatever else happens on the page. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href

export default function CreateOrderPage({ loaderData: { wish, places, gold, confirmed } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{m.orders_checkout_title()}</PageTitle>
      {confirmed.kind === 'refused' ? (
        <NotHeld wish={wish} refused={confirmed.refused} />
      ) : (
        <Checkout
          key={confirmed.guarantee.guarantee_id}
          wish={wish}
          places={places}
          gold={gold}
          first={confirmed.guarantee}
        />
      )}
    </>
  )
}

const NotHeld = ({ wish, refused }: { wish: Wish; refused: Refused }) =>
  refused.error === 'verification_required' ? (
    <VerifyFirst wish={wish} need={refused.data as VerificationNeed} delivery={undefined} />
  ) : (
    <CheckoutRefused wish={wish} refused={refused} />
  )

type CheckoutProps = { wish: Wish; places: Places; gold: string; first: GuaranteeView }

function Checkout({ wish, places, gold, first }: CheckoutProps) {
  const checkout = useCheckout(wish, first)
  const { guarantee, moved, refused, work } = checkout
  const [mode, setMode] = useState<Mode>(first.delivery?.mode ?? 'courier')
  const [missing, setMissing] = useState(false)
  const settled = guarantee.delivery?.mode === mode ? guarantee.delivery : null
  const delivery = useRef<HTMLDivElement>(null)

  function showMissing() {
    setMissing(true)
    delivery.current?.scrollIntoView({ block: 'start' })
    delivery.current?.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true })
  }

  if (refused?.error === 'verification_required')
    return <VerifyFirst wish={wish} need={refused.data as VerificationNeed} delivery={wishOf(guarantee.delivery)} />
  if (refused)
    return (
      <CheckoutRefused
        wish={wish}
        refused={refused}
        lines={guarantee.lines}
        busy={work === 'renew'}
        onAgain={() => void checkout.renew()}
      />
    )
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_424px] lg:items-start lg:gap-18">
      <div className="min-w-0 max-lg:order-1">
        <h1 className="h1 mb-7">{m.orders_checkout_title()}</h1>
        <div ref={delivery} className="scroll-mt-14">
          <DeliveryFields
            guarantee={guarantee}
            places={places}
            busy={work === 'delivery'}
            missing={missing && settled === null}
            undelivered={checkout.undelivered}
            mode={mode}
            onMode={setMode}
            onChoose={(delivery) => void checkout.chooseDelivery(delivery)}
          />
        </div>
        {wish.kind !== 'draft' && (
          <GoldChoice
            guarantee={guarantee}
            there={gold}
            chosen={checkout.gold}
            refused={checkout.goldRefused}
            onChoose={(chosen) => void checkout.chooseGold(chosen)}
          />
        )}
        <div className="mt-8">
          <h2 className="h3 mb-3">{m.orders_checkout_method()}</h2>
          <p className="text-ink-2">{m.orders_checkout_at_cashier()}</p>
        </div>
      </div>
      <GuaranteePanel guarantee={guarantee} unsettled={work === 'delivery'}>
        <PayButton checkout={checkout} delivery={settled} onMissingDelivery={showMissing} />
      </GuaranteePanel>
      {moved && <PriceMovedDialog moved={moved} onAccept={checkout.acceptMoved} onLeave={checkout.leaveMoved} />}
    </div>
  )
}

export const HydrateFallback = () => (
  <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_424px] lg:gap-18" aria-busy="true">
    <div className="grid gap-4 max-lg:order-1">
      <Skeleton className="h-11 w-80" />
      <Skeleton className="mt-4 h-36" />
      <Skeleton className="h-28" />
    </div>
    <Skeleton className="h-[420px]" />
  </div>
)
