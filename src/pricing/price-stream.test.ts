/** Places of the event stream: nobody may take them and go without giving them back. */
import net, { type AddressInfo } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'

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
  await vi.waitFor(async () => expect(await freePlaces()).toBe(30))
  const socket = net.connect(port(), '127.0.0.1', () => socket.write(stream.repeat(20)))
  await vi.waitFor(async () => expect(await freePlaces()).toBe(10))
  socket.destroy()
  await vi.waitFor(async () => expect(await freePlaces()).toBe(30), { timeout: 3000 })
})
