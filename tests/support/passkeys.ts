/** An authenticator in software: makes passkeys and signs challenges as a device would, and wrongly where a test asks for it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)])
const byteString = (bytes: Buffer) => {
  const head = Buffer.from([0x59, 0, 0])
  head.writeUInt16BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}
const PRESENT = 1
const VERIFIED = 4
const HAS_KEY = 64

export type Twist = { origin?: string; rpId?: string; verified?: boolean; type?: string; challenge?: string }
type Site = { origin: string; rpId: string }

export class SoftPasskey {
  readonly id = randomBytes(32)
  /** Passkeys that are synced between devices keep it at 0. */
  counter: number
  userHandle = ''
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  readonly #site: Site

  constructor(site: Site, counter = 0) {
    this.#site = site
    this.counter = counter
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  #clientData(type: string, challenge: string, { origin = this.#site.origin, ...twist }: Twist) {
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    )
  }

  #data(flags: number, { rpId = this.#site.rpId, verified = true }: Twist, more = Buffer.of()) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const allFlags = Buffer.of(flags | PRESENT | (verified ? VERIFIED : 0))
    return Buffer.concat([sha256(rpId), allFlags, counter, more])
  }

  /** The COSE key: EC2, ES256, P-256, x, y. */
  #coseKey() {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const coordinate = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')])
    return Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      coordinate(x),
      Buffer.of(0x22),
      coordinate(y),
    ])
  }

  /** What `addPasskey` takes for these options. */
  make(options: { challenge: string; user: { id: string } }, twist: Twist = {}) {
    this.userHandle = options.user.id
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.#coseKey()])
    const attestation = Buffer.concat([
      Buffer.of(0xa3),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0)],
      ...[text('authData'), byteString(this.#data(HAS_KEY, twist, credential))],
    ])
    return {
      credential_id: base64url(this.id),
      client_data: base64url(this.#clientData('webauthn.create', options.challenge, twist)),
      attestation: base64url(attestation),
      transports: ['internal'],
    }
  }

  /** What `passkeyLogin` takes for these options. */
  answer(options: { challenge: string }, twist: Twist = {}) {
    if (this.counter > 0) this.counter++
    const clientData = this.#clientData('webauthn.get', options.challenge, twist)
    const data = this.#data(0, twist)
    return {
      credential_id: base64url(this.id),
      client_data: base64url(clientData),
      authenticator_data: base64url(data),
      signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#privateKey)),
      user_handle: this.userHandle,
    }
  }
}
