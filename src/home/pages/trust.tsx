/** Why to trust us, each with the place where it can be checked; and how buying goes. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { type ShellData, useShell } from '../../ui/shell-data.ts'

type Reason = { icon: IconName; title: string; text: string; to: string; more: string }

const reasons = ({ days: { from: daysFrom, to: daysTo }, minutes }: ShellData['store']): Reason[] => [
  {
    ...{ icon: 'scales', title: m.home_trust_buyback(), text: m.home_trust_buyback_text() },
    ...{ to: '/home/goldPrice', more: m.home_trust_buyback_more() },
  },
  {
    ...{ icon: 'lock-simple', title: m.home_trust_guarantee({ minutes }), text: m.home_trust_guarantee_text() },
    ...{ to: '/home/commonProblem', more: m.home_trust_guarantee_more() },
  },
  {
    ...{ icon: 'seal-check', title: m.home_trust_serial(), text: m.home_trust_serial_text() },
    ...{ to: '/product/passport', more: m.ui_footer_passport() },
  },
  {
    ...{ icon: 'truck', title: m.home_trust_delivery(), text: m.home_trust_delivery_text({ daysFrom, daysTo }) },
    ...{ to: '/home/commonProblem', more: m.home_trust_delivery_more() },
  },
  {
    ...{ icon: 'cube', title: m.home_trust_stock(), text: m.home_trust_stock_text() },
    ...{ to: '/product/product', more: m.home_trust_stock_more() },
  },
  {
    ...{ icon: 'receipt', title: m.home_trust_books(), text: m.home_trust_books_text() },
    ...{ to: '/home/custody', more: m.home_custody_title() },
  },
]

export function Trust() {
  const { store } = useShell()
  return (
    <section className="mt-16 md:mt-28" aria-labelledby="trust">
      <h2 className="h1 max-w-[18ch]" id="trust">
        {m.home_trust_title()}
      </h2>
      <ul className="mt-8 grid gap-x-14 md:mt-11 md:grid-cols-2 lg:grid-cols-3">
        {reasons(store).map(({ icon, title, text, to, more }) => (
          <li key={title} className="flex flex-col border-t border-line py-7">
            <Icon name={icon} size="l" className="text-ink-2" />
            <h3 className="h3 mt-4">{title}</h3>
            <p className="mt-1.5 text-pretty text-ink-2">{text}</p>
            <Link
              to={to}
              className="link mt-auto min-h-11 pt-2 text-sm"
              prefetch="intent"
              aria-label={`${title}: ${more}`}
            >
              {more} <Icon name="arrow-right" size="s" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Steps() {
  const { store } = useShell()
  const { from: daysFrom, to: daysTo } = store.days
  const steps = [
    [m.home_how_choose(), m.home_how_choose_text()],
    [m.home_how_hold(), m.home_how_hold_text({ minutes: store.minutes })],
    [m.home_how_pay(), m.home_how_pay_text()],
    [m.home_how_receive(), m.home_how_receive_text({ daysFrom, daysTo })],
  ]
  return (
    <section className="mt-16 md:mt-28" aria-labelledby="how">
      <h2 className="h1" id="how">
        {m.home_how_title()}
      </h2>
      <ol className="mt-8 grid gap-x-6 gap-y-8 md:mt-11 md:grid-cols-2 lg:grid-cols-4">
        {steps.map(([title, text], place) => (
          <li key={title} className="grid grid-cols-[44px_minmax(0,1fr)] border-t border-ink pt-4 lg:block">
            <span className="font-serif text-[34px] leading-none text-ink-2" aria-hidden="true">
              {place + 1}
            </span>
            <span className="block lg:mt-6">
              <span className="h3 block">{title}</span>
              <span className="mt-1.5 block text-pretty text-ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
