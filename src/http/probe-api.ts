/** Whether this process lives, takes requests, and can do everything: for whoever routes requests to it and for alarms. */
import path from 'node:path'
import { readMigrationFiles } from '../db/applied-migrations.ts'
import { keysFit } from '../db/key-fingerprints.ts'
import { schemaState } from '../db/schema-state.ts'
import type { Karat } from '../karat.ts'
import type { Door } from './door.ts'
import type { Draining } from './draining.ts'

/**
 * `/live` answers while the process runs. `/serving` answers 503 once it is stopping: until then pages and prices are served,
 * from memory if need be. `/ready` answers 503 as well while nothing can be written, notices are not heard, or schema or keys
 * are another release's; it says what it found, by looking at that moment.
 */
export async function probeApi(door: Door, karat: Karat, draining: Draining): Promise<void> {
  const config = { access: 'public', admission: 'own' } as const
  const files = readMigrationFiles(path.resolve('migrations'))
  door.get('/live', { config, schema: { hide: true } }, () => ({ live: true }))
  door.get('/serving', { config, schema: { hide: true } }, (_request, reply) => {
    const serving = !draining.hasBegun()
    return reply.code(serving ? 200 : 503).send({ serving })
  })
  door.get('/ready', { config, schema: { hide: true } }, async (_request, reply) => {
    if (draining.hasBegun()) return reply.code(503).send({ ready: false, stopping: true })
    const trouble = await karat.pulse.look()
    const [schema, keys] = trouble === 'away' ? [null, null] : await kept(karat, files)
    const since = karat.pulse.since()
    const isReady =
      trouble === null && karat.listener.hears() && keys === true && (schema === 'current' || schema === 'newer_beside')
    return reply.code(isReady ? 200 : 503).send({
      ready: isReady,
      database: { writable: trouble === null, trouble, since: since === null ? null : new Date(since).toISOString() },
      listener: karat.listener.hears(),
      schema,
      keys,
      prices: pricesOf(karat),
    })
  })
}

type Files = Parameters<typeof schemaState>[1]
const kept = (karat: Karat, files: Files) =>
  Promise.all([schemaState(karat.db, files), keysFit(karat.db, karat.config)]).catch(() => [null, null] as const)

/** State and age, in seconds, of each store's price; that it is old keeps no instance from serving: all have the same. */
const pricesOf = ({ stores, prices, now }: Karat) =>
  Object.fromEntries(
    [...stores.values()].map(({ code, currency }) => {
      try {
        const { state, sourceAt } = prices.of(code, currency)
        return [code, { state, age: Math.max(0, Math.round((now() - sourceAt) / 1000)) }]
      } catch {
        return [code, { state: 'unknown', age: null }]
      }
    }),
  )
