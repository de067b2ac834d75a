/** The first part of the end: whoever routes requests here is told to stop, and what comes until they have is answered. */
import type { FastifyInstance } from 'fastify'

export type Draining = {
  /** From the first moment of the end. */
  hasBegun(): boolean
}

/**
 * Keeps `app` open for `seconds` after it was told to close. Every answer of that time ends its connection (Fastify says
 * `Connection: close`), so that none is left on which a request could come while the server closes it. Has to be added
 * before everything else that waits for the end.
 */
export function drainBeforeClosing(app: FastifyInstance, seconds: number): Draining {
  let begun = false
  app.addHook('preClose', async () => {
    begun = true
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  })
  return { hasBegun: () => begun }
}
