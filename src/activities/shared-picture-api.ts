/** The picture of a page that is passed on: networks read no WebP, and crop what is not as wide as they want it. */
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { openFileMemory } from '../catalogue/file-memory.ts'
import { type Queryable, sql } from '../db/database.ts'
import { getPublishedImage } from '../files/image-queries.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { readLinkCode } from '../referral/link-code-rules.ts'
import { Refusal } from '../refusals.ts'

const SIZE = { width: 1200, height: 630 }

/** GET /img/activity/CODE.jpg, while the page is on the web. What has to be drawn counts against an address. */
export function sharedPictureApi(app: FastifyInstance, karat: Bag<'activities'>) {
  const memory = openFileMemory(karat.now)
  app.get<{ Params: { file: string } }>(
    '/img/activity/:file',
    { config: { access: 'public' }, schema: { hide: true } },
    async ({ ip, params }, reply) => {
      const id = await findPictureOf(karat.db, params.file)
      const inMemory = memory.get(id)
      if (!inMemory) await karat.limits.count('picture', addressSubject(ip), karat.now())
      const content = await (inMemory ?? memory.read(id, () => drawShared(karat.db, id)))
      reply.header('cache-control', 'public, max-age=3600')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      return reply.type('image/jpeg').send(content)
    },
  )
}

/** Refuses not_found. */
async function findPictureOf(db: Queryable, file: string): Promise<string> {
  const code = file.endsWith('.jpg') ? readLinkCode(file.slice(0, -4)) : null
  const found = code
    ? await db.row<{ id: string }>(sql`
        select image_id as id from activities.activities where code = ${code} and state in ('live', 'ended') and image_id is not null`)
    : undefined
  if (!found) throw new Refusal('not_found')
  return found.id
}

const drawShared = async (db: Queryable, id: string): Promise<Buffer> =>
  sharp((await getPublishedImage(db, id)).content)
    .resize({ ...SIZE, fit: 'cover' })
    .flatten({ background: '#faf7f1' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
