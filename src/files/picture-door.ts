/** Pictures in and out of calls, for every area that takes or shows them. */
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { inPace } from './in-pace.ts'
import { readUploadForm, uploadLimits } from './read-upload-form.ts'
import { uploadLineOf } from './upload-line.ts'

/**
 * Makes the calls of a scope take forms with one picture instead of JSON. A call reads its form with `readForm` before it is
 * validated, and decodes the picture when it is its turn.
 */
export async function takePictures(scope: Door, karat: Bag<'files'>) {
  const { inTurn, inMemory } = uploadLineOf(karat)
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { limits: uploadLimits, preservePath: true })
  const readForm = async (request: FastifyRequest, reply: FastifyReply) => {
    await inMemory(reply, request.member?.id ?? request.staff?.id ?? addressSubject(request.ip))
    await inPace(request, karat.settings.files.slowest, readUploadForm(request)).catch((error) => {
      // What is still to come of it is not waited for.
      reply.header('connection', 'close')
      throw error
    })
  }
  return { inTurn, readForm }
}

/** The bytes as the picture they are; a browser that opens them runs nothing. */
export const sendPicture = (reply: FastifyReply, content: Buffer) =>
  reply.type('image/webp').header('content-security-policy', "default-src 'none'; sandbox").send(content)
