/** Our signature: what one bar costs now and what it would bring back now, as one sum. */
import { Link } from 'react-router'
import type { ProductCardView } from '../../catalogue/contract.ts'
import { pieceOfWire } from '../../catalogue/live-price-rules.ts'
import { piecePrice, trueCost } from '../../catalogue/sku-price-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ratesOf, shareBps, wireMoney } from '../../ui/price.ts'
import { useLivePrice } from '../../ui/use-live-price.tsx'

export function TwoPrices({ bar }: { bar: ProductCardView }) {
  const price = useLivePrice()
  if (!price) return null
  const { currency } = price
  const piece = pieceOfWire(bar, currency)
  const now = piecePrice(piece, ratesOf(price))
  const cost = trueCost(piece, ratesOf(price), now)
  const share = shareBps(now.buyback, now.withTax)
  const written = (units: bigint) => money({ amount: wireMoney(units, currency), currency })
  return (
    <section className="band mt-16 md:mt-28" aria-labelledby="two-prices">
      <div className="flex flex-col items-start">
        <h2 className="h1 max-w-[14ch]" id="two-prices">
          {m.home_two_title()}
        </h2>
        <p className="mt-4 max-w-[46ch] text-pretty opacity-85">{m.home_two_text()}</p>
        <Link
          to={`/product/productDetail?id=${bar.product_id}&sku=${bar.sku_id}`}
          prefetch="intent"
          className="band-btn mt-7"
        >
          {m.home_two_open({ weight: bar.weight_label })}
        </Link>
      </div>
      <div>
        <p className="fig-xl">{formatBps(share, language())}</p>
        <p className="mt-2 opacity-85">{m.home_two_share({ weight: bar.weight_label })}</p>
        <progress
          className="band-bar mt-4"
          max={10_000}
          value={share}
          aria-label={m.home_two_share({ weight: bar.weight_label })}
        />
        <dl className="band-list mt-3">
          <dt>{m.home_two_pay()}</dt>
          <dd>{written(now.withTax)}</dd>
          <dt>{m.home_two_back()}</dt>
          <dd>{written(now.buyback)}</dd>
          <dt>{m.home_two_between()}</dt>
          <dd>{written(now.withTax - now.buyback)}</dd>
          <dt>{m.home_two_even()}</dt>
          <dd>{formatBps(cost.breakEvenRiseBps, language(), { sign: true })}</dd>
        </dl>
      </div>
    </section>
  )
}
