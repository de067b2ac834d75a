/** The head of every page: the same height with and without script, and whoever looks at it. */
import { type ReactNode, useEffect } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { get } from '../api-client.ts'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-names.ts'
import { useKinds } from '../kinds.ts'
import { setCartCount, token, useCartCount, useLoggedIn, useSession } from '../session.ts'
import { useKept } from '../wishes.ts'
import { Wordmark } from '../wordmark.tsx'
import { PreferencesMenu } from './preferences-menu.tsx'
import { SearchDialog } from './search-dialog.tsx'

export const HeaderBar = ({ children }: { children: ReactNode }) => (
  <header className="border-b border-line bg-paper">
    <div className="wrap flex h-[60px] items-center gap-3 sm:gap-6 lg:h-[68px] xl:gap-9">{children}</div>
  </header>
)

const places = [
  { to: '/home/goldPrice', name: m.ui_nav_price },
  { to: '/home/commonProblem', name: m.ui_nav_help },
]

export function SiteHeader() {
  const kinds = useKinds()
  return (
    <HeaderBar>
      <Wordmark />
      <nav className="hidden self-stretch lg:flex lg:gap-5 xl:gap-7" aria-label={m.ui_nav_main()}>
        <ShopLink to="/product/product" isCurrent={(category) => !kinds.some(({ slug }) => slug === category)}>
          {m.ui_nav_shop()}
        </ShopLink>
        {kinds.map(({ slug, to, name }) => (
          <ShopLink key={slug} to={to} isCurrent={(category) => category === slug}>
            {name}
          </ShopLink>
        ))}
        {places.map(({ to, name }) => (
          <NavLink key={to} to={to} prefetch="intent" className={placeClass}>
            {name()}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center max-md:-mr-2.5 md:gap-1">
        <PreferencesMenu />
        <SearchDialog />
        <AccountLink />
        <WishesLink />
        <CartLink />
      </div>
    </HeaderBar>
  )
}

const placeClass =
  'inline-flex items-center border-y-2 border-transparent text-[15px] font-medium whitespace-nowrap hover:text-nila aria-[current=page]:border-b-ink'

type ShopLinkProps = { to: string; isCurrent: (category: string) => boolean; children: ReactNode }

/** Current only for its own category: the search decides, not the path alone. */
function ShopLink({ to, isCurrent, children }: ShopLinkProps) {
  const category = useCategory()
  const current = category !== undefined && isCurrent(category)
  return (
    <Link to={to} prefetch="intent" className={placeClass} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** The category of the list that is open ('' for all), undefined elsewhere. */
function useCategory(): string | undefined {
  const { pathname, search } = useLocation()
  return pathname.startsWith('/product/') ? (new URLSearchParams(search).get('category') ?? '') : undefined
}

function AccountLink() {
  const loggedIn = useLoggedIn()
  return (
    <NavLink
      to={loggedIn ? '/user' : '/login'}
      className="icon-btn max-md:hidden"
      aria-label={loggedIn ? m.ui_nav_account() : m.ui_log_in()}
    >
      <Icon name="user" size="l" />
    </NavLink>
  )
}

function WishesLink() {
  const { wishes } = useKept()
  const count = wishes.length
  return <Counted to="/user/wishlist" icon="heart" count={count} name={m.ui_wishlist_count({ count })} />
}

function CartLink() {
  const count = useCartCount()
  const session = useSession()
  useEffect(() => {
    if (!session || session !== token()) return
    get<{ count: number }>('/product/cartList', {}, { quiet: true }).then(
      (answer) => answer.status === 'success' && session === token() && setCartCount(answer.data.count),
      () => {},
    )
  }, [session])
  return <Counted to="/user/cart/list" icon="handbag-simple" count={count} name={m.ui_cart_with_count({ count })} />
}

/** The number lies on the icon, so that nothing moves when it comes. */
const Counted = ({ to, icon, count, name }: { to: string; icon: IconName; count: number; name: string }) => (
  <Link to={to} className="icon-btn" aria-label={name}>
    <Icon name={icon} size="l" />
    {count > 0 && (
      <span className="absolute top-[5px] right-[3px] min-w-[18px] rounded-[9px] bg-nila px-1 text-center text-[11px] leading-[18px] font-semibold text-on-nila">
        {count > 99 ? '99+' : count}
      </span>
    )}
  </Link>
)
