/**
 * A page encoded and compressed once and sent with another nonce each time. The nonce stands in the gzip stream as it is, between
 * deflated blocks, so that giving a reader their own is a copy of bytes and a checksum. Nothing on these pages is
 * secret: they are rendered without knowing who reads them (BREACH has nothing to find).
 */
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, type DeflateRaw, constants as zlib } from 'node:zlib'

/** Bytes that no UTF-8 text holds: the page around a nonce can never be deflated into a reference to it. */
const placeholder = (length: number) => Buffer.alloc(length, 0xf8)
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const TRAILER_BYTES = 8

export type PageBytes = {
  /** The whole answer with this nonce, in bytes of its own. It has the length of the nonce that the page was rendered with. */
  withNonce(nonce: string): Buffer
}

/** The parts of a page between its nonces, encoded once. */
export function plainPage(parts: string[], nonceLength: number): PageBytes {
  const hole = placeholder(nonceLength)
  const template = aroundHoles(parts, hole)
  const places = placesOf(hole, template)
  return { withNonce: (nonce) => filled(Buffer.from(template), places, nonce) }
}

/** Compresses the parts of a page between its nonces. */
export async function gzipPage(parts: string[], nonceLength: number): Promise<PageBytes> {
  const hole = placeholder(nonceLength)
  const plain = aroundHoles(parts, hole)
  const deflated = await deflateAround(parts, hole)
  const template = Buffer.concat([head, deflated, Buffer.alloc(TRAILER_BYTES)])
  const [inPlain, inTemplate] = [placesOf(hole, plain), placesOf(hole, template)]
  if (inTemplate.length !== parts.length - 1) throw new Error('a nonce was deflated')
  return {
    withNonce(nonce) {
      const page = filled(Buffer.from(template), inTemplate, nonce)
      page.writeUInt32LE(crc32(filled(plain, inPlain, nonce)), page.length - TRAILER_BYTES)
      page.writeUInt32LE(plain.length % 2 ** 32, page.length - TRAILER_BYTES / 2)
      return page
    },
  }
}

const aroundHoles = (parts: string[], hole: Buffer) =>
  Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [Buffer.from(part)] : [hole, Buffer.from(part)])))

function filled(bytes: Buffer, places: number[], nonce: string): Buffer {
  for (const at of places) bytes.write(nonce, at, 'latin1')
  return bytes
}

/** Each hole is written at level 0, hence as a stored block; the window goes on, so that the parts compress as one text. */
async function deflateAround(parts: string[], hole: Buffer): Promise<Buffer> {
  const stream = createDeflateRaw({ level: zlib.Z_BEST_COMPRESSION })
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject))
  const level = promisify(stream.params.bind(stream)) as (level: number, strategy: number) => Promise<void>
  for (const [i, part] of parts.entries()) {
    if (i > 0) {
      await level(zlib.Z_NO_COMPRESSION, zlib.Z_DEFAULT_STRATEGY)
      await written(stream, hole)
      await level(zlib.Z_BEST_COMPRESSION, zlib.Z_DEFAULT_STRATEGY)
    }
    await written(stream, Buffer.from(part))
  }
  stream.end()
  await ended
  return Buffer.concat(chunks)
}

const written = (stream: DeflateRaw, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())))

function placesOf(hole: Buffer, bytes: Buffer): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(hole); at >= 0; at = bytes.indexOf(hole, at + hole.length)) places.push(at)
  return places
}
