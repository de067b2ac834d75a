/** How many uploads one process reads and decodes at once, whichever call they come by. */
import type { FastifyReply } from 'fastify'
import { openLine } from '../credentials/hasher.ts'
import { openGate } from '../http/gate.ts'
import type { Bag, Karat } from '../karat.ts'

type InTurn = <T>(task: () => Promise<T>) => Promise<T>
export type UploadLine = {
  /** Lets a picture be decoded when it is its turn. Refuses overloaded when too many wait. */
  inTurn: InTurn
  /** Waits until the request of `subject` may be read into memory, and gives the place back when it is answered or gone. */
  inMemory: (reply: FastifyReply, subject: string) => Promise<void>
}

const lines = new WeakMap<Bag<'files'>, UploadLine>()

/** The one line of this process. */
export function uploadLineOf(karat: Bag<'files'>): UploadLine {
  const known = lines.get(karat)
  if (known) return known
  const { decodesAtOnce, queue } = karat.settings.files
  const line = { inTurn: openLine(decodesAtOnce, queue).run, inMemory: openMemory(karat.settings.files) }
  lines.set(karat, line)
  return line
}

/**
 * Lets so many requests begin to read as may be in memory at once, of one subject only a few, each from then until it is
 * answered or gone. Subjects take turns. Refuses busy when too many wait already.
 */
function openMemory({ inMemoryAtOnce, inMemoryOfOne, queue, giveUpMs }: Karat['settings']['files']) {
  const gate = openGate({
    ...{ atOnce: inMemoryAtOnce, keptForLast: 0, perSubject: inMemoryOfOne },
    ...{ queue, waitMs: Number.POSITIVE_INFINITY, giveUpMs },
  })
  const over = ({ raw }: FastifyReply) =>
    new Promise<void>((done) => {
      if (raw.closed || raw.destroyed) return done()
      raw.once('close', done).once('finish', done)
    })
  return (reply: FastifyReply, subject: string) =>
    new Promise<void>((begin, refuse) => {
      gate
        .run({ subject, shed: 'first' }, () => {
          begin()
          return over(reply)
        })
        .catch(refuse)
    })
}
