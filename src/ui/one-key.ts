/** One Idempotency-Key for one wish, however often it has to be sent. Pure but for the keys it is given. */

/** Sends `wish` with a key that stays the same for the same wish until an answer leaves nothing open. */
export function oneKey(newKey: () => string, leavesOpen: (failure: unknown) => boolean) {
  let open: { wish: string; key: string } | null = null
  return async <T>(wish: string, send: (key: string) => Promise<T>): Promise<T> => {
    if (open?.wish !== wish) open = { wish, key: newKey() }
    const { key } = open
    const settle = () => {
      if (open?.key === key) open = null
    }
    try {
      const answer = await send(key)
      settle()
      return answer
    } catch (failure) {
      if (!leavesOpen(failure)) settle()
      throw failure
    }
  }
}
