/** Everything the product page says about money, moving with the price of gold. */
import { type LivePrice, ratesOf } from '../../ui/price.ts'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { pieceOfWire } from '../live-price-rules.ts'
import {
  type Piece,
  type PiecePrice,
  piecePrice,
  type Rates,
  type Tier,
  type TrueCost,
  tiersOf,
  trueCost,
} from '../sku-price-rules.ts'

export type SkuPrice = {
  piece: Piece
  rates: Rates
  state: LivePrice['state']
  now: PiecePrice
  cost: TrueCost
  tiers: Tier[]
}

/** From the newest price the page knows; from the one it was rendered with when there is no other. */
export function useSkuPrice(product: ProductDetailsView, sku: SkuDetailsView): SkuPrice {
  const live = useLivePrice() ?? { ...product.price, currency: product.currency }
  const rates = ratesOf(live)
  const piece = pieceOfWire(sku, product.currency)
  const now = piecePrice(piece, rates)
  const offs = sku.tiers.map(({ from_quantity: from, tier_bps: offBps }) => ({ from, offBps }))
  return { piece, rates, state: live.state, now, cost: trueCost(piece, rates, now), tiers: tiersOf(piece, rates, offs) }
}
