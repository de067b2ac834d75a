/** Places of the event stream: nobody may take them and go without giving them back. */
import net, { type AddressInfo } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { patience } from '../../tests/support/patience.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { buildApp } from '../app.ts'
import { type Settings, settings } from '../settings.ts'

const shop = openShop({ RATE_LIMITS: '1' })
beforeAll(async () => {
  await freshTick(shop)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
})

const port = () => (shop.app.server.address() as AddressInfo).port
const stream = 'GET /api/storeid/product/goldPriceStream HTTP/1.1\r\nHost: shop.example\r\n\r\n'

/** Asks for streams side by side until one is refused: how many there were places for. */
async function freePlaces(): Promise<number> {
  const stop = new AbortController()
  const url = `http://127.0.0.1:${port()}/api/storeid/product/goldPriceStream`
  let open = 0
  while ((await fetch(url, { signal: stop.signal })).status === 200) open += 1
  stop.abort()
  return open
}

test('streams asked for on one connection are given back with it, also those whose turn never came', async () => {
  await vi.waitFor(async () => expect(await freePlaces()).toBe(30), patience)
  const socket = net.connect(port(), '127.0.0.1', () => socket.write(stream.repeat(20)))
  await vi.waitFor(async () => expect(await freePlaces()).toBe(10), patience)
  socket.destroy()
  await vi.waitFor(async () => expect(await freePlaces()).toBe(30), { timeout: 3000 })
})

test('when every place is taken, the network with the most streams loses its oldest to another that comes', async () => {
  const price = { ...settings.price, stream: { ...settings.price.stream, max: 3 } }
  const config = { ...shop.karat.config, TRUST_PROXY: '127.0.0.1' }
  const app = await buildApp({ ...shop.karat, config, settings: { ...settings, price } as unknown as Settings })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/storeid/product/goldPriceStream`
  const open = (from: string) => fetch(url, { headers: { 'x-forwarded-for': from } })
  const [oldest, ...others] = [await open('203.0.113.1'), await open('203.0.113.2'), await open('203.0.113.3')]
  expect((await open('203.0.113.4')).status).toBe(503)
  const newcomer = await open('198.51.100.1')
  expect(newcomer.status).toBe(200)
  await expect(oldest?.text()).rejects.toThrow('terminated')
  expect((await open('192.0.2.1')).status, 'two, one and none').toBe(200)
  await expect(others[0]?.text()).rejects.toThrow('terminated')
  expect((await open('192.0.2.2')).status, 'one each').toBe(503)
  await app.close()
  expect(await newcomer.text()).toContain('event: price')
})
