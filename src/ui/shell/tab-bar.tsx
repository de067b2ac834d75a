import { Link, NavLink, useLocation } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-names.ts'
import { useLoggedIn } from '../session.ts'

/** The phone's navigation; a page with a buy bar replaces it (see .buybar). */
export function TabBar() {
  const account = useLoggedIn() ? '/user' : '/login'
  const tabs: { to: string; icon: IconName; name: string; end?: boolean }[] = [
    { to: '/', icon: 'house', name: m.ui_nav_home(), end: true },
    { to: '/product/product', icon: 'storefront', name: m.ui_nav_shop() },
    { to: '/user/cart/list', icon: 'handbag-simple', name: m.ui_nav_cart() },
    { to: '/user/order/list', icon: 'receipt', name: m.ui_nav_orders() },
    { to: account, icon: 'user', name: m.ui_nav_account(), end: true },
  ]
  const { pathname } = useLocation()
  // Every page of the member area that has no tab of its own belongs to the account.
  const inAccount = /^\/user(\/|$)/.test(pathname) && !tabs.some(({ to }) => to !== account && to === pathname)
  return (
    <nav className="tabs" aria-label={m.ui_nav_bottom()}>
      {tabs.map(({ to, icon, name, end }) => {
        const label = (
          <>
            <Icon name={icon} size="l" />
            {name}
          </>
        )
        if (to === account && inAccount)
          return (
            <Link key={to} to={to} aria-current={pathname === to ? 'page' : 'true'}>
              {label}
            </Link>
          )
        return (
          <NavLink key={to} to={to} end={end ?? false}>
            {label}
          </NavLink>
        )
      })}
    </nav>
  )
}
