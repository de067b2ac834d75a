/** What owning a piece really costs, and what more of them or another way to pay would cost. */
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { Tiers } from './tiers.tsx'
import { TrueCost } from './true-cost.tsx'
import type { SkuPrice } from './use-sku-price.ts'

type Props = { product: ProductDetailsView; sku: SkuDetailsView; price: SkuPrice; quantity: number }

export const CostPanels = ({ product, sku, price, quantity }: Props) => (
  <>
    <TrueCost product={product} sku={sku} price={price} />
    <Tiers price={price} currency={product.currency} quantity={quantity} />
  </>
)
