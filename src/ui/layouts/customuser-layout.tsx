/** Layout `customuser`: the member area, rendered in the browser behind the auth middleware (seed §2). */
import { Outlet, redirect } from 'react-router'
import { AlertNews } from '../alert-card.tsx'
import { rememberReturn } from '../go.ts'
import { clearSession, isLoggedIn } from '../session.ts'
import { Frame } from '../shell/frame.tsx'
import { MemberBar, MemberNav, Offered } from '../shell/member-nav.tsx'
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
      <Offered>
        <Outlet />
      </Offered>
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
          <AlertNews everywhere />
        </>
      }
    >
      <div className="grid gap-6 pt-7 lg:grid-cols-[216px_minmax(0,1fr)] lg:items-start lg:gap-14 lg:pt-9">
        <MemberNav />
        <MemberBar />
        <div className="min-w-0">{children}</div>
      </div>
    </Frame>
  )
}
