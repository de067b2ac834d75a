/** Pictures with real bytes, and the one form that the shop reads. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { ImagePurpose } from '../../src/files/contract.ts'
import type { TestMember } from './members.ts'
import type { Shop } from './shop.ts'

type Kind = 'jpeg' | 'png' | 'webp'

/** A picture of one colour in the format asked for. */
export const picture = (kind: Kind = 'jpeg', { width = 60, height = 40 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b8862b' } })
    .toFormat(kind)
    .toBuffer()

export type Part =
  | { name: string; value: string }
  | { name: string; bytes: Uint8Array; filename?: string; type?: string }

/** A multipart form as a browser writes it. */
export function formOf(parts: Part[]): { headers: Record<string, string>; payload: Buffer } {
  const boundary = `----karat${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap((part) => {
    const file = 'bytes' in part ? `; filename="${part.filename ?? 'photo.jpg'}"` : ''
    const type = 'bytes' in part ? `\r\nContent-Type: ${part.type ?? 'image/jpeg'}` : ''
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${file}${type}\r\n\r\n`),
      'bytes' in part ? part.bytes : Buffer.from(part.value),
      Buffer.from('\r\n'),
    ]
  })
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Sends a form to the upload call as the member. */
export function sendForm(shop: Shop, member: TestMember | null, parts: Part[]) {
  const { headers, payload } = formOf(parts)
  return shop.app.inject({
    method: 'POST',
    url: '/api/storeid/file/upload_image',
    headers: { ...member?.headers, ...headers },
    payload,
  })
}

/** Uploads a picture that must be taken; its id. */
export async function uploaded(shop: Shop, member: TestMember, purpose: ImagePurpose): Promise<string> {
  const answer = await sendForm(shop, member, [
    { name: 'purpose', value: purpose },
    { name: 'file', bytes: await picture() },
  ])
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().data.id
}
