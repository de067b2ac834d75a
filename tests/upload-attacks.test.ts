/** Every call that takes a file, found in the API document, against everything that should not come in. A new call is covered by itself. */
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type Call, listCalls } from './support/api-document.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { formOf, type Part, picture } from './support/pictures.ts'
import { openShop } from './support/shop.ts'

const shop = openShop()
let member: TestMember
let calls: Call[]
beforeAll(async () => {
  calls = listCalls(shop.app).filter(({ isForm }) => isForm)
})

/** The other fields of the form, as the document says what they may be. */
const fields = ({ input }: Call): Part[] =>
  Object.entries(input.properties ?? {})
    .filter(([name, schema]) => name !== 'file' && (schema.enum || schema.const !== undefined))
    .map(([name, schema]) => ({ name, value: String(schema.enum?.[0] ?? schema.const) }))
const file = (bytes: Uint8Array, filename = 'photo.jpg'): Part => ({ name: 'file', bytes, filename })

async function send(call: Call, parts: Part[]) {
  const { headers, payload } = formOf(parts)
  return shop.app.inject({
    ...{ method: 'POST', url: `/api/storeid${call.path}`, payload },
    headers: { ...member.headers, ...headers },
  })
}

/** The same bytes with a comment in them, which a decoder skips and a sniffing browser reads. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = bytes.length + 2
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, length >> 8, length & 255]),
    bytes,
    jpeg.subarray(2),
  ])
}

/** A PNG that promises 8,000 × 8,000 pixels and holds none. */
function promises(png: Buffer): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(8000, 16)
  bytes.writeUInt32BE(8000, 20)
  return bytes
}

const signs = (text: string, more: number) => Buffer.concat([Buffer.from(text), Buffer.alloc(more)])
/** An archive as its own programs make it: an entry, the list of entries, the end. */
const zip = Buffer.concat([signs('PK\u0003\u0004', 30), signs('PK\u0001\u0002', 42), signs('PK\u0005\u0006', 18)])
const attacks: Record<string, () => Promise<Part[]>> = {
  'an SVG': async () => [file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'a.svg')],
  'an SVG called a JPEG': async () => [
    file(Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')),
  ],
  'a page': async () => [file(Buffer.from('<!doctype html><script>alert(1)</script>'))],
  'a PDF': async () => [file(Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF'))],
  'an archive': async () => [file(zip)],
  'a GIF': async () => [file(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'))],
  'a TIFF': async () => [
    file(
      await sharp(await picture())
        .tiff()
        .toBuffer(),
    ),
  ],
  'nothing at all': async () => [file(Buffer.alloc(0))],
  'a picture with a script in a comment': async () => [file(withComment(await picture(), '<script>alert(1)</script>'))],
  'a picture with a program in a comment': async () => [file(withComment(await picture(), '<?php system(1);'))],
  'a picture with an archive behind it': async () => [file(Buffer.concat([await picture(), zip]))],
  'a picture with a document behind it': async () => [
    file(Buffer.concat([await picture(), Buffer.from('%PDF-1.7\n%%EOF')])),
  ],
  'half a picture': async () => [file((await picture('jpeg', { width: 300, height: 300 })).subarray(0, 500))],
  'only its first bytes': async () => [file((await picture('png')).subarray(0, 20))],
  'very many pixels': async () => [file(promises(await picture('png')))],
  'eleven megabytes': async () => [file(Buffer.concat([await picture(), Buffer.alloc(10_600_000)]))],
  'a name that leads up': async () => [file(await picture(), '../../etc/passwd.jpg')],
  'a name that leads down': async () => [file(await picture(), '/srv/www/a.jpg')],
  'a name of Windows': async () => [file(await picture(), '..\\..\\boot.jpg')],
  'two files': async () => [file(await picture()), file(await picture())],
  'a file under another name': async () => [{ name: 'other', bytes: await picture() }],
  'a file as text': async () => [{ name: 'file', value: 'hello' }],
  'no file': async () => [],
  'a field nobody knows': async () => [file(await picture()), { name: 'path', value: '/etc' }],
  'a hundred fields': async () => [
    file(await picture()),
    ...Array.from({ length: 100 }, (_, i) => ({ name: `f${i}`, value: 'x' })),
  ],
  'a field without end': async () => [{ name: 'note', value: 'x'.repeat(200_000) }, file(await picture())],
  'a prototype': async () => [file(await picture()), { name: '__proto__', value: 'x' }],
}

test('there are calls that take files, and each takes a good picture', async () => {
  expect(calls.length).toBeGreaterThanOrEqual(2)
  for (const call of calls) {
    member = await signedIn(shop)
    const answer = await send(call, [...fields(call), file(await picture())])
    expect(`${call.path} ${answer.statusCode}`).toBe(`${call.path} 200`)
  }
})

test.each(Object.keys(attacks))('%s is refused by every call that takes a file', async (name) => {
  for (const call of calls) {
    member = await signedIn(shop)
    const answer = await send(call, [...fields(call), ...((await attacks[name]?.()) ?? [])])
    const told = `${call.path}: ${answer.statusCode} ${answer.body.slice(0, 120)}`
    expect([400, 413, 415, 422].includes(answer.statusCode), told).toBe(true)
    expect(answer.json(), told).toMatchObject({ status: 'error' })
  }
})

test('a form without its end, without its boundary, and bytes that are no form are refused', async () => {
  for (const call of calls) {
    member = await signedIn(shop)
    const whole = formOf([...fields(call), file(await picture())])
    const cut = { ...whole, payload: whole.payload.subarray(0, whole.payload.length - 40) }
    const noBoundary = { ...whole, headers: { 'content-type': 'multipart/form-data' } }
    const noise = { headers: whole.headers, payload: Buffer.from('hello') }
    for (const { headers, payload } of [cut, noBoundary, noise]) {
      const answer = await shop.app.inject({
        ...{ method: 'POST', url: `/api/storeid${call.path}`, payload },
        headers: { ...member.headers, ...headers },
      })
      expect(`${call.path} ${Math.floor(answer.statusCode / 100)} ${answer.body.slice(0, 80)}`).toMatch(/ 4 /)
    }
  }
})
