import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { useLoggedIn } from '../session.ts'
import { Wordmark } from './site-header.tsx'

export function SiteFooter() {
  const loggedIn = useLoggedIn()
  return (
    <footer className="small mt-18 border-t border-line pt-10 pb-12 text-ink-2 md:mt-30">
      <div className="wrap grid gap-7 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="text-ink">
          <Wordmark />
          <p className="mt-3 max-w-[36ch] text-ink-2">{m.footer_promise()}</p>
        </div>
        <div className="grid grid-cols-2 gap-6 md:contents">
          <Column
            title={m.nav_shop()}
            links={[
              ['/product/product?category=bars', m.nav_bars()],
              ['/product/product?category=coins', m.nav_coins()],
              ['/product/product?category=jewellery', m.nav_jewellery()],
            ]}
          />
          <Column
            title={m.nav_account()}
            links={
              loggedIn
                ? [
                    ['/user/order/list', m.nav_orders()],
                    ['/user/cart/list', m.nav_cart()],
                    ['/user/address/list', m.nav_addresses()],
                  ]
                : [
                    ['/login', m.log_in()],
                    ['/signup', m.sign_up()],
                  ]
            }
          />
          <Column
            title={m.footer_open()}
            links={[
              ['/#price', m.nav_price()],
              ['/#weights', m.footer_price_table()],
            ]}
          />
        </div>
      </div>
    </footer>
  )
}

const Column = ({ title, links }: { title: string; links: [to: string, name: string][] }) => (
  <nav aria-label={title}>
    <p className="mb-1.5 font-semibold text-ink">{title}</p>
    {links.map(([to, name]) => (
      <Link key={to} to={to} className="flex min-h-8 items-center hover:text-nila max-md:min-h-11">
        {name}
      </Link>
    ))}
  </nav>
)
