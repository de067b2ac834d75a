/** Trying out tokens: every try asks the database, so an address that brought too many wrong ones is refused before that. */
import type { Limits } from './limits.ts'

const MOST_REMEMBERED = 20_000

export type TokenTries = {
  /**
   * What `find` finds for the token with this hash, or null, which counts as a try of `subject`. Refuses too_many_requests:
   * before `find` when the minute's tries are used up, but for a token that was given out here or was good when it came last.
   */
  find<T>(tokenHash: Buffer, subject: string, find: (tokenHash: Buffer) => Promise<T | null>): Promise<T | null>
  /** A token with this hash was given out here: it counts as one that was good. */
  issued(tokenHash: Buffer): void
}

/** Remembers which tokens were good, so that who floods does not shut out their neighbours. It lets nobody in: `find` is always asked. */
export function openTokenTries(limits: Limits, now: () => number, most = MOST_REMEMBERED): TokenTries {
  const good = new Set<string>()
  const remember = (key: string) => {
    good.add(key)
    // The one that came least lately.
    if (good.size > most) good.delete(good.values().next().value ?? '')
  }
  return {
    issued: (tokenHash) => remember(tokenHash.toString('base64')),
    async find(tokenHash, subject, find) {
      const key = tokenHash.toString('base64')
      if (!good.has(key)) limits.requireLeft('token', subject, now())
      const found = await find(tokenHash)
      good.delete(key)
      if (found === null) {
        await limits.count('token', subject, now())
        return null
      }
      remember(key)
      return found
    },
  }
}
