/** What an open page asks about the build it came from, and whether a newer one is being served (seed §7, framework calls). */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusals.ts'
import type { Site } from './context.ts'

/** GET /builds/latest.json names the build; GET /builds/meta/{build}.json is its manifest: the addresses that lead elsewhere. */
export function buildApi(app: FastifyInstance, { build, rules }: Site) {
  const config = { access: 'public' } as const
  app.get('/builds/latest.json', { config, schema: { hide: true } }, () => ({ id: build }))
  app.get<{ Params: { file: string } }>('/builds/meta/:file', { config, schema: { hide: true } }, (request, reply) => {
    if (request.params.file !== `${build}.json`) throw new Refusal('not_found')
    // The rules may change with a restart, without a new build.
    reply.header('cache-control', 'public, max-age=300')
    return { id: build, redirects: rules }
  })
}
