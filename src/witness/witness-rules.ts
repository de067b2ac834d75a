/** When the witness asks. Pure. */

/** Seconds of a date between which it asks: not so late that the shop has counted of itself (docs/proof.md). */
export const [EARLIEST, LATEST] = [5 * 60, 22 * 3600 + 30 * 60]
