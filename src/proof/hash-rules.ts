/**
 * SHA-256 and HMAC over bytes. Pure, and the same in server, verifier and browser: a check hashes some ten thousand leaves one after the
 * other, which Web Crypto answers by as many promises (decision 0091). Held against the platform's own by a test.
 */
const K = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])
const START = new Uint32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])
const words = new Uint32Array(64)

/** Takes one block of 64 bytes into the state. */
function compress(state: Uint32Array, bytes: Uint8Array, offset: number): void {
  const w = words
  for (let i = 0, at = offset; i < 16; i++, at += 4)
    w[i] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15] as number, w[i - 2] as number]
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0
  }
  let [a, b, c, d] = [state[0] as number, state[1] as number, state[2] as number, state[3] as number]
  let [e, f, g, h] = [state[4] as number, state[5] as number, state[6] as number, state[7] as number]
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  // Written out: an iterator here would cost as much as half of the rounds.
  state[0] = (state[0] as number) + a
  state[1] = (state[1] as number) + b
  state[2] = (state[2] as number) + c
  state[3] = (state[3] as number) + d
  state[4] = (state[4] as number) + e
  state[5] = (state[5] as number) + f
  state[6] = (state[6] as number) + g
  state[7] = (state[7] as number) + h
}

/** Room for what nearly every message needs, used anew each time. */
const room = new Uint8Array(192)
const state = new Uint32Array(8)

/** Goes on from a state that has taken `before` bytes, a whole number of blocks. */
function finish(from: Uint32Array, bytes: Uint8Array, before: number): Uint8Array {
  state.set(from)
  const length = ((bytes.length + 8) >> 6) * 64 + 64
  const padded = length > room.length ? new Uint8Array(length) : room
  padded.fill(0, bytes.length, length)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  writeWord(padded, length - 8, Math.floor((before + bytes.length) / 2 ** 29))
  writeWord(padded, length - 4, (before + bytes.length) << 3)
  for (let offset = 0; offset < length; offset += 64) compress(state, padded, offset)
  const hash = new Uint8Array(32)
  for (let i = 0; i < 8; i++) writeWord(hash, i * 4, state[i] as number)
  return hash
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24
  bytes[at + 1] = word >>> 16
  bytes[at + 2] = word >>> 8
  bytes[at + 3] = word
}

export const sha256 = (bytes: Uint8Array): Uint8Array => finish(START, bytes, 0)

/** HMAC-SHA256 with one key; the key is taken in once for any number of messages. */
export function hmacWith(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const short = key.length > 64 ? sha256(key) : key
  const stateAfter = (pad: number) => {
    const block = new Uint8Array(64).fill(pad)
    for (const [i, byte] of short.entries()) block[i] = byte ^ pad
    const after = Uint32Array.from(START)
    compress(after, block, 0)
    return after
  }
  const [inner, outer] = [stateAfter(0x36), stateAfter(0x5c)]
  return (message) => finish(outer, finish(inner, message, 64), 64)
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export function joinBytes(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Null for what is no hex of whole bytes. */
export const fromHex = (text: string): Uint8Array | null =>
  /^([0-9a-f]{2})*$/i.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null

/** Standard base64 with padding. */
export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Null for what is not the one way to write its bytes. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return base64Of(bytes) === text ? bytes : null
}

/** Negative, zero or positive, as the first bytes that differ say. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number)
  return a.length - b.length
}
