/** Layout `customuser`: the member area, rendered in the browser behind the auth middleware (seed §2). */
import { NavLink, Outlet, redirect } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { rememberReturn } from '../go.ts'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-names.ts'
import { clearSession, isLoggedIn } from '../session.ts'
import { Frame } from '../shell/frame.tsx'
import { PriceRail } from '../shell/price-rail.tsx'
import { SiteFooter } from '../shell/site-footer.tsx'
import { SiteHeader } from '../shell/site-header.tsx'
import { TabBar } from '../shell/tab-bar.tsx'
import { Skeleton } from '../states.tsx'
import type { Route } from './+types/customuser-layout'

/** A visitor who opens a page of the member area is sent to /login, and back after signing in. */
function requireMember(request: Request) {
  if (isLoggedIn()) return
  const { pathname, search } = new URL(request.url)
  clearSession()
  rememberReturn(pathname + search)
  throw redirect('/login')
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [({ request }) => requireMember(request)]

/** Makes the first load of a member page wait for the middleware too. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  requireMember(request)
  return null
}
clientLoader.hydrate = true as const

export default function CustomUserLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function HydrateFallback() {
  return (
    <Shell>
      <div className="grid gap-4" aria-busy="true">
        <Skeleton className="h-11 w-64" />
        <Skeleton className="mt-4 h-40" />
        <Skeleton className="h-40" />
      </div>
    </Shell>
  )
}

function Shell({ children }: { children: React.ReactNode }) {
  return (
    <Frame
      header={<SiteHeader />}
      rail={<PriceRail />}
      footer={
        <>
          <SiteFooter />
          <TabBar />
        </>
      }
    >
      <div className="grid gap-6 pt-7 lg:grid-cols-[208px_minmax(0,1fr)] lg:gap-14 lg:pt-9">
        <MemberNav />
        <div className="min-w-0">{children}</div>
      </div>
    </Frame>
  )
}

function MemberNav() {
  const places: { to: string; icon: IconName; name: string; end?: boolean }[] = [
    { to: '/user', icon: 'house', name: m.nav_overview(), end: true },
    { to: '/user/order/list', icon: 'receipt', name: m.nav_orders() },
    { to: '/user/gpg/history', icon: 'seal-check', name: m.gpg_title() },
    { to: '/user/cart/list', icon: 'handbag-simple', name: m.nav_cart() },
    { to: '/user/wishlist', icon: 'heart', name: m.nav_wishlist() },
    { to: '/user/address/list', icon: 'map-pin', name: m.nav_addresses() },
  ]
  return (
    <nav className="hidden lg:block" aria-label={m.nav_member()}>
      {places.map(({ to, icon, name, end }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? false}
          className="-ml-3 flex h-11 items-center gap-3 rounded-tag px-3 text-[15px] font-medium text-ink-2 hover:text-ink aria-[current=page]:bg-tile aria-[current=page]:font-semibold aria-[current=page]:text-ink"
        >
          <Icon name={icon} />
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
