/** A picture of a member, shown to staff: bytes that no browser keeps or runs. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { StoredImage } from '../../files/image-queries.ts'

export const PictureBytes = z.instanceof(Buffer).meta({ type: 'string', format: 'binary' })

export const sendPicture = (reply: FastifyReply, { content }: StoredImage) =>
  reply
    .type('image/webp')
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="picture.webp"')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
