/** Turns an uploaded picture into the files that the shop shows. */

import sharp from 'sharp'
import { drawBlur, drawCard, drawFile } from '../content/draw-picture.ts'
import { type PictureFacts, widthsOf } from '../content/picture-rules.ts'
import { decodeImage } from '../files/read-image.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput } from '../refusals.ts'
import { ownPicture } from './own-picture-rules.ts'

type OwnFile = { kind: 'avif' | 'webp' | 'card'; width: number; content: Buffer }
export type DrawnPicture = { facts: PictureFacts; files: OwnFile[] }

/**
 * The picture in the widths and kinds that pages ask for, with its blur and its card; nothing of the sender's file but its
 * pixels. Refuses as `decodeImage`; invalid_input (file) for one that would be shown larger than it is.
 */
export async function drawOwnPicture(bytes: Uint8Array): Promise<DrawnPicture> {
  const { most, least } = ownPicture
  const { data, info } = await decodeImage(bytes, (picture) =>
    picture
      .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height, channels } = info
  if (Math.min(width, height) < least) throw invalidInput({ file: problem('pixels_least', { n: 480 }) })
  const whole = () => sharp(data, { raw: { width, height, channels } })
  const files: OwnFile[] = []
  for (const step of widthsOf(width))
    for (const kind of ['avif', 'webp'] as const)
      files.push({ kind, width: step, content: await drawFile(whole(), step, kind).toBuffer() })
  files.push({ kind: 'card', width: 1200, content: await (await drawCard(whole())).toBuffer() })
  return { facts: { width, height, blur: await drawBlur(whole()) }, files }
}
