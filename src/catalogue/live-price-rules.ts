/** The price of a shown piece, computed again from its inputs whenever the price of gold moves. Pure. */
import { bps, exponentOf, isCurrency, minor, parseDecimal, weight } from '../money/money.ts'
import type { SkuDetailsView } from './contract.ts'
import type { Piece } from './sku-price-rules.ts'

type Inputs = Pick<SkuDetailsView, 'fine_weight' | 'premium_bps' | 'making_charge' | 'tax_bps'>

/** A piece as the price rules take it, from its wire form; `currency` is that of its making charge. */
export function pieceOfWire(inputs: Inputs, currency: string): Piece {
  const fine = parseDecimal(inputs.fine_weight, 4)
  const making = isCurrency(currency) ? parseDecimal(inputs.making_charge, exponentOf(currency)) : null
  if (fine === null || making === null) throw new Error('the inputs of a price are not as the API gives them')
  return {
    ...{ fineWeight: weight(fine), premiumBps: bps(inputs.premium_bps), making: minor(making) },
    taxBps: bps(inputs.tax_bps),
  }
}
