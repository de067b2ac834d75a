/** What is better when pieces stand side by side. Pure. */
import { type Piece, type PiecePrice, piecePrice, type Rates, type TrueCost, trueCost } from './sku-price-rules.ts'

export type ComparedPiece = { now: PiecePrice; cost: TrueCost; best: Record<Judged, boolean> }

/** What can be said to be better of pieces of any size: less per gram, less above spot, less lost when sold back at once. */
const judged = {
  perGram: ({ now }: Costs) => now.perGram,
  overSpot: ({ now }: Costs) => BigInt(now.overSpotBps),
  spread: ({ cost }: Costs) => BigInt(cost.spreadBps),
  breakEven: ({ cost }: Costs) => BigInt(cost.breakEvenRiseBps),
} as const
type Costs = Pick<ComparedPiece, 'now' | 'cost'>
export type Judged = keyof typeof judged

/** Every piece at these prices; equals are all best, and where all are equal none is. */
export function comparePieces(pieces: Piece[], rates: Rates): ComparedPiece[] {
  const costs = pieces.map((piece): Costs => {
    const now = piecePrice(piece, rates)
    return { now, cost: trueCost(piece, rates, now) }
  })
  const names = Object.keys(judged) as Judged[]
  const bests = new Map(names.map((name) => [name, lowest(costs.map(judged[name]))]))
  return costs.map((own, place) => ({
    ...own,
    best: Object.fromEntries(names.map((name) => [name, bests.get(name)?.has(place) ?? false])) as Record<
      Judged,
      boolean
    >,
  }))
}

/** The places of the lowest values. */
function lowest(values: bigint[]): Set<number> {
  const least = values.reduce((a, b) => (b < a ? b : a), values[0] ?? 0n)
  const places = values.flatMap((value, place) => (value === least ? [place] : []))
  return new Set(places.length < values.length ? places : [])
}
