/** What each line of an order brought of a sale that was booked for all of them. Pure. Amounts in minor units. */
import { BPS_ONE, divideDown, type PricePerGram } from '../../money/money.ts'
import type { Sale, SoldLine } from './sale-rules.ts'

/**
 * Gold by what a line's weight costs at the order's ask, premium and making charge by what the quantity left of them, each rounded down;
 * what rounding leaves of a part goes to the lines that weigh most in it, a unit each, so that the lines sum to the sale. A part
 * in which no line has any weight is shared by quantity. A return is booked of the order as a whole (decision 0060), and is shared as the sale was.
 */
export function shareSale(sale: Sale, ask: PricePerGram, lines: readonly SoldLine[]): Sale[] {
  const of = (weigh: (line: SoldLine) => bigint) => lines.map((line) => weigh(line) * BigInt(line.quantity))
  const kept = ({ tierBps }: SoldLine) => BPS_ONE - BigInt(tierBps)
  const gold = share(
    sale.gold,
    of(({ fineWeight, inGrams }) => (inGrams ? 0n : fineWeight * ask)),
    lines,
  )
  const premium = share(
    sale.premium,
    of((line) => line.fineWeight * ask * BigInt(line.premiumBps) * kept(line)),
    lines,
  )
  const making = share(
    sale.making,
    of((line) => line.making * kept(line)),
    lines,
  )
  return lines.map((_, at) => ({ gold: gold[at] ?? 0n, premium: premium[at] ?? 0n, making: making[at] ?? 0n }))
}

function share(amount: bigint, weights: bigint[], lines: readonly SoldLine[]): bigint[] {
  const all = weights.reduce((sum, one) => sum + one, 0n)
  if (all === 0n && lines.length > 0)
    return share(
      amount,
      lines.map(({ quantity }) => BigInt(quantity)),
      lines,
    )
  const [size, sign] = amount < 0n ? [-amount, -1n] : [amount, 1n]
  const shares = weights.map((weight) => divideDown(size * weight, all))
  let left = size - shares.reduce((sum, one) => sum + one, 0n)
  const heaviest = weights
    .map((weight, at) => ({ weight, at }))
    .sort((a, b) => (a.weight < b.weight ? 1 : a.weight > b.weight ? -1 : a.at - b.at))
  for (const { at } of heaviest) {
    if (left === 0n) break
    shares[at] = (shares[at] ?? 0n) + 1n
    left -= 1n
  }
  return shares.map((one) => sign * one)
}
