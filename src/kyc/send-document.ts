import type { FastifyReply } from 'fastify'
import { sendPicture } from '../files/picture-door.ts'

/** A browser keeps the file; one that opens it runs nothing, and no cache has it (app.ts says no-store and nosniff). */
export const sendDocument = (reply: FastifyReply, content: Buffer) =>
  sendPicture(reply.header('content-disposition', 'attachment; filename="document.webp"'), content)
