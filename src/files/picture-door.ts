/** Pictures in and out of calls, for every area that takes or shows them. */
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
import { readUploadForm, uploadLimits } from './read-upload-form.ts'
import { uploadLineOf } from './upload-line.ts'

/**
 * Makes the calls of a scope take forms with one picture instead of JSON. A call reads its form with `readForm` before it is
 * validated, and decodes the picture when it is its turn.
 */
export async function takePictures(scope: Door, karat: Karat) {
  const { inTurn, inMemory } = uploadLineOf(karat)
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { limits: uploadLimits, preservePath: true })
  const readForm = async (request: FastifyRequest, reply: FastifyReply) => {
    await inMemory(reply)
    await readUploadForm(request)
  }
  return { inTurn, readForm }
}

/** The bytes as the picture they are; a browser that opens them runs nothing. */
export const sendPicture = (reply: FastifyReply, content: Buffer) =>
  reply.type('image/webp').header('content-security-policy', "default-src 'none'; sandbox").send(content)
