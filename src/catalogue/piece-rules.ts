/** The states of a numbered piece, and why stock changes. The database keeps the same lists (migration 049). Pure. */
export const pieceSteps = ['in_stock', 'allocated', 'sold', 'reported_stolen', 'quarantined', 'melted'] as const
export type PieceState = (typeof pieceSteps)[number]

export const stockReasons = [
  'received',
  'held',
  'released',
  'counted',
  'returned',
  'stolen',
  'recovered',
  'moved',
  'quarantined',
] as const
export type StockReason = (typeof stockReasons)[number]
