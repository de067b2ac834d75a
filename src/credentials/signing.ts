/**
 * Ed25519 signatures of the shop, for what others may have to believe: with a key that follows from the master key, so that it is kept
 * nowhere. A new master key brings a new signing key; the public halves of the former ones stay published (vault.statement_keys).
 */
import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'
import type { Config } from '../config.ts'

export type Signing = {
  /** Names the public key: the first sixteen hexadecimal digits of the SHA-256 of its DER. */
  keyId: string
  /** PEM, as openssl reads it. */
  publicKey: string
  /** The signature over the text's UTF-8 bytes; the same text gives the same signature. */
  sign(text: string): Buffer
}

/** What stands before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export function openSigning({ MASTER_KEY }: Pick<Config, 'MASTER_KEY'>): Signing {
  const seed = Buffer.from(hkdfSync('sha256', MASTER_KEY, '', 'karat signing 1', 32))
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const open = createPublicKey(key)
  return {
    keyId: createHash('sha256')
      .update(open.export({ format: 'der', type: 'spki' }))
      .digest('hex')
      .slice(0, 16),
    publicKey: open.export({ format: 'pem', type: 'spki' }) as string,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key),
  }
}
