/** Cuts a form that comes so slowly that it only keeps others waiting. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusals.ts'

/** What `reading` gives, as long as `bytes` more of the request come in each `everyMs`. Refuses too_slow. */
export function inPace<T>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { bytes, everyMs }: { bytes: number; everyMs: number },
  reading: Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let before = raw.socket.bytesRead ?? 0
    const look = setInterval(() => {
      const now = raw.socket.bytesRead ?? 0
      if (!raw.complete && now - before < bytes) reject(new Refusal('too_slow'))
      before = now
    }, everyMs)
    reading.then(resolve, reject).finally(() => clearInterval(look))
  })
}
