/** Who sends too slowly is cut, after 10 s and the 5 s between two looks, so that nobody can hold all connections by dripping bytes. */
import net, { type AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from './support/shop.ts'

const shop = openShop()
beforeAll(async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
})

/** Sends `head`, then one byte a second, until the other side cuts the line; how long that took and what it said. */
function drip(head: string): Promise<{ seconds: number; said: string }> {
  const { port } = shop.app.server.address() as AddressInfo
  const began = performance.now()
  return new Promise((resolve) => {
    let said = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(head))
    const dripping = setInterval(() => socket.write('a'), 1000)
    socket.on('data', (bytes) => (said += bytes))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      resolve({ seconds: (performance.now() - began) / 1000, said })
    })
  })
}

const call = (path: string, ...headers: string[]) =>
  [`POST /api/storeid${path} HTTP/1.1`, 'Host: shop.example', ...headers].join('\r\n')

test('headers, a body and a form that drip are cut', { timeout: 65_000 }, async () => {
  const json = 'content-type: application/json'
  const slow = await Promise.all([
    drip(`${call('/user/login')}\r\nx-slow: `),
    drip(`${call('/user/login', json, 'content-length: 5000')}\r\n\r\n{"account":"`),
    drip(`${call('/user/login', json, 'transfer-encoding: chunked')}\r\n\r\n`),
    drip(
      `${call('/file/upload_image', 'content-type: multipart/form-data; boundary=b', 'content-length: 900000')}\r\n\r\n--b\r\n`,
    ),
  ])
  for (const { said } of slow.slice(1, 3)) expect(said).toMatch(/^HTTP\/1\.1 408 /)
  for (const { seconds, said } of slow) {
    expect(seconds).toBeLessThan(25)
    expect(said).toMatch(/^(HTTP\/1\.1 (4\d\d|503) |$)/)
  }
})
