/** Holds the first statements that have `part` in them until `count` have come, so that all of them have looked before one acts. */
export function meetingAt(part: string, count: number): (text: string) => Promise<void> {
  const waiting: (() => void)[] = []
  return async (text) => {
    if (!text.includes(part) || waiting.length >= count) return
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === count) for (const go of waiting) go()
    })
  }
}
