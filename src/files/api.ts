/** The calls of uploaded pictures. Only here is anything but JSON read, and only here is anything but the envelope sent. */
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Karat } from '../karat.ts'
import * as contract from './contract.ts'
import { getOwnImage, getPublishedImage, type StoredImage } from './image-queries.ts'
import { readUploadForm, uploadLimits } from './read-upload-form.ts'
import { removeImage } from './remove-image.ts'
import { uploadImage } from './upload-image.ts'
import { uploadLineOf } from './upload-line.ts'

const tags = ['file']
const member = { access: 'member' } as const

export function filesApi(door: Door, karat: Karat): void {
  void door.register(async (scope) => uploadCall(scope as Door, karat))
  door.get(
    '/file/image',
    {
      config: { ...member, raw: true },
      schema: {
        tags,
        summary: 'A picture of the member, as bytes',
        produces: ['image/webp'],
        querystring: contract.OneImage,
        response: { 200: contract.ImageBytes },
      },
    },
    async (request, reply) => {
      const image = await getOwnImage(karat.db, requireMember(request).id, request.query.id)
      reply.header('content-disposition', 'attachment; filename="picture.webp"')
      return sendImage(reply, image)
    },
  )
  door.get(
    '/file/published',
    {
      config: { access: 'public', raw: true },
      schema: {
        tags,
        summary: 'A picture that everybody may see, as bytes',
        produces: ['image/webp'],
        querystring: contract.OnePublishedImage,
        response: { 200: contract.ImageBytes },
      },
    },
    async (request, reply) => {
      const image = await getPublishedImage(karat.db, request.query.id)
      reply.header('cache-control', 'public, max-age=3600').header('etag', `"${image.sha256.toString('hex')}"`)
      return sendImage(reply, image)
    },
  )
  door.post(
    '/file/remove_image',
    {
      config: member,
      schema: {
        tags,
        summary: 'Remove a picture that nothing uses yet',
        body: contract.OneImage,
        response: { 200: contract.RemovedImage },
      },
    },
    (request) => removeImage(karat.db, requireMember(request).id, request.body.id),
  )
}

async function uploadCall(scope: Door, karat: Karat) {
  const { inTurn, inMemory } = uploadLineOf(karat)
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { limits: uploadLimits, preservePath: true })
  scope.post(
    '/file/upload_image',
    {
      config: { ...member, rate: 'upload' },
      preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
        await inMemory(reply)
        await readUploadForm(request)
      },
      schema: {
        tags,
        summary: 'Upload a picture for something that is about to be sent',
        consumes: ['multipart/form-data'],
        body: contract.UploadImage,
        response: { 200: contract.UploadedImage },
      },
    },
    (request) => uploadImage(karat, { memberId: requireMember(request).id, ...request.body }, inTurn),
  )
}

/** The bytes as the picture they are; a browser that opens them runs nothing. */
const sendImage = (reply: FastifyReply, image: StoredImage) =>
  reply.type('image/webp').header('content-security-policy', "default-src 'none'; sandbox").send(image.content)
