/** Argon2id for passwords and PINs: never more at once than the machine has cores, and a short queue before it says no. */
import { createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Config } from '../config.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

export type Hasher = {
  hash(secret: string): Promise<string>
  matches(hash: string, secret: string): Promise<boolean>
  /** As `hash` and `matches`, over HMAC(PIN_KEY, pin): a copy of the database alone does not let anybody try PINs. */
  hashPin(pin: string): Promise<string>
  pinMatches(hash: string, pin: string): Promise<boolean>
}

/** Argon2id (the library's default) with 19 MiB, two passes, one lane. Source: docs/security.md §3.1, OWASP 2025. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashSecret = (secret: string): Promise<string> => hash(secret, parameters)

/** Opens a hasher. Every call refuses `overloaded` when all cores are busy and the queue is full. */
export function openHasher(config: Config): Hasher {
  const line = openLine(availableParallelism(), settings.hashing.queue)
  const keyed = (pin: string) => createHmac('sha256', config.PIN_KEY).update(pin).digest('base64')
  const matches = (known: string, secret: string) => line(() => verify(known, secret))
  return {
    hash: (secret) => line(() => hashSecret(secret)),
    matches,
    hashPin: (pin) => line(() => hashSecret(keyed(pin))),
    pinMatches: (known, pin) => matches(known, keyed(pin)),
  }
}

/** Runs at most `abreast` tasks at once and lets `queue` more wait; refuses the rest `overloaded`. */
export function openLine(abreast: number, queue: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running < abreast) running++
    else if (waiting.length >= queue) throw new Refusal('overloaded', { retry_after: 2 })
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
