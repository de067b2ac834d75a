/** /user: what needs attention, the latest orders, where the member is signed in. */
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { SessionsView, UserInfoView } from '../../identity/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, post } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { clearSession, keepUserInfo } from '../../ui/session.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { OrderPageView } from '../contract.ts'
import type { Route } from './+types/user-home-page'
import { OrderItem } from './order-item.tsx'
import { SessionList } from './session-list.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const ATTENTION = 5
const LATEST = 3

export async function clientLoader() {
  const orders = (tab: string, page_size: number) =>
    dataOf(get<OrderPageView>('/product/order_list', { tab, page_size }))
  const [user, latest, unpaid, { sessions }] = await Promise.all([
    dataOf(get<UserInfoView>('/user/userInfo')),
    orders('all', LATEST),
    orders('unpaid', ATTENTION),
    dataOf(get<SessionsView>('/user/sessions')),
  ])
  keepUserInfo(user)
  return { user, latest: latest.orders, unpaid: unpaid.orders, sessions }
}

export default function UserHomePage({ loaderData: { user, latest, unpaid, sessions } }: Route.ComponentProps) {
  return (
    <>
      <title>{`${m.member_title()} · Karat`}</title>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="h1 break-words">{m.member_greeting({ name: user.name })}</h1>
          <p className="mt-2 text-ink-2">{user.email ?? user.mobile}</p>
        </div>
        <LogOut />
      </div>
      <div className="mt-8 grid gap-12 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 content-start gap-10">
          {(unpaid.length > 0 || !user.has_pin) && <Attention unpaid={unpaid} hasPin={user.has_pin} />}
          <section aria-label={m.member_latest_orders()}>
            <div className="mb-3 flex items-baseline justify-between gap-4">
              <h2 className="h3">{m.member_latest_orders()}</h2>
              {latest.length > 0 && (
                <Link to="/user/order/list" className="link small min-h-11">
                  {m.order_see_all()}
                </Link>
              )}
            </div>
            {latest.length === 0 ? (
              <EmptyState
                text={m.order_none()}
                action={<ButtonLink to="/product/product">{m.cart_to_shop()}</ButtonLink>}
              />
            ) : (
              <ul className="border-t border-line">
                {latest.map((order) => (
                  <li key={order.order_id}>
                    <OrderItem order={order} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
        <div className="grid content-start gap-10">
          <section aria-label={m.member_account()}>
            <h2 className="h3 mb-2">{m.member_account()}</h2>
            <Place to="/user/address/list" icon="map-pin" name={m.nav_addresses()} />
            <Place
              to="/user/changePaypwd"
              icon="key"
              name={m.pin_title()}
              end={user.has_pin ? m.member_pin_on() : m.member_pin_off()}
            />
          </section>
          <SessionList sessions={sessions} />
        </div>
      </div>
    </>
  )
}

function Attention({ unpaid, hasPin }: { unpaid: OrderPageView['orders']; hasPin: boolean }) {
  return (
    <section aria-label={m.member_attention()}>
      <h2 className="h3 mb-2">{m.member_attention()}</h2>
      <ul className="border-t border-line">
        {unpaid.map((order) => (
          <Needs
            key={order.order_id}
            icon="clock"
            title={
              order.state === 'payment_review'
                ? m.member_in_review({ number: order.number })
                : m.member_unpaid({ number: order.number })
            }
            text={
              <>
                <Money amount={order.total} currency={order.currency} />
                {order.expires_at && (
                  <>
                    {' · '}
                    {m.member_unpaid_left()} <Countdown until={order.expires_at} />
                  </>
                )}
              </>
            }
            action={
              <ButtonLink
                size="s"
                kind="ghost"
                to={
                  order.expires_at
                    ? `/payOrder?order_id=${order.order_id}`
                    : `/user/order/list?order_id=${order.order_id}`
                }
              >
                {order.expires_at ? m.order_pay() : m.order_see()}
              </ButtonLink>
            }
          />
        ))}
        {!hasPin && (
          <Needs
            icon="key"
            title={m.member_no_pin()}
            text={m.member_no_pin_text()}
            action={
              <ButtonLink size="s" kind="ghost" to="/user/changePaypwd">
                {m.member_set_pin()}
              </ButtonLink>
            }
          />
        )}
      </ul>
    </section>
  )
}

const Needs = ({
  icon,
  title,
  text,
  action,
}: {
  icon: IconName
  title: string
  text: ReactNode
  action: ReactNode
}) => (
  <li className="grid grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 gap-y-3 border-b border-line py-4 md:grid-cols-[24px_minmax(0,1fr)_auto]">
    <Icon name={icon} size="l" className="self-start text-warn" />
    <div>
      <p className="font-semibold">{title}</p>
      <p className="small text-ink-2">{text}</p>
    </div>
    <span className="max-md:col-start-2">{action}</span>
  </li>
)

const Place = ({ to, icon, name, end }: { to: string; icon: IconName; name: string; end?: string }) => (
  <Link to={to} className="flex min-h-13 items-center gap-3 border-b border-line font-medium hover:text-nila">
    <Icon name={icon} />
    <span className="flex-1">{name}</span>
    {end && <span className="small text-ink-2">{end}</span>}
    <Icon name="caret-right" size="s" />
  </Link>
)

function LogOut() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function logOut() {
    setBusy(true)
    // Whatever the server says, this browser forgets the session.
    await post('/user/logout', {}, { quiet: true }).catch(() => {})
    clearSession()
    await navigate('/')
  }
  return (
    <Button kind="ghost" size="s" busy={busy} onClick={() => void logOut()}>
      <Icon name="sign-out" />
      {m.member_log_out()}
    </Button>
  )
}
