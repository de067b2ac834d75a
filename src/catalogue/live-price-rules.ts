/** The price of a shown piece, computed again from its inputs whenever the price of gold moves. Pure. */
import { bps, minor, parseDecimal, weight } from '../money/money.ts'
import { minorOf } from '../ui/price.ts'
import type { SkuDetailsView } from './contract.ts'
import type { Piece } from './sku-price-rules.ts'

type Inputs = Pick<SkuDetailsView, 'fine_weight' | 'premium_bps' | 'making_charge'>

/** A piece as the price rules take it, from its wire form. */
export function pieceOfWire(kind: Piece['kind'], inputs: Inputs, currency: string): Piece {
  const fine = parseDecimal(inputs.fine_weight, 4)
  if (fine === null) throw new Error(`${inputs.fine_weight} is not a weight`)
  return {
    kind,
    fineWeight: weight(fine),
    premiumBps: bps(inputs.premium_bps),
    making: minor(minorOf(inputs.making_charge, currency)),
  }
}
