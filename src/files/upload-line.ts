/** How many uploads one process reads and decodes at once, whichever call they come by. */
import type { FastifyReply } from 'fastify'
import { openLine } from '../credentials/hasher.ts'
import type { Karat } from '../karat.ts'

type InTurn = <T>(task: () => Promise<T>) => Promise<T>
export type UploadLine = {
  /** Lets a picture be decoded when it is its turn. Refuses overloaded when too many wait. */
  inTurn: InTurn
  /** Waits until the request may be read into memory, and gives the place back when it is answered or gone. */
  inMemory: (reply: FastifyReply) => Promise<void>
}

const lines = new WeakMap<Karat, UploadLine>()

/** The one line of this process. */
export function uploadLineOf(karat: Karat): UploadLine {
  const known = lines.get(karat)
  if (known) return known
  const { decodesAtOnce, queue } = karat.settings.files
  const line = { inTurn: openLine(decodesAtOnce, queue).run, inMemory: openMemory(karat.settings.files) }
  lines.set(karat, line)
  return line
}

/**
 * Lets so many requests begin to read as may be in memory at once, each from then until it is answered or gone. Refuses
 * overloaded when too many wait already.
 */
function openMemory({ inMemoryAtOnce, queue }: Karat['settings']['files']) {
  const inTurn = openLine(inMemoryAtOnce, queue).run
  const over = ({ raw }: FastifyReply) =>
    new Promise<void>((done) => {
      if (raw.closed || raw.destroyed) return done()
      raw.once('close', done).once('finish', done)
    })
  return (reply: FastifyReply) =>
    new Promise<void>((begin, refuse) => {
      inTurn(() => {
        begin()
        return over(reply)
      }).catch(refuse)
    })
}
