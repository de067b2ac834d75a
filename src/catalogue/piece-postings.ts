/**
 * How numbered pieces are booked: their fine grams in 0.0001 g, and what they cost in minor units, where that is known. Pure.
 * Source: docs/ledger.md, decisions 0054 and 0055.
 */
import { houseLegs } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency } from '../money/money.ts'

/** The pieces of one store that one act moved. */
export type MovedPieces = {
  act: string
  store: string
  actor: string
  fine: bigint
  costs: { currency: Currency; cost: bigint }[]
}

/** What may become of a piece of the house; `catalogue.piece_moves.gram_move` says which it was. */
export type GramMove = 'received' | 'delivered' | 'returned' | 'bought_back' | 'melted' | 'lost' | 'found'

type Kinds = Parameters<typeof houseLegs>[2]

/** Of one thing that is moved: what each account gets of it. */
type Ways = { [Kind in keyof Kinds]: 1n | -1n }
const times = (ways: Ways, amount: bigint): Kinds =>
  Object.fromEntries(Object.entries(ways).map(([kind, way]) => [kind, way * amount]))

const booked =
  (kind: Posting['kind'], grams: Ways, cost: Ways = {}) =>
  ({ act, store, actor, fine, costs }: MovedPieces): Posting => ({
    ...{ kind, actor, reference: `${act}:${store}` },
    legs: [
      ...houseLegs(store, 'XAU', times(grams, fine)),
      ...costs.flatMap((known) => houseLegs(store, known.currency, times(cost, known.cost))),
    ],
  })

/** What is posted for each move, in this order. Gold that came into the house goes through the vault, as all gold does. */
export const piecePostings: Record<GramMove, ((moved: MovedPieces) => Posting)[]> = {
  received: [
    booked('pieces_received', { gold_received: -1n, vault: 1n }),
    booked('pieces_shelved', { vault: -1n, shop_stock: 1n }, { suppliers: -1n, stock_cost: 1n }),
  ],
  delivered: [
    booked('pieces_delivered', { shop_stock: -1n, gold_delivered: 1n }, { stock_cost: -1n, cost_of_sales: 1n }),
  ],
  returned: [
    booked('pieces_returned', { gold_delivered: -1n, shop_stock: 1n }, { cost_of_sales: -1n, stock_cost: 1n }),
  ],
  /** The sale of before stands: what it had cost stays where it is. */
  bought_back: [
    booked('pieces_bought_back', { gold_delivered: -1n, shop_stock: 1n }, { suppliers: -1n, stock_cost: 1n }),
  ],
  /** What they cost stays where it is: it is part of what the lot costs that came out. */
  melted: [booked('pieces_melted', { shop_stock: -1n, raw_gold: 1n })],
  lost: [booked('pieces_lost', { shop_stock: -1n, missing: 1n }, { stock_cost: -1n, stock_loss: 1n })],
  found: [booked('pieces_found', { missing: -1n, shop_stock: 1n }, { stock_loss: -1n, stock_cost: 1n })],
}
