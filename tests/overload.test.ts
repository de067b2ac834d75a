/** More to do than can be done (G22): who is refused at once, who still gets in, and what is not rendered twice. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Settings, settings } from '../src/settings.ts'
import { signedIn } from './support/members.ts'
import { openShop } from './support/shop.ts'
import { staffSignedIn } from './support/staff.ts'
import { stubPages } from './support/stub-pages.ts'

const shop = openShop({ DATABASE_POOL: '8' })
const opened: FastifyInstance[] = []
afterEach(async () => {
  shop.intercept.current = undefined
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

const still = { queue: 2, waitMs: 60_000, giveUpMs: 60_000 }

/** The shop with four places for calls, two of them for what is shed last, and with one for pages. */
async function small(changes: object = {}, load?: (url: string) => unknown) {
  const pages = { atOnce: 1, keptForLast: 0, perSubject: 1, ...still }
  const admission = { ...settings.admission, callsShare: 0.5, keptShare: 0.25, calls: still, pages, ...changes }
  const own = { ...settings, admission } as unknown as Settings
  const app = await buildApp({ ...shop.karat, settings: own }, { pages: { build: stubPages(load) } })
  opened.push(app)
  return app
}

/** A request that is on its way when this returns; `inject` alone lets a later one overtake it. */
const send = (app: FastifyInstance, options: InjectOptions) => app.inject(options).then((answer) => answer)

const call = (path: string) => `/api/storeid${path}`

/** Holds statements on the lines of carts until `open`; `reached` when the first `count` of them wait. */
function holdCarts(count: number) {
  let waiting = 0
  const [opening, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  shop.intercept.current = async (text) => {
    if (!text.includes('cart.lines')) return text
    if (++waiting === count) reached.resolve()
    await opening.promise
    return text
  }
  return { open: opening.resolve, reached: reached.promise, waiting: () => waiting }
}

/** As many reads of a cart as there are places for them, each waiting for the database, and as many as may wait behind them. */
async function fill(app: FastifyInstance, places = 2) {
  const { headers } = await signedIn(shop)
  const carts = holdCarts(places)
  const read = () => send(app, { url: call('/product/cartList'), headers })
  const running = Array.from({ length: places }, read)
  await carts.reached
  const queued = Array.from({ length: still.queue }, read)
  return { headers, read, all: () => Promise.all([...running, ...queued]), ...carts }
}

const pay = (app: FastifyInstance, headers: Record<string, string>) =>
  app.inject({
    ...{ method: 'POST', url: call('/product/submit_order'), headers },
    payload: { guarantee_id: '01939b6e-0000-7000-8000-000000000000' },
  })

test('beyond the queue a call is refused at once; money, staff, probes and what is in memory get in', async () => {
  const app = await small()
  const staff = await staffSignedIn(shop, 'owner')
  const { headers, read, open, all, waiting } = await fill(app)
  const refused = await read()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(refused.json()).toMatchObject({ status: 'error', code: 503, error: 'busy' })
  expect(waiting(), 'nothing was done for whom it refused').toBe(2)
  const others = await Promise.all([
    pay(app, headers),
    app.inject({ url: '/api/admin/staff/me', headers: staff.headers }),
    app.inject({ url: '/live' }),
    app.inject({ url: '/ready' }),
    app.inject({ url: call('/product/getGoldPrice') }),
    app.inject({ url: call('/product/getDetails?id=1001') }),
  ])
  expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 200, 200, 200, 200, 200])
  open()
  expect((await all()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect((await read()).statusCode).toBe(200)
})

test('the same with no place kept: money waits behind everything else', async () => {
  const app = await small({ keptShare: 0, calls: { ...still, queue: 0 } })
  const { headers, open, all } = await fill(app, 4)
  expect((await pay(app, headers)).statusCode).toBe(503)
  open()
  await all()
})

test('calls that wait for somebody outside take no place from the others', async () => {
  const app = await small({ outside: { ...settings.admission.outside, atOnce: 1, perSubject: 1 } })
  const { headers } = await signedIn(shop)
  const looked = Promise.withResolvers<void>()
  const opening = Promise.withResolvers<void>()
  shop.intercept.current = async (text) => {
    if (!text.includes('payments.payments')) return text
    looked.resolve()
    await opening.promise
    return text
  }
  const getPay = () =>
    send(app, {
      ...{ method: 'POST', url: call('/payment/getPay'), headers },
      payload: { payment_id: '01939b6e-0000-7000-8000-000000000000' },
    })
  const first = getPay()
  await looked.promise
  expect((await getPay()).statusCode).toBe(503)
  expect((await app.inject({ url: call('/product/cartList'), headers })).statusCode).toBe(200)
  opening.resolve()
  expect((await first).statusCode).toBe(404)
})

/** Renderings that wait until `open`. */
function holdPages() {
  const rendered: string[] = []
  const opening = Promise.withResolvers<void>()
  const load = async (url: string) => {
    rendered.push(url.replace(/^https?:\/\/[^/]+/, ''))
    await opening.promise
    return null
  }
  return { rendered, load, open: opening.resolve }
}

test('fields that a page does not read make no other page of it', async () => {
  const { rendered, load, open } = holdPages()
  open()
  const app = await small({}, load)
  const ask = (url: string) => send(app, { url })
  const pages = await Promise.all(
    [
      '/privacy?z=1',
      '/privacy?z=2',
      '/privacy?utm_source=a',
      '/privacy',
      '/product/product?page=2&z=1',
      '/product/product?y=1&page=2',
    ].map(ask),
  )
  expect(pages.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
  expect(rendered).toEqual(['/privacy', '/product/product?page=2'])
})

test('pages beyond the queue are refused at once, with a page that asks again; who has fewer places is let in', async () => {
  const { rendered, load, open } = holdPages()
  const app = await small({}, load)
  const ask = (url: string, remoteAddress = '198.51.100.1') => send(app, { url, remoteAddress })
  const list = (n: number) => `/product/product?q=${n}`
  const flood = [1, 2, 3].map((n) => ask(list(n)))
  const refused = await ask(list(4))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(refused.payload).toContain('<meta http-equiv="refresh" content="3">')
  expect(refused.payload).toContain('Sedang sangat ramai.')
  const data = await ask('/product/product.data?q=5')
  expect([data.statusCode, data.json().error]).toEqual([503, 'busy'])
  const somebody = ask(list(6), '203.0.113.7')
  const plain = ask('/privacy', '203.0.113.8')
  open()
  expect((await Promise.all([...flood, somebody, plain])).map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 503, 200, 200,
  ])
  expect(rendered).toEqual([list(1), '/privacy', list(2), list(6)])
})

test('what the router asks of the build waits for no page', async () => {
  const { load, open } = holdPages()
  const app = await small({}, load)
  const flood = [1, 2, 3].map((n) => send(app, { url: `/product/product?q=${n}` }))
  const asked = await send(app, { url: '/__manifest?paths=%2Fprivacy&version=1' })
  expect(asked.statusCode).toBe(200)
  open()
  await Promise.all(flood)
})

test('between two pages that wait to be rendered, what came meanwhile is heard', async () => {
  const order: string[] = []
  const app = await small({}, (url) => {
    const page = url.replace(/^https?:\/\/[^/]+/, '')
    order.push(page)
    // As a request that arrives while this page is rendered: it can be heard in the next turn of the event loop.
    setImmediate(() => order.push(`heard after ${page}`))
    return null
  })
  await Promise.all(['/privacy', '/agreement'].map((url) => send(app, { url })))
  expect(order.slice(0, 3)).toEqual(['/privacy', 'heard after /privacy', '/agreement'])
})
