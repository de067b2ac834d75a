/** Files that a browser keeps; one that opens them runs nothing. */
import type { FastifyReply } from 'fastify'

export const sendFile = (
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Buffer | string },
) =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
