/** The files of pictures that the desk has uploaded, beside those that stand in public/img. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isKept } from '../content/picture-queries.ts'
import { addressSubject } from '../http/limits.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { getOwnFile } from './own-picture-queries.ts'
import { readOwnFile } from './own-picture-rules.ts'

const types = { avif: 'image/avif', webp: 'image/webp', card: 'image/jpeg' }

/** GET /img/own-… and /img/social/own-…: what a name shows never changes, so a browser never asks twice. */
export function ownPictureApi(app: FastifyInstance, karat: Karat) {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const
  const send = async (reply: FastifyReply, ip: string, file: string, folder: 'img' | 'social') => {
    await karat.limits.count('public', addressSubject(ip), karat.now())
    const named = readOwnFile(file, folder)
    if (!named || !isKept(named.picture)) throw new Refusal('not_found')
    const content = await getOwnFile(karat.db, named)
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
