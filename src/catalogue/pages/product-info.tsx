/** The decision about a piece: which one, what it costs, what it would bring back, and buying it. */
import * as m from '../../locale/paraglide/messages.js'
import { BigMoney, money } from '../../ui/figures.tsx'
import { formatBps, formatFineness } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { later } from '../../ui/later.tsx'
import { sells, wireMoney } from '../../ui/price.ts'
import { FollowsGold } from '../../ui/price-chip.tsx'
import { Tag } from '../../ui/states.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { BuyBox } from './buy-box.tsx'
import { SkuMatrix } from './sku-matrix.tsx'
import { useQuantity } from './use-quantity.ts'
import { type SkuPrice, useSkuPrice } from './use-sku-price.ts'

const KeepAndShare = later(async () => (await import('./keep-and-share.tsx')).KeepAndShare)
const CostPanels = later(async () => (await import('./cost-panels.tsx')).CostPanels)

type Props = { product: ProductDetailsView; sku: SkuDetailsView }

export function ProductInfo({ product, sku }: Props) {
  const price = useSkuPrice(product, sku)
  const quantity = useQuantity(sku)
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <StockTag sku={sku} />
        <Tag icon="seal-check">{formatFineness(sku.fineness, language())}</Tag>
      </div>
      <h1 className="h1">
        {product.name} <span className="whitespace-nowrap">{sku.weight_label}</span>
      </h1>
      <PriceNow product={product} sku={sku} price={price} />
      <SkuMatrix product={product} sku={sku} />
      <BuyBox key={sku.sku_id} product={product} sku={sku} price={price} quantity={quantity} />
      <KeepAndShare product={product} sku={sku} />
      <CostPanels product={product} sku={sku} price={price} quantity={quantity.value} />
    </>
  )
}

function PriceNow({ product, sku, price: { now, state } }: Props & { price: SkuPrice }) {
  const { currency } = product
  const perGram = money({ amount: wireMoney(now.perGram, currency), currency })
  return (
    <div className="mt-4 mb-6 grid gap-2">
      <p className={sells({ state }) ? '' : 'line-through decoration-2'}>
        <BigMoney key={sku.sku_id} amount={wireMoney(now.withTax, currency)} currency={currency} size="fig-l" />
      </p>
      <p className="small text-ink-2">
        {sku.karat < 24
          ? m.catalogue_info_per_fine_gram({ price: perGram })
          : m.catalogue_info_per_gram({ price: perGram })}{' '}
        · {m.catalogue_card_over_spot({ percent: formatBps(now.overSpotBps, language(), { sign: true }) })}
        {product.tax_bps > 0 && ` · ${m.catalogue_info_with_tax()}`}
      </p>
      <FollowsGold />
    </div>
  )
}

function StockTag({ sku: { stock } }: { sku: SkuDetailsView }) {
  if (stock.state === 'out_of_stock') return <Tag>{m.ui_stock_out()}</Tag>
  if (stock.state === 'low')
    return (
      <Tag tone="warn" icon="cube">
        {m.catalogue_stock_left({ count: stock.left ?? 0 })}
      </Tag>
    )
  return (
    <Tag tone="up" icon="cube">
      {m.catalogue_stock_ready()}
    </Tag>
  )
}
