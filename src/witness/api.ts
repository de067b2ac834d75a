/** The witness's own addresses, apart from the shop's: its key, all that it has signed, read and refused, and where it is asked to sign. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Queryable, sql } from '../db/database.ts'
import { addressSubject } from '../http/limits.ts'
import { takePlainText } from '../http/plain-text.ts'
import type { Bag } from '../karat.ts'
import { isDay } from '../locale/day-rules.ts'
import { writeKey } from '../proof/note-rules.ts'
import { cosignNote } from './cosign-note.ts'
import { openWitness } from './witness-key.ts'

export function witnessApi(app: FastifyInstance, witness: Bag<'witness'>): void {
  takePlainText(app)
  const options = { config: { access: 'public' }, schema: { hide: true } } as const
  const send = (reply: FastifyReply, text: string | null) =>
    reply
      .code(text === null ? 404 : 200)
      .type('text/plain; charset=utf-8')
      .send(text ?? 'not found\n')

  app.get('/key', options, (_request, reply) => send(reply, writeKey(openWitness(witness).key)))
  app.get<{ Params: { store: string } }>('/:store', options, async ({ params: { store } }, reply) =>
    send(reply, witness.stores.has(store) ? await listSaid(witness.db, store) : null),
  )
  app.get<{ Params: { store: string; date: string } }>('/:store/:date', options, async ({ params }, reply) =>
    send(reply, isDay(params.date) ? await findSigned(witness.db, params) : null),
  )
  app.post<{ Params: { store: string } }>('/:store/cosign', { ...options, bodyLimit: 8192 }, async (request, reply) => {
    const { store } = request.params
    await witness.limits.count('proof', addressSubject(request.ip), witness.now())
    if (!witness.stores.has(store) || typeof request.body !== 'string') return send(reply, null)
    const answer = await cosignNote(witness, store, request.body)
    if ('line' in answer) return send(reply, answer.line)
    return reply.code(409).type('text/plain; charset=utf-8').send(`${answer.refused}\n`)
  })
}

/** One line for each: days with the hash of their note, requests that had no good answer, notes that were not signed. */
async function listSaid(db: Queryable, store: string): Promise<string> {
  const rows = await db.rows<{ line: string }>(sql`
    select line from (
      select at, 'day ' || date || ' ' || number || ' ' || hash || case when signed is null then ' read' else ' signed' end as line
        from witness.notes where store = ${store}
      union all select instant, 'request ' || date || ' ' || trouble from witness.requests where store = ${store} and trouble is not null
      union all select at, 'refused ' || hash || ' ' || reason from witness.refusals where store = ${store}) as said order by at`)
  return rows.map(({ line }) => `${line}\n`).join('')
}

async function findSigned(db: Queryable, { store, date }: { store: string; date: string }): Promise<string | null> {
  const row = await db.row<{ signed: string | null }>(sql`
    select signed from witness.notes where store = ${store} and date = ${date}::date`)
  return row?.signed ?? null
}
