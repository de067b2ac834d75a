/** What is published of the proof of backing, for everybody and every program, to the byte. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { isDay } from '../locale/day-rules.ts'
import { Refusal } from '../refusals.ts'
import { findFile, listDates } from './day-queries.ts'
import { writeKey } from './note-rules.ts'
import { findVerifierKey } from './signing-key.ts'
import { listWitnesses } from './witnesses.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const NAME = /^(note|roots|bars\.csv|request|commit|shard\/[0-9a-f]{2})$/

/** GET /proof/<store>/days, /proof/<store>/keys and the files of a day. Any page of the web may read them. */
export function proofFilesApi(app: FastifyInstance, karat: Bag<'proof'>) {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const
  const { db } = karat
  const send = (reply: FastifyReply, content: string | Buffer, { type, cache }: { type: string; cache: string }) =>
    reply.type(type).header('cache-control', cache).header('access-control-allow-origin', '*').send(content)
  const text = 'text/plain; charset=utf-8'

  app.get<{ Params: { store: string; file: string } }>('/proof/:store/:file', options, async (request, reply) => {
    await karat.limits.count('proof', addressSubject(request.ip), karat.now())
    const { store, file } = request.params
    if (!karat.stores.has(store)) throw new Refusal('not_found')
    const lines = file === 'days' ? await daysOf(store) : file === 'keys' ? await keysOf(store) : null
    if (lines === null) throw new Refusal('not_found')
    return send(reply, lines, { type: text, cache: 'public, max-age=60' })
  })
  app.get<{ Params: { store: string; date: string; '*': string } }>(
    '/proof/:store/:date/*',
    options,
    async (request, reply) => {
      await karat.limits.count('proof', addressSubject(request.ip), karat.now())
      const { store, date, '*': name } = request.params
      const content = isDay(date) && NAME.test(name) ? await findFile(db, { store, date, name }) : null
      if (!content) throw new Refusal('not_found')
      const type =
        name === 'bars.csv'
          ? 'text/csv; charset=utf-8'
          : /^(shard|roots)/.test(name)
            ? 'application/octet-stream'
            : text
      return send(reply, content, { type, cache: FOR_EVER })
    },
  )

  const daysOf = async (store: string) => (await listDates(db, store)).map((date) => `${date}\n`).join('')
  const keysOf = async (store: string) => {
    const key = await findVerifierKey(db, store)
    if (!key) return ''
    return [key, ...(await listWitnesses(db, store)).map((one) => one.key)].map(writeKey).join('')
  }
}
