/** What a bar of each weight costs now, and what it would bring back. */

import { Link } from 'react-router'
import type { ProductCardView } from '../../catalogue/contract.ts'
import { pieceOfWire } from '../../catalogue/live-price-rules.ts'
import { piecePrice } from '../../catalogue/sku-price-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Moved, money } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { ratesOf, wireMoney } from '../../ui/price.ts'
import { useLivePrice } from '../../ui/use-live-price.tsx'

export function PriceTable({ bars }: { bars: ProductCardView[] }) {
  return (
    <section className="mt-16 scroll-mt-16 md:mt-28" id="weights">
      <div className="mb-5 flex items-end justify-between gap-4 md:mb-8">
        <h2 className="h1">{m.home_table_title()}</h2>
        <Link to="/product/product" className="link max-md:hidden" prefetch="intent">
          {m.home_table_all()} <Icon name="arrow-right" size="s" />
        </Link>
      </div>
      <table className="tbl max-md:text-sm max-md:[&_:is(th,td)]:px-1.5 max-md:[&_:is(th,td):first-child]:pl-0 max-md:[&_:nth-child(5)]:pr-0">
        <thead>
          <tr>
            <th scope="col">{m.home_table_weight()}</th>
            <th scope="col" className="r">
              {m.home_table_price()}
            </th>
            <th scope="col" className="r max-md:hidden">
              {m.home_table_per_gram()}
            </th>
            <th scope="col" className="r max-lg:hidden">
              {m.home_table_over_spot()}
            </th>
            <th scope="col" className="r">
              {m.home_table_buyback()}
            </th>
            <th scope="col" className="max-md:hidden">
              <span className="sr-only">{m.home_table_buy()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <Row key={bar.sku_id} bar={bar} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ bar }: { bar: ProductCardView }) {
  const price = useLivePrice()
  if (!price) return null
  const { currency } = price
  const now = piecePrice(pieceOfWire(bar, currency), ratesOf(price))
  const to = `/product/productDetail?id=${bar.product_id}&sku=${bar.sku_id}`
  return (
    <tr className="[&>*]:py-2!">
      <th scope="row">
        <Link to={to} className="flex min-h-11 items-center gap-2.5 font-semibold hover:text-nila md:gap-3.5">
          <span className="tile size-11 rounded-control p-[3px] max-[379px]:hidden md:size-14">
            {bar.picture && <ProductPicture picture={bar.picture} alt="" sizes="56px" />}
          </span>
          {bar.weight_label}
        </Link>
      </th>
      <td className="r">
        <Moved amount={wireMoney(now.withTax, currency)} currency={currency} className="font-semibold" />
      </td>
      <td className="r text-ink-2 max-md:hidden">{money({ amount: wireMoney(now.perGram, currency), currency })}</td>
      <td className="r text-ink-2 max-lg:hidden">{formatBps(now.overSpotBps, language(), { sign: true })}</td>
      <td className="r">{money({ amount: wireMoney(now.buyback, currency), currency })}</td>
      <td className="r max-md:hidden">
        <Link to={to} className="link" aria-label={m.home_table_buy_weight({ weight: bar.weight_label })}>
          {m.home_table_buy()} <Icon name="arrow-right" size="s" />
        </Link>
      </td>
    </tr>
  )
}
