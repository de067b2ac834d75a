/** The calls of uploaded pictures. Only here is anything but JSON read, and only here is anything but the envelope sent. */
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import * as contract from './contract.ts'
import { getOwnImage, getPublishedImage } from './image-queries.ts'
import { sendPicture, takePictures } from './picture-door.ts'
import { removeImage } from './remove-image.ts'
import { uploadImage } from './upload-image.ts'

const tags = ['file']
const member = { access: 'member' } as const

export function filesApi(door: Door, karat: Bag<'files'>): void {
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
      return sendPicture(reply, image.content)
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
      return sendPicture(reply, image.content)
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

async function uploadCall(scope: Door, karat: Bag<'files'>) {
  const { inTurn, readForm } = await takePictures(scope, karat)
  scope.post(
    '/file/upload_image',
    {
      config: { ...member, rate: 'upload' },
      preValidation: readForm,
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
