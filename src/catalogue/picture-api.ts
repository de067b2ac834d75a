/** The files of pictures that the office has uploaded, beside those that stand in public/img. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isKept } from '../content/picture-queries.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { openFileMemory } from './file-memory.ts'
import { getOwnFile } from './own-picture-queries.ts'
import { readOwnFile } from './own-picture-rules.ts'

const types = { avif: 'image/avif', webp: 'image/webp', card: 'image/jpeg' }

/**
 * GET /img/own-… and /img/social/own-…: what a name shows never changes, so a browser never asks twice and this process reads
 * what many ask for once. Only what has to be read, and what there is not, counts against an address: not the pictures of a page.
 */
export function ownPictureApi(app: FastifyInstance, karat: Bag<'catalogue'>) {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const
  const memory = openFileMemory(karat.now)
  const send = async (reply: FastifyReply, ip: string, file: string, folder: 'img' | 'social') => {
    const named = readOwnFile(file, folder)
    const inMemory = memory.get(file)
    if (!inMemory) await karat.limits.count('picture', addressSubject(ip), karat.now())
    if (!named || !isKept(named.picture)) throw new Refusal('not_found')
    const content = await (inMemory ?? memory.read(file, () => getOwnFile(karat.db, named)))
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    return reply.type(types[named.kind]).send(content)
  }
  app.get<{ Params: { file: string } }>('/img/:file', options, ({ ip, params }, reply) =>
    send(reply, ip, params.file, 'img'),
  )
  app.get<{ Params: { file: string } }>('/img/social/:file', options, ({ ip, params }, reply) =>
    send(reply, ip, params.file, 'social'),
  )
}
