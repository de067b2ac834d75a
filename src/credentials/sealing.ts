/**
 * AES-256-GCM under the master key, which is kept outside the database: for what must be read again (documents, the secrets
 * of authenticator apps) and must say nothing to somebody who has only the database. `about` is bound to what is sealed: a
 * row moved to another member does not open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

/** Version, key mark, nonce, tag, then what is sealed. */
const VERSION = 1
const [MARK_BYTES, NONCE_BYTES, TAG_BYTES] = [4, 12, 16]
const HEAD_BYTES = 1 + MARK_BYTES + NONCE_BYTES + TAG_BYTES

export type Sealing = {
  seal(content: Buffer, about: string): Buffer
  /** Throws when it was sealed for something else, changed, or with a key that is gone. */
  open(sealed: Buffer, about: string): Buffer
  /** Whether it was sealed with the key before, and should be sealed again. */
  isOld(sealed: Buffer): boolean
}

export function openSealing({ MASTER_KEY, MASTER_KEY_OLD }: Pick<Config, 'MASTER_KEY' | 'MASTER_KEY_OLD'>): Sealing {
  const derived = (text: string, use: string, bytes: number) => Buffer.from(hkdfSync('sha256', text, '', use, bytes))
  const keys = [MASTER_KEY, MASTER_KEY_OLD]
    .filter((text) => text !== '')
    .map((text) => ({
      key: derived(text, 'karat sealing 1', 32),
      mark: derived(text, 'karat sealing mark 1', MARK_BYTES),
    }))
  const [current] = keys
  const markOf = (sealed: Buffer) => sealed.subarray(1, 1 + MARK_BYTES)
  return {
    seal(content, about) {
      if (!current) throw new Error('MASTER_KEY is not set')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), current.mark, nonce, cipher.getAuthTag(), body])
    },
    open(sealed, about) {
      const key = keys.find(({ mark }) => mark.equals(markOf(sealed)))?.key
      if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION || !key) throw new Error('sealed with a key that is gone')
      const nonce = sealed.subarray(1 + MARK_BYTES, 1 + MARK_BYTES + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      decipher.setAuthTag(sealed.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()])
    },
    isOld: (sealed) => !current?.mark.equals(markOf(sealed)),
  }
}
