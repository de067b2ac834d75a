/** Argon2id for passwords and PINs: never more at once than hash-threads.ts has threads, and a short queue before it says no. */
import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Config } from '../config.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { hashesAtOnce, hashInThread, matchesInThread } from './hash-threads.ts'
import { openHold } from './refusals-held.ts'

export type Hasher = {
  hash(secret: string): Promise<string>
  matches(hash: string, secret: string): Promise<boolean>
  /** As `hash` and `matches`, over HMAC(PIN_KEY, pin): a copy of the database alone does not let anybody try PINs. */
  hashPin(pin: string): Promise<string>
  pinMatches(hash: string, pin: string): Promise<boolean>
  /** For sign-ins: refuses `overloaded` before anything was done for whoever asks, and while there is still room for PINs. */
  requireRoom(): Promise<void>
}

export { hashInThread as hashSecret }

type Places = { queue: number; signInQueue: number }

/** Opens a hasher. Every call refuses `overloaded` when all threads are busy and the queue is full. */
export function openHasher(config: Pick<Config, 'PIN_KEY'>, places: Places = settings.hashing): Hasher {
  const { queue, signInQueue } = places
  const line = openLine(hashesAtOnce, queue, { hold: openHold(settings.hashing.refusals), rest: openRest() })
  const keyed = (pin: string) => createHmac('sha256', config.PIN_KEY).update(pin).digest('base64')
  const matches = (known: string, secret: string) => line.run(() => matchesInThread(known, secret))
  return {
    hash: (secret) => line.run(() => hashInThread(secret)),
    matches,
    hashPin: (pin) => line.run(() => hashInThread(keyed(pin))),
    pinMatches: (known, pin) => matches(known, keyed(pin)),
    requireRoom: () => line.requireRoom(signInQueue),
  }
}

/** How long a place stays empty after a hash that took `tookMs`: only while the process has hardly a moment for its calls. */
function openRest() {
  const { busyAt, restTimes, longestRestMs } = settings.hashing
  let last = performance.eventLoopUtilization()
  return (tookMs: number): number => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization < busyAt ? 0 : Math.min(tookMs * restTimes, longestRestMs)
  }
}

/**
 * Runs at most `abreast` tasks at once and lets `queue` more wait; refuses the rest `overloaded`, when `hold` lets them go. A
 * place is given on when `rest` has passed.
 */
export function openLine(
  abreast: number,
  queue: number,
  { hold, rest = () => 0 }: { hold?: () => Promise<void>; rest?: (tookMs: number) => number } = {},
) {
  let running = 0
  const waiting: (() => void)[] = []
  const giveOn = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  async function requireRoom(places = queue) {
    if (running < abreast || waiting.length < places) return
    await hold?.()
    throw new Refusal('overloaded', { retry_after: 2 })
  }
  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= abreast && waiting.length >= queue) await requireRoom()
    if (running < abreast) running++
    else await new Promise<void>((start) => waiting.push(start))
    const began = performance.now()
    try {
      return await task()
    } finally {
      const restMs = rest(performance.now() - began)
      if (restMs > 0) setTimeout(giveOn, restMs)
      else giveOn()
    }
  }
  return { run, requireRoom }
}
