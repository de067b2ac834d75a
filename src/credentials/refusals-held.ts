/** How long a refusal for lack of room takes: at once as long as they are few, held back in a flood. */
import { setTimeout as pause } from 'node:timers/promises'

type Holding = {
  /** So many refusals of a second are given at once. */
  quickASecond: number
  /** What is beyond them waits so long, which costs somebody who asks again at once as much as it costs the patient. */
  holdMs: number
  /** Of those that wait, at most; who comes beside them waits for nothing. */
  heldAtMost: number
}

type Time = { now: () => number; pause: (ms: number) => Promise<unknown> }

/** Resolves when a refusal may be told. It knows nothing of who is refused, so its time says nothing of them. */
export function openHold(
  { quickASecond, holdMs, heldAtMost }: Holding,
  time: Time = { now: () => performance.now(), pause },
): () => Promise<void> {
  let second = Number.NEGATIVE_INFINITY
  let quick = 0
  let held = 0
  return async () => {
    const now = time.now()
    if (now - second >= 1000) [second, quick] = [now, 0]
    if (quick < quickASecond) {
      quick++
      return
    }
    if (held >= heldAtMost) return
    held++
    try {
      await time.pause(holdMs)
    } finally {
      held--
    }
  }
}
