/** Closing the application: what it has accepted is finished, and nobody keeps it from ending. */
import net, { type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import { signedIn } from './support/members.ts'
import { patience } from './support/patience.ts'
import { openShop } from './support/shop.ts'

const shop = openShop()

async function listening() {
  const app = await buildApp(shop.karat)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** One connection, and everything that was heard on it. */
async function connected(port: number) {
  let heard = ''
  const socket = net.connect(port, '127.0.0.1')
  socket.on('data', (bytes) => (heard += bytes))
  socket.on('error', () => {}) // cut
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, closed, heard: () => heard }
}

test('a browser that connects and says nothing, as browsers do, holds nothing up', async () => {
  const { app, port } = await listening()
  const [silent, halfway] = [await connected(port), await connected(port)]
  halfway.socket.write('GET / HTTP/1.1\r\nHost:')
  await vi.waitFor(
    () => new Promise((resolve) => app.server.getConnections((_e, n) => resolve(expect(n).toBe(2)))),
    patience,
  )
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeLessThan(2000)
  await Promise.all([silent.closed, halfway.closed])
})

test('a call that runs is answered, one that comes after it on the same connection too, and a stream is not begun any more', async () => {
  const { app, port } = await listening()
  const member = await signedIn(shop)
  const line = await connected(port)
  const ask = (path: string) =>
    `GET /api/storeid/product/${path} HTTP/1.1\r\nHost: x\r\nauthorization: Bearer ${member.token}\r\n\r\n`
  let hold = () => {}
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  shop.intercept.current = async (text) => {
    if (text.includes('from cart.lines')) await held
    return text
  }
  line.socket.write(ask('cartList'))
  await new Promise((resolve) => app.server.once('request', resolve))
  const closing = app.close()
  await vi.waitFor(() => expect(app.server.listening).toBe(false), patience)
  line.socket.write(ask('goldPriceStream'))
  hold()
  await closing
  shop.intercept.current = undefined
  await line.closed
  expect(line.heard().match(/HTTP\/1\.1 \d+/g)?.[0]).toBe('HTTP/1.1 200')
  expect(line.heard()).not.toContain('text/event-stream')
})
