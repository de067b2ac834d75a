/** What the proof counts for a member against what their own record says of that moment. Pure. */

/** In 0.0001 g; `pieces` null where an order of theirs moved about the count, so that nobody can tell any more. */
export type OwnRecord = { gold: bigint; pieces: bigint | null }

/** `open`: no less than the grams, and the pieces are not known. */
export function compareCounted(counted: bigint, { gold, pieces }: OwnRecord): 'same' | 'differs' | 'open' {
  if (pieces === null) return counted < gold ? 'differs' : 'open'
  return counted === gold + pieces ? 'same' : 'differs'
}
