/** The cards of a link, as pictures: whoever has the code may have them, for it stands on them. */
import type { FastifyInstance } from 'fastify'
import { openFileMemory } from '../catalogue/file-memory.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { brandIn } from '../stores/stores.ts'
import { drawCard } from './draw-card.ts'
import { readCardFile } from './invite-card-rules.ts'
import { addressOfLink } from './link-code-rules.ts'
import { linkOf } from './links.ts'

/** GET /img/invite/CODE-id-square.png. What has to be drawn counts against an address; what it shows never changes. */
export function cardApi(app: FastifyInstance, karat: Bag<'referral'>) {
  const memory = openFileMemory(karat.now)
  const draw = async (file: string) => {
    const named = readCardFile(file)
    const link = named && (await linkOf(karat.db, named.code))
    if (!named || !link) throw new Refusal('not_found')
    return drawCard({
      ...named,
      brand: brandIn(karat.stores, link.store),
      kind: link.kind,
      link: addressOfLink(karat.config, link),
    })
  }
  app.get<{ Params: { file: string } }>(
    '/img/invite/:file',
    { config: { access: 'public' }, schema: { hide: true } },
    async ({ ip, params }, reply) => {
      const inMemory = memory.get(params.file)
      if (!inMemory) await karat.limits.count('picture', addressSubject(ip), karat.now())
      const content = await (inMemory ?? memory.read(params.file, () => draw(params.file)))
      reply.header('cache-control', 'public, max-age=86400')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      return reply.type('image/png').send(content)
    },
  )
}
