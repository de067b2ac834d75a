/** Turns bytes that somebody sent into a picture of our own making. */

import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { problem } from '../locale/field-rules.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { imageFormatOf, isAlsoSomethingElse } from './image-signature-rules.ts'

export type CleanImage = { content: Buffer; width: number; height: number; sha256: Buffer }

/**
 * The picture decoded and written anew as WebP, upright, in sRGB, no longer than `settings.files.edge` on either side:
 * no metadata, trailing data or script of the original survives.
 *
 * Refuses as `decodeImage`.
 */
export const readImage = (bytes: Uint8Array): Promise<CleanImage> =>
  decodeImage(bytes, async (picture) => {
    const { data, info } = await picture
      .resize({ width: settings.files.edge, height: settings.files.edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return {
      content: data,
      width: info.width,
      height: info.height,
      sha256: createHash('sha256').update(data).digest(),
    }
  })

/**
 * What `draw` makes of the picture, upright, while it is decoded.
 *
 * Refuses file_type for what is no JPEG, PNG or WebP by its content, or is something else as well; file_too_many_pixels;
 * file_unreadable for what cannot be decoded whole; and whatever `draw` refuses.
 */
export async function decodeImage<T>(bytes: Uint8Array, draw: (picture: Sharp) => Promise<T>): Promise<T> {
  const format = imageFormatOf(bytes)
  if (!format || isAlsoSomethingElse(bytes)) throw refuseFile('file_type', problem('file_type'))
  const options = { limitInputPixels: settings.files.maxPixels, failOn: 'error', sequentialRead: true } as const
  try {
    const picture = sharp(bytes, options)
    if ((await picture.metadata()).format !== format) throw new Error('the decoder sees another format')
    return await draw(picture.autoOrient())
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (/exceeds pixel limit/.test((error as Error).message))
      throw refuseFile('file_too_many_pixels', problem('file_pixels', { n: 40 }))
    throw refuseFile('file_unreadable', problem('file_read'))
  }
}

type FileRefusal = 'file_type' | 'file_too_large' | 'file_too_many_pixels' | 'file_unreadable' | 'file_name'

export const refuseFile = (code: FileRefusal, reason: string) => new Refusal(code, { fields: { file: reason } })
