/** A file under a key of its own, which is wrapped under the master key: without that key, or for another row, nothing opens. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Sealing } from './sealing.ts'

type SealedFile = { wrappedKey: Buffer; content: Buffer }
/** The row that a file belongs to; bound to its key and to its content. */
export type FileRow = { memberId: string; documentId: string }

const [NONCE_BYTES, TAG_BYTES] = [12, 16]
export const aboutKey = ({ memberId, documentId }: FileRow) => `kyc file key ${memberId} ${documentId}`
const aboutContent = ({ memberId, documentId }: FileRow) => Buffer.from(`kyc file ${memberId} ${documentId}`)

/** AES-256-GCM: nonce, tag, then the content. */
export function sealFile(sealing: Sealing, row: FileRow, content: Buffer): SealedFile {
  const [key, nonce] = [randomBytes(32), randomBytes(NONCE_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aboutContent(row))
  const body = Buffer.concat([cipher.update(content), cipher.final()])
  return {
    wrappedKey: sealing.seal(key, aboutKey(row)),
    content: Buffer.concat([nonce, cipher.getAuthTag(), body]),
  }
}

/** The content as it was sealed. Throws when either part was changed or belongs to another row. */
export function openFile(sealing: Sealing, row: FileRow, { wrappedKey, content }: SealedFile): Buffer {
  const nonce = content.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', sealing.open(wrappedKey, aboutKey(row)), nonce).setAAD(
    aboutContent(row),
  )
  decipher.setAuthTag(content.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(content.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
