/** What buying costs and what selling back at once would bring: open, as one sum. */
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { formatBps, formatDecimal, formatPieceWeight } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { wireMoney } from '../../ui/price.ts'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import type { SkuPrice } from './use-sku-price.ts'

type Props = { product: ProductDetailsView; sku: SkuDetailsView; price: SkuPrice }

export function TrueCost({ product, sku, price: { now, cost, rates } }: Props) {
  const { currency } = product
  const say = (amount: bigint) => money({ amount: wireMoney(amount, currency), currency })
  const bare = (amount: bigint) => formatDecimal(wireMoney(amount, currency), language())
  return (
    <section className="panel mt-6 p-5" aria-labelledby="true-cost">
      <h2 className="h3" id="true-cost">
        {m.catalogue_cost_title()}
      </h2>
      <dl className="kv small mt-3.5 [&_dd]:whitespace-nowrap">
        <dt>
          {m.catalogue_cost_gold({ weight: formatPieceWeight(sku.fine_weight, language()), price: bare(rates.ask) })}
        </dt>
        <dd>{say(cost.goldValue)}</dd>
        <dt>
          {product.kind === 'jewellery' ? m.catalogue_cost_making() : m.catalogue_cost_premium()}{' '}
          {formatBps(now.overAskBps, language(), { sign: true })}
        </dt>
        <dd>{say(cost.charges)}</dd>
        <dt>
          {product.tax_bps > 0
            ? m.catalogue_cost_tax({ percent: formatBps(product.tax_bps, language()) })
            : m.catalogue_cost_no_tax()}
        </dt>
        <dd>{say(now.tax)}</dd>
        <dt className="font-semibold text-ink!">{m.catalogue_cost_you_pay()}</dt>
        <dd className="font-semibold!">{say(now.withTax)}</dd>
      </dl>
      <hr className="rule my-4" />
      <dl className="kv small [&_dd]:whitespace-nowrap">
        <dt>{m.catalogue_cost_buyback()}</dt>
        <dd>{say(now.buyback)}</dd>
        <dt>{m.catalogue_cost_difference()}</dt>
        <dd className="text-down">
          {say(-cost.spread)} ({formatBps(-cost.spreadBps, language())})
        </dd>
      </dl>
      <div
        className="ruler"
        role="img"
        aria-label={m.catalogue_ruler_name({ bid: say(rates.bid), even: say(cost.breakEven) })}
      >
        <div className="ruler-axis" />
        <div className="ruler-mark left-[16%]">
          <span className="-translate-x-[22%]">
            {m.catalogue_ruler_bid()}
            <b>{bare(rates.bid)}</b>
          </span>
        </div>
        <div className="ruler-mark left-[78%]">
          <span className="-translate-x-[60%]">
            {m.catalogue_ruler_even()}
            <b>{bare(cost.breakEven)}</b>
          </span>
        </div>
        <p className="small absolute top-14 left-[47%] -translate-x-1/2 font-semibold whitespace-nowrap">
          {m.catalogue_ruler_rise({ percent: formatBps(cost.breakEvenRiseBps, language()) })}
        </p>
      </div>
      <p className="small text-ink-2">
        {m.catalogue_cost_words({
          percent: formatBps(cost.breakEvenRiseBps, language()),
          bid: `${say(rates.bid)}/g`,
          even: `${say(cost.breakEven)}/g`,
        })}
      </p>
    </section>
  )
}
