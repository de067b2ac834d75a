import type { FastifyReply } from 'fastify'

/** A browser keeps the file; one that opens it runs nothing, and no cache has it (app.ts says no-store and nosniff). */
export const sendDocument = (reply: FastifyReply, content: Buffer) =>
  reply
    .type('image/webp')
    .header('content-disposition', 'attachment; filename="document.webp"')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
