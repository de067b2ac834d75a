/** /home/goldPrice (beyond the seed): the price with everything that can be asked of it, and its table per karat. */
import { Link } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Moved, money } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import { listCandles } from '../price-queries.ts'
import { karats } from '../price-rules.ts'
import type { Route } from './+types/gold-price-page'
import { pointsOf, pricesOfKarat, rangeQuery } from './price-ranges.ts'
import { PriceSheet } from './price-sheet.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, currency } = context.get(pageContext)
  const today = await karat.lastKnown.of(`today ${store.code} ${currency}`, () =>
    listCandles(karat, store, currency, rangeQuery('1D')),
  )
  return { today: pointsOf(today.candles) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.pricing_page_title(), description: m.pricing_page_text() })

export default function GoldPricePage({ loaderData: { today } }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumb crumbs={[{ name: m.ui_nav_home(), to: '/' }, { name: m.ui_nav_price() }]} />
      <header className="pt-3 md:pt-5">
        <h1 className="h1">{m.pricing_page_title()}</h1>
        <p className="mt-3 max-w-[62ch] text-ink-2">{m.pricing_page_text()}</p>
      </header>
      <div className="-mt-6 lg:-mt-8">
        <PriceSheet today={today} whole />
      </div>
      <KaratTable />
      <HowMade />
    </>
  )
}

/** Parts of fine gold in a thousand, as pieces are stamped. */
const stamps: Record<number, string> = {
  ...{ 24: '999,9', 22: '916', 21: '875', 18: '750', 17: '708', 16: '666', 14: '585', 10: '417', 9: '375', 8: '333' },
}

function KaratTable() {
  const price = useLivePrice()
  if (!price) return null
  const { currency } = price
  return (
    <section className="mt-16 scroll-mt-16 md:mt-28" id="karats" aria-labelledby="karat-title">
      <h2 className="h2" id="karat-title">
        {m.pricing_karat_title()}
      </h2>
      <p className="mt-2 mb-5 max-w-[62ch] text-ink-2">{m.pricing_karat_text()}</p>
      <table className="tbl max-md:text-sm">
        <thead>
          <tr>
            <th scope="col">{m.pricing_karat_label()}</th>
            <th scope="col" className="r max-md:hidden">
              {m.pricing_karat_fineness()}
            </th>
            <th scope="col" className="r max-md:hidden">
              {m.pricing_karat_share()}
            </th>
            <th scope="col" className="r">
              {m.pricing_karat_ask()}
            </th>
            <th scope="col" className="r">
              {m.pricing_karat_bid()}
            </th>
          </tr>
        </thead>
        <tbody>
          {karats.map((karat) => {
            const { ask, bid } = pricesOfKarat(price, karat)
            return (
              <tr key={karat}>
                <th scope="row" className="font-semibold!">
                  {karat}K
                </th>
                <td className="r text-ink-2 max-md:hidden">
                  {language() === 'id' ? stamps[karat] : stamps[karat]?.replace(',', '.')}
                </td>
                <td className="r text-ink-2 max-md:hidden">
                  {formatBps(Math.round((karat * 10_000) / 24), language())}
                </td>
                <td className="r">
                  <Moved amount={ask} currency={currency} className="font-semibold" />
                </td>
                <td className="r">{money({ amount: bid, currency })}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function HowMade() {
  const { minutes } = useShell().store
  const points = [
    m.pricing_made_spot(),
    m.pricing_made_spread(),
    m.pricing_made_guarantee({ minutes }),
    m.pricing_made_stale(),
  ]
  return (
    <section className="mt-16 grid gap-6 md:mt-28 lg:grid-cols-[5fr_7fr] lg:gap-14" aria-labelledby="made">
      <div>
        <h2 className="h2" id="made">
          {m.pricing_made_title()}
        </h2>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/product/product" prefetch="intent">
            {m.pricing_home_shop()}
          </ButtonLink>
          <ButtonLink kind="ghost" to="/user/trade/alerts">
            {m.pricing_alert()}
          </ButtonLink>
        </div>
      </div>
      <ul className="border-t border-line">
        {points.map((text) => (
          <li key={text} className="border-b border-line py-4 text-pretty">
            {text}
          </li>
        ))}
        <li className="pt-4 text-sm text-ink-2">
          {m.pricing_made_more()}
          <SentenceGap />
          <Link to="/home/commonProblem" className="font-semibold text-nila hover:underline">
            {m.pricing_nav_questions()}
          </Link>
        </li>
      </ul>
    </section>
  )
}
