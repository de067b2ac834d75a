/** A signature that was drawn on the pad: a picture of our own making, which its area keeps sealed. */
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput } from '../refusals.ts'
import { readImage } from './read-image.ts'
import { uploadLineOf } from './upload-line.ts'

const MOST_BYTES = 50_000

/** Refuses file_type, file_too_many_pixels, file_unreadable, overloaded; invalid_input (signature) for one too large to be one. */
export async function readSignature(karat: Bag<'files'>, drawn: string): Promise<Buffer> {
  const { content } = await uploadLineOf(karat).inTurn(() => readImage(Buffer.from(drawn, 'base64')))
  if (content.length > MOST_BYTES) throw invalidInput({ signature: problem('file_read') })
  return content
}
