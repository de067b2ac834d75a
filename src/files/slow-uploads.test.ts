/** Forms that drip, over real connections: nobody else waits for them, and they are cut. */
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { picture, sendForm } from '../../tests/support/pictures.ts'
import { openShop } from '../../tests/support/shop.ts'
import { buildApp } from '../app.ts'
import { type Settings, settings } from '../settings.ts'

const shop = openShop()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function listening(files: object) {
  const own = { ...settings, admission: shop.karat.settings.admission, files: { ...settings.files, ...files } }
  const app = await buildApp({ ...shop.karat, settings: own as unknown as Settings })
  ends.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** A form of which only the beginning comes; what was said to it. */
async function drip(port: number, { token }: TestMember) {
  const line = net.connect(port, '127.0.0.1')
  ends.push(async () => line.destroy())
  const said = new Promise<string>((resolve) => line.once('data', (bytes) => resolve(String(bytes))))
  line.on('error', () => {})
  const head = [
    'POST /api/storeid/file/upload_image HTTP/1.1',
    'host: shop.example',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 900000',
  ]
  await new Promise<void>((sent) => line.write(`${head.join('\r\n')}\r\n\r\n--b\r\n`, () => sent()))
  return { said }
}

test.each([
  [12, 1],
  [52, 5],
])('%d dripping forms of %d members keep nobody else from uploading', async (count, members) => {
  const { app, port } = await listening({ slowest: { bytes: 1, everyMs: 600_000 } })
  const slow = await Promise.all(Array.from({ length: members }, () => signedIn(shop)))
  await Promise.all(Array.from({ length: count }, (_, n) => drip(port, slow[n % members] as TestMember)))
  const others = await Promise.all(Array.from({ length: 14 }, () => signedIn(shop)))
  const bytes = await picture()
  const fields = [
    { name: 'purpose', value: 'refund' },
    { name: 'file', bytes },
  ]
  const answers = await Promise.all(others.map((member) => sendForm({ ...shop, app }, member, fields)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(14).fill(200))
})

test('a form of which too little comes is told so, and its place is free', async () => {
  const { port } = await listening({ slowest: { bytes: 8192, everyMs: 20 } })
  const said = await (await drip(port, await signedIn(shop))).said
  expect(said).toMatch(/^HTTP\/1\.1 408 /)
  expect(said).toContain('"too_slow"')
})
