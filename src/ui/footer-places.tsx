/** The foot of every page: where everything is, how we are reached, and who sells. The same for everybody, so it never moves. */
import { Link } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { useKinds } from './kinds.ts'
import { type ShellHouse, useShellData } from './shell-data.ts'
import { Wordmark } from './wordmark.tsx'

type Place = [to: string, name: () => string]

const columns: { title: () => string; places: Place[] }[] = [
  {
    title: m.ui_nav_shop,
    places: [['/product/product', m.ui_footer_all]],
  },
  {
    title: m.ui_footer_open,
    places: [
      ['/home/goldPrice', m.ui_nav_price],
      ['/#weights', m.ui_footer_price_table],
      ['/home/goldPrice#karats', m.ui_footer_karats],
      ['/product/passport', m.ui_footer_passport],
      ['/home/proof', m.proof_title],
      ['/home/custody', m.home_custody_title],
    ],
  },
  {
    title: m.ui_footer_house,
    places: [
      ['/home/aboutUs', m.ui_footer_about],
      ['/home/news', m.ui_footer_news],
      ['/home/viewTestimonials', m.ui_footer_testimonials],
      ['/home/partner', m.ui_footer_partners],
    ],
  },
  {
    title: m.ui_nav_help,
    places: [
      ['/home/commonProblem', m.ui_footer_problems],
      ['/contactUs', m.ui_footer_contact],
      ['/user/order/list', m.ui_nav_orders],
      ['/home/sendTestimonials', m.ui_footer_send_testimonial],
    ],
  },
]

export function FooterPlaces() {
  const kinds = useKinds()
  const { house, features } = useShellData()?.store ?? {}
  const facts = house ? [house.registration, house.licence, house.tax_number].filter(Boolean) : []
  return (
    <footer className="small mt-18 border-t border-line pt-10 pb-12 text-ink-2 md:mt-30 md:pt-14">
      <div className="wrap grid gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
        <div>
          <div className="text-ink">
            <Wordmark />
          </div>
          <p className="mt-3 max-w-[38ch]">{m.ui_footer_promise()}</p>
          {house && <Reached house={house} />}
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
          {columns.map(({ title, places }, place) => (
            <nav key={title()} aria-label={title()}>
              <p className="mb-1.5 font-semibold text-ink">{title()}</p>
              {[...(place === 0 ? kinds.map(({ to, name }): Place => [to, () => name]) : []), ...places].map(
                ([to, name]) => (
                  <Link key={to} to={to} className="flex min-h-8 items-center hover:text-nila max-md:min-h-11">
                    {name()}
                  </Link>
                ),
              )}
            </nav>
          ))}
        </div>
      </div>
      <div className="wrap mt-10">
        <div className="fine flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-line pt-6">
          <div className="grid max-w-[76ch] gap-1">
            {house?.legal_name && (
              <p>{(features?.cash_balance ? m.ui_footer_licence : m.ui_footer_dealer)({ seller: house.legal_name })}</p>
            )}
            {facts.length > 0 && <p>{facts.join(' · ')}</p>}
          </div>
          <p className="flex gap-x-6">
            <Link to="/agreement" className="inline-flex min-h-6 items-center hover:text-nila max-md:min-h-11">
              {m.ui_footer_agreement()}
            </Link>
            <Link to="/privacy" className="inline-flex min-h-6 items-center hover:text-nila max-md:min-h-11">
              {m.ui_footer_privacy()}
            </Link>
          </p>
        </div>
      </div>
    </footer>
  )
}

const Reached = ({ house: { telephone, mail, hours, street, city } }: { house: ShellHouse }) => (
  <address className="mt-5 grid justify-items-start not-italic">
    {telephone && (
      <a href={`tel:${telephone.replaceAll(' ', '')}`} className={contactClass}>
        {telephone}
      </a>
    )}
    {mail && (
      <a href={`mailto:${mail}`} className={contactClass}>
        {mail}
      </a>
    )}
    <span className="mt-2">{hours}</span>
    <span>{[street, city].filter(Boolean).join(', ')}</span>
  </address>
)

const contactClass = 'inline-flex min-h-8 items-center text-base font-semibold text-ink hover:text-nila max-md:min-h-11'
