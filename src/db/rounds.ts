/** Work that comes round: sweeps and retries. The rows it finds are the queue; this only says when to look. */

/** Something that works beside the requests until it is stopped. */
export type Worker = { stop(): Promise<void> }

export type Round = { stop(): Promise<void>; wake(): void }

/**
 * Calls `work` every `seconds`, never twice at once in this process, and at once after `wake`. A failure is reported and
 * the next round comes all the same. `stop` waits for the round that is running.
 */
export function everySeconds(seconds: number, work: () => Promise<unknown>, failed: (error: unknown) => void): Round {
  let running: Promise<unknown> | undefined
  let again = false
  let stopped = false
  let timer: NodeJS.Timeout

  function turn() {
    clearTimeout(timer)
    if (stopped) return
    if (running) {
      again = true
      return
    }
    again = false
    running = work()
      .catch(failed)
      .finally(() => {
        running = undefined
        if (stopped) return
        if (again) turn()
        else timer = setTimeout(turn, seconds * 1000)
      })
  }

  timer = setTimeout(turn, seconds * 1000)
  return {
    wake: turn,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
