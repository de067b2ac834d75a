/**
 * What a number that was scanned at packing means for the order: kept as scanned, known already, to be decided, or not for this order.
 * `enough`: every piece of its kind was scanned. `not_free`: promised, sold, in quarantine or warned of. Pure.
 */
export const scanOutcomes = [
  'scanned',
  'replaced',
  'already',
  'may_replace',
  'enough',
  'other_kind',
  'not_free',
  'unclear',
  'unknown',
] as const
export type ScanOutcome = (typeof scanOutcomes)[number]
