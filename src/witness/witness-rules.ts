/** When the witness asks. Pure. */

/** Seconds of a date between which it asks: not so late that the shop has counted of itself (docs/proof.md). */
export const [EARLIEST, LATEST] = [5 * 60, 22 * 3600 + 30 * 60]

/** An answer counts for so long after the instant of the request. */
export const LONGEST_MS = 60_000

/** As requests and notes write a moment: whole seconds. */
export const instantOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
