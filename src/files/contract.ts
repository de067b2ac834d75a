/** Wire shapes of uploaded pictures. */

import { z } from 'zod'
import { ownedId } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'

/** What a picture may be uploaded for; the area that takes it names its own. */
const imagePurposes = ['refund', 'testimonial', 'gold_back', 'activity'] as const
export type ImagePurpose = (typeof imagePurposes)[number]

export const UploadImage = z.strictObject({
  purpose: z.enum(imagePurposes, problem('one_of', { list: imagePurposes.join(', ') })),
  file: z
    .instanceof(Uint8Array, { error: problem('file') })
    .meta({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB and 40 megapixels' }),
})

export const UploadedImage = z.strictObject({
  id: z.uuid().meta({ description: 'to be given to the call that takes the picture' }),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
})
/** A drawn signature travels with the wish that it stands under. */
export const signatureField = z
  .string()
  .regex(/^[A-Za-z0-9+/]{80,50000}={0,2}$/, problem('empty'))
  .meta({ description: 'a picture of it (PNG, JPEG or WebP) in base64' })

export type UploadedImageView = z.output<typeof UploadedImage>

export const OneImage = z.strictObject({ id: ownedId('image') })
export const OnePublishedImage = z.strictObject({ id: z.uuid(problem('id')) })
export const ImageBytes = z.string().meta({ format: 'binary', description: 'the picture itself, WebP, no envelope' })
export const RemovedImage = z.strictObject({ removed: z.literal(true) })
