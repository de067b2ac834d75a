/** Pictures that members upload: what is taken, what is refused, who sees them. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { formOf, type Part, picture, sendForm, uploaded } from '../../tests/support/pictures.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { publishImages, withdrawImages } from './publish-images.ts'
import { forgetUnusedImages } from './remove-image.ts'
import { useFiles } from './use-files.ts'

const shop = openShop()
let owner: TestMember
let stranger: TestMember
beforeAll(async () => {
  owner = await signedIn(shop)
  stranger = await signedIn(shop, 'Bagus Pratama')
})

const purpose: Part = { name: 'purpose', value: 'testimonial' }
const file = (bytes: Uint8Array, filename?: string, type?: string): Part => ({
  name: 'file',
  bytes,
  ...(filename !== undefined && { filename }),
  ...(type && { type }),
})
const upload = async (bytes: Uint8Array, filename?: string, type?: string) => {
  const answer = await sendForm(shop, await signedIn(shop), [purpose, file(bytes, filename, type)])
  return { http: answer.statusCode, ...answer.json() }
}
const look = (who: TestMember | null, id: string, path = '/file/image') =>
  shop.app.inject({ url: `/api/storeid${path}?id=${id}`, headers: who?.headers ?? {} })
const images = async (memberId: string) =>
  (
    await shop.karat.db.row<{ n: number }>(
      sql`select count(*)::int as n from files.images where member_id = ${memberId}`,
    )
  )?.n

test('takes JPEG, PNG and WebP by their content, whatever they are called, and keeps WebP', async () => {
  for (const kind of ['jpeg', 'png', 'webp'] as const) {
    const answer = await upload(await picture(kind), 'holiday.txt', 'text/html')
    expect(answer).toMatchObject({ http: 200, data: { width: 60, height: 40 } })
  }
  const seen = await look(owner, await uploaded(shop, owner, 'refund'))
  expect(seen.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="picture.webp"',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await sharp(seen.rawPayload).metadata()).format).toBe('webp')
})

test('keeps a picture upright and small, without the place and camera that took it and without what followed it', async () => {
  const taken = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#b8862b' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'canary-in-exif' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '6/1 12/1 0/1' } })
    .toBuffer()
  const answer = await sendForm(shop, owner, [purpose, file(Buffer.concat([taken, Buffer.from('canary-at-the-end')]))])
  expect(answer.json().data).toMatchObject({ width: 1000, height: 2000 })
  const kept = (await look(owner, answer.json().data.id)).rawPayload
  const { exif, icc, xmp, orientation } = await sharp(kept).metadata()
  expect({ exif, icc, xmp, orientation }).toEqual({})
  expect(taken.includes('canary-in-exif')).toBe(true)
  expect(kept.includes('canary')).toBe(false)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const zip = Buffer.concat([
  Buffer.from('PK\u0003\u0004'),
  Buffer.alloc(30),
  Buffer.from('PK\u0001\u0002'),
  Buffer.alloc(42),
  Buffer.from('PK\u0005\u0006'),
  Buffer.alloc(18),
])

test('refuses what is no picture, and says which field is wrong', async () => {
  const others: Record<string, Uint8Array> = {
    svg: Buffer.from(svg),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj\n'),
    zip,
    gif,
    tiff: await sharp(await picture())
      .tiff()
      .toBuffer(),
    avif: await sharp(await picture())
      .avif()
      .toBuffer(),
    text: Buffer.from('hello'),
    nothing: Buffer.alloc(0),
  }
  for (const [name, bytes] of Object.entries(others)) {
    const answer = await upload(bytes, `${name}.jpg`)
    expect(`${name} ${answer.http} ${answer.error}`).toBe(`${name} 422 file_type`)
    expect(answer.data.fields).toEqual({ file: 'must be a JPEG, PNG or WebP picture' })
  }
})

test('refuses a picture that is also a page, a script, a document or an archive', async () => {
  const jpeg = await picture()
  const comment = (text: string) => {
    const bytes = Buffer.from(text)
    const length = bytes.length + 2
    return Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, length >> 8, length & 255]),
      bytes,
      jpeg.subarray(2),
    ])
  }
  const both: Record<string, Buffer> = {
    'a script in a comment': comment('<ScRiPt>alert(1)</script>'),
    'a page in a comment': comment('<!DOCTYPE html><body onload=alert(1)>'),
    'a document behind it': Buffer.concat([jpeg, Buffer.from('%PDF-1.7\n%%EOF')]),
    'an archive behind it': Buffer.concat([jpeg, zip]),
    'a program in a comment': comment('<?php system($_GET[0]); ?>'),
  }
  expect((await upload(comment('taken in Malang'))).http).toBe(200)
  for (const [name, bytes] of Object.entries(both)) {
    const answer = await upload(bytes)
    expect(`${name}: ${answer.http} ${answer.error}`).toBe(`${name}: 422 file_type`)
  }
})

test('refuses pictures that are cut off or broken inside', async () => {
  for (const kind of ['jpeg', 'png', 'webp'] as const) {
    const whole = await picture(kind, { width: 400, height: 300 })
    const broken = Buffer.from(whole)
    broken.fill(0, Math.floor(whole.length / 2))
    for (const bytes of [whole.subarray(0, Math.floor(whole.length * 0.9)), whole.subarray(0, 16), broken]) {
      const answer = await upload(bytes)
      expect(`${kind} ${bytes.length} ${answer.http} ${answer.error}`).toBe(
        `${kind} ${bytes.length} 422 file_unreadable`,
      )
      expect(answer.data.fields).toEqual({ file: 'cannot be read as a picture' })
    }
  }
})

/** A PNG whose head promises more pixels than its few bytes hold. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function crc32(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

test('refuses a small file of very many pixels, and one larger than 10 MB', async () => {
  expect((await upload(pngBomb(600, 400))).http).toBe(200)
  const bomb = pngBomb(8000, 5001)
  expect(bomb.length).toBeLessThan(100_000)
  expect(await upload(bomb)).toMatchObject({
    http: 422,
    error: 'file_too_many_pixels',
    data: { fields: { file: 'must have at most 40 megapixels' } },
  })
  const large = Buffer.concat([await picture(), Buffer.alloc(10_485_760)])
  expect(await upload(large)).toMatchObject({
    http: 413,
    error: 'file_too_large',
    data: { fields: { file: 'must be at most 10 MB' } },
  })
})

test('refuses names that lead somewhere', async () => {
  for (const name of ['../../etc/passwd.jpg', '..\\..\\boot.jpg', '/srv/a.jpg', '..', `${'x'.repeat(300)}.jpg`]) {
    const answer = await upload(await picture(), name)
    expect(`${name} ${answer.http} ${answer.error}`).toBe(`${name} 422 file_name`)
  }
})

test('refuses forms that are not one purpose and one file, naming the field', async () => {
  const good = file(await picture())
  const answers = await Promise.all(
    [
      [good],
      [purpose],
      [{ name: 'purpose', value: 'kyc' }, good],
      [{ name: 'purpose', value: 'x'.repeat(200) }, good],
      [purpose, { name: 'file', value: 'text' }],
      [purpose, { name: 'surprise', value: '1' }, good],
      [purpose, purpose, good],
      [purpose, good, good],
      [purpose, { name: 'a', value: '1' }, { name: 'b', value: '1' }, { name: 'c', value: '1' }, good],
      [purpose, { ...good, name: '__proto__' } as Part],
    ].map((parts) => sendForm(shop, owner, parts as Part[])),
  )
  const told = answers.map((answer) => [answer.statusCode, answer.json().error, answer.json().data.fields ?? null])
  expect(told).toEqual([
    [422, 'invalid_input', { purpose: 'must be one of refund, testimonial, gold_back, activity' }],
    [422, 'invalid_input', { file: 'must be a file' }],
    [422, 'invalid_input', { purpose: 'must be one of refund, testimonial, gold_back, activity' }],
    [422, 'invalid_input', { purpose: 'is too long' }],
    [422, 'invalid_input', { file: 'must be a file' }],
    [422, 'invalid_input', { surprise: 'is not known here' }],
    [400, 'malformed', null],
    [400, 'malformed', null],
    [400, 'malformed', null],
    [400, 'malformed', null],
  ])
})

test('only this call reads forms, and it reads nothing else', async () => {
  const { headers, payload } = formOf([purpose, file(await picture())])
  const post = (path: string, type: string, body: Buffer | string) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/storeid${path}`,
      headers: { ...owner.headers, 'content-type': type },
      payload: body,
    })
  expect((await post('/product/add_cart', headers['content-type'] ?? '', payload)).statusCode).toBe(415)
  expect((await post('/file/remove_image', headers['content-type'] ?? '', payload)).statusCode).toBe(415)
  expect((await post('/file/upload_image', 'application/json', '{}')).statusCode).toBe(415)
  expect((await post('/file/upload_image', 'image/jpeg', await picture())).statusCode).toBe(415)
  expect((await post('/file/upload_image', 'multipart/form-data', payload)).statusCode).toBe(400)
  const cut = payload.subarray(0, payload.length - 30)
  expect((await post('/file/upload_image', headers['content-type'] ?? '', cut)).statusCode).toBe(400)
})

test('a picture is its owner’s alone, until it is published', async () => {
  const id = await uploaded(shop, owner, 'testimonial')
  expect((await look(owner, id)).statusCode).toBe(200)
  expect((await look(stranger, id)).json()).toMatchObject({ code: 404, error: 'not_found' })
  expect((await look(null, id)).json()).toMatchObject({ code: 4001 })
  expect((await look(null, id, '/file/published')).statusCode).toBe(404)
  await shop.karat.db.transaction(async (tx) => {
    await useFiles(tx, { memberId: owner.id, ids: [id], purpose: 'testimonial' })
    await publishImages(tx, [id])
  })
  const shown = await look(null, id, '/file/published')
  expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' })
  await withdrawImages(shop.karat.db, [id])
  expect((await look(null, id, '/file/published')).statusCode).toBe(404)
  expect((await look(owner, id)).statusCode).toBe(200)
})

test('a picture is bound once, by its owner, for its purpose, or nothing is', async () => {
  const [mine, other, refund] = [
    await uploaded(shop, owner, 'testimonial'),
    await uploaded(shop, stranger, 'testimonial'),
    await uploaded(shop, owner, 'refund'),
  ]
  const bind = (...ids: string[]) =>
    shop.karat.db
      .transaction((tx) => useFiles(tx, { memberId: owner.id, ids, purpose: 'testimonial' }))
      .then(
        () => 'bound',
        (error: { code: string }) => error.code,
      )
  const unknown = '01939a4e-0000-7000-8000-000000000000'
  for (const wrong of [other, refund, unknown, mine]) expect(await bind(mine, wrong)).toBe('not_found')
  expect(await bind(mine)).toBe('bound')
  expect(await bind(mine)).toBe('not_found')
  expect(await bind()).toBe('bound')
})

test('a picture that waits can be removed, one in use cannot', async () => {
  const member = await signedIn(shop)
  const [waiting, used] = [await uploaded(shop, member, 'refund'), await uploaded(shop, member, 'refund')]
  await shop.karat.db.transaction((tx) => useFiles(tx, { memberId: member.id, ids: [used], purpose: 'refund' }))
  expect((await call(shop, member, '/file/remove_image', { id: waiting })).data).toEqual({ removed: true })
  expect((await call(shop, member, '/file/remove_image', { id: waiting })).error).toBe('not_found')
  expect((await call(shop, member, '/file/remove_image', { id: used })).error).toBe('not_found')
  expect(await images(member.id)).toBe(1)
})

test('pictures that nothing has used for a day are swept, others stay', async () => {
  const member = await signedIn(shop)
  const [old, used] = [await uploaded(shop, member, 'refund'), await uploaded(shop, member, 'refund')]
  await shop.karat.db.transaction((tx) => useFiles(tx, { memberId: member.id, ids: [used], purpose: 'refund' }))
  await shop.karat.db.run(
    sql`update files.images set created_at = now() - interval '25 hours' where id = any(${[old, used]}::uuid[])`,
  )
  await uploaded(shop, member, 'refund')
  await forgetUnusedImages(shop.karat.db, shop.karat.settings.files.keepUnusedSeconds)
  expect(await images(member.id)).toBe(2)
  expect((await look(member, old)).statusCode).toBe(404)
})
