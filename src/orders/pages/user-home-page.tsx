/** /user: who I am, my gold, what needs attention, how far I am verified, the latest orders; on a phone also every place of the area. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AddressView } from '../../delivery/contract.ts'
import type { UserInfoView } from '../../identity/contract.ts'
import type { SecurityStateView } from '../../identity/security-contract.ts'
import type { VerificationView } from '../../kyc/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, post } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { clearSession, keepUserInfo } from '../../ui/session.ts'
import { leaveSession } from '../../ui/session-end.ts'
import { MemberList } from '../../ui/shell/member-nav.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { HoldingView } from '../../vault/contract.ts'
import { MovementList } from '../../vault/pages/movement-list.tsx'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import { useStorePrice } from '../../vault/pages/use-store-price.ts'
import { ValueChart } from '../../vault/pages/value-chart.tsx'
import { VaultHome } from '../../vault/pages/vault-home.tsx'
import type { OrderPageView } from '../contract.ts'
import type { OwnedPiecesView } from '../core/owned-pieces-contract.ts'
import type { OwnDraftsView } from '../drafts/draft-contract.ts'
import type { Route } from './+types/user-home-page'
import { OrderItem } from './order-item.tsx'
import { Allocation, OwnPieces } from './user-assets.tsx'
import { Attention, whatNeedsAttention } from './user-attention.tsx'
import { Verification } from './user-verification.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const UNFINISHED = 5
const LATEST = 3

export async function clientLoader() {
  const orders = (tab: string, page_size: number) =>
    dataOf(get<OrderPageView>('/product/order_list', { tab, page_size }))
  const [user, latest, unpaid, security, { addresses }, verification, holding, pieces, { drafts }] = await Promise.all([
    dataOf(get<UserInfoView>('/user/userInfo')),
    orders('all', LATEST),
    orders('unpaid', UNFINISHED),
    dataOf(get<SecurityStateView>('/user/security')),
    dataOf(get<{ addresses: AddressView[] }>('/address/getAddressList')),
    dataOf(get<VerificationView>('/user/getVerification')),
    dataOf(get<HoldingView>('/trade/holding')),
    dataOf(get<OwnedPiecesView>('/user/pieces')),
    dataOf(get<OwnDraftsView>('/order/drafts')),
  ])
  keepUserInfo(user)
  const hasAddress = addresses.length > 0
  return {
    ...{ user, latest: latest.orders, unpaid: unpaid.orders, security, hasAddress },
    ...{ verification, holding, pieces, drafts },
  }
}

export default function UserHomePage({ loaderData }: Route.ComponentProps) {
  const { user, latest, verification, holding, pieces } = loaderData
  const price = useStorePrice(holding.currency)
  return (
    <>
      <PageTitle>{m.orders_member_title()}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="h1 break-words">{m.orders_member_greeting({ name: user.name })}</h1>
          <p className="mt-2 break-words text-ink-2">{user.email ?? user.mobile}</p>
        </div>
        <LogOut />
      </div>
      <div className="mt-8">
        <VaultHome holding={holding} />
      </div>
      <div className="mt-10 grid gap-x-12 gap-y-12 xl:grid-cols-[minmax(0,1fr)_300px] xl:items-start">
        <div className="grid gap-12 xl:order-1">
          <Attention needs={whatNeedsAttention(loaderData)} />
          <Verification verification={verification} />
          <Allocation holding={holding} pieces={pieces} price={price} />
        </div>
        <div className="grid min-w-0 gap-12">
          {!isNothing(holding.gold) && <ValueChart holding={holding} />}
          <MovementList movements={holding.movements} currency={holding.currency} />
          <OwnPieces pieces={pieces} currency={holding.currency} price={price} />
          <LatestOrders orders={latest} />
          <div className="lg:hidden">
            <h2 className="h3 mb-4">{m.orders_places_all()}</h2>
            <MemberList />
          </div>
        </div>
      </div>
    </>
  )
}

const LatestOrders = ({ orders }: Pick<OrderPageView, 'orders'>) => (
  <section aria-label={m.orders_member_latest_orders()}>
    <div className="mb-3 flex items-baseline justify-between gap-4">
      <h2 className="h3">{m.orders_member_latest_orders()}</h2>
      {orders.length > 0 && (
        <Link to="/user/order/list" className="link small min-h-11">
          {m.orders_see_all()}
        </Link>
      )}
    </div>
    {orders.length === 0 ? (
      <EmptyState
        text={m.orders_none()}
        action={
          <ButtonLink kind="ghost" to="/product/product">
            {m.cart_to_shop()}
          </ButtonLink>
        }
      />
    ) : (
      <ul className="border-t border-line">
        {orders.map((order) => (
          <li key={order.order_id}>
            <OrderItem order={order} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

function LogOut() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function logOut() {
    setBusy(true)
    leaveSession()
    // Whatever the server says, this browser forgets the session.
    await post('/user/logout', {}, { quiet: true, leaving: true }).catch(() => {})
    clearSession()
    await navigate('/')
  }
  return (
    <Button kind="ghost" size="s" busy={busy} onClick={() => void logOut()}>
      <Icon name="sign-out" />
      {m.orders_member_log_out()}
    </Button>
  )
}
