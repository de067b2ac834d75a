/** Ed25519 over keys of 32 bytes, as signed notes have them. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { utf8 } from './hash-rules.ts'
import { joinSigned, keyOf, type VerifierKey, type VerifySignature, writeSignature } from './note-rules.ts'

/** What stands before the 32 bytes of a private key in PKCS #8, and of a public one in SPKI (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const privateFrom = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
export const publicHalf = (seed: Buffer): Buffer =>
  createPublicKey(privateFrom(seed)).export({ format: 'der', type: 'spki' }).subarray(-32)

/** `line`: its signature line under a text; `sign`: the text as a signed note of this one signature. */
export type Signer = { key: VerifierKey; line(text: string): string; sign(text: string): string }

export function signerOf(name: string, seed: Buffer): Signer {
  const own = privateFrom(seed)
  const key = keyOf(name, new Uint8Array(publicHalf(seed)))
  const line = (text: string) => writeSignature(key, new Uint8Array(sign(null, utf8(text), own)))
  return { key, line, sign: (text) => joinSigned(text, line(text)) }
}

export const verifyWithNode: VerifySignature = (key, text, signature) =>
  verify(null, text, createPublicKey({ key: Buffer.concat([SPKI_HEAD, key]), format: 'der', type: 'spki' }), signature)
