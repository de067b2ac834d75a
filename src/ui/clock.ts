/** The one place of the browser that reads the time, corrected to the server's clock: a countdown must end when the server says. */
let ahead = 0

/** Learns how far the server's clock is ahead of this one, from a moment the server just named (milliseconds since 1970). */
export function learnServerTime(milliseconds: number) {
  if (Number.isFinite(milliseconds)) ahead = milliseconds - Date.now()
}

/** How long a page may have been on its way, and have waited for its scripts. */
const ON_ITS_WAY_MS = 60_000

/**
 * Learns from the moment at which the server wrote a page, which is a while ago when the page comes to life: only a clock
 * that is behind that moment, or far ahead of it, is certainly wrong. The first call tells better.
 */
export function learnWrittenTime(milliseconds: number) {
  const old = Date.now() - milliseconds
  if (old < 0 || old > ON_ITS_WAY_MS) learnServerTime(milliseconds)
}

/** A Date header counts in whole seconds: it corrects only a clock that is off by more than that. */
export function learnServerDate(header: string | null) {
  const milliseconds = Date.parse(header ?? '')
  if (Math.abs(milliseconds - serverNow()) > 2000) learnServerTime(milliseconds)
}

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = (): number => Date.now() + ahead

/** By this browser's clock alone, which no server sets: for what is held against the shop. */
export const ownNow = (): number => Date.now()

export const momentOf = (iso: string): number => Date.parse(iso)
