/**
 * npm run screens: how the shop looks now, into docs/screens/ and the pictures of the web manifest. It starts the built
 * product on demo data of its own, signs a demo member in through the API, and lets every page's clock stand still.
 * npm run screens -- manual: those of docs/opening-a-shop.md, taken by the browser test that walks it.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startBuiltProduct } from './built-product.ts'
import { chromiumPath } from './chromium.ts'

const MOST_BYTES = 150_000
const sizes = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const
const themes = ['light', 'dark'] as const
const member = { account: 'ratna@karat.test', password: 'kopi-tubruk-pagi-hari' }
const address = {
  ...{ label: 'Rumah', recipient: 'Ratna Wulandari', mobile: '0812 1000 4471' },
  ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06' },
  ...{ street: 'Jl. Teuku Umar No. 12', postal_code: '10310', is_default: true },
}

process.env.LC_ALL = 'en_US.UTF-8'
if (process.argv[2] === 'manual') {
  const walk = ['test', 'first-sale', '--project', 'desktop']
  const { status } = spawnSync('playwright', walk, { stdio: 'inherit', env: { ...process.env, KARAT_MANUAL: '1' } })
  process.exit(status ?? 1)
}
const product = await startBuiltProduct({ environment: { PRICE_POLL_SECONDS: '60' } })
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  mkdirSync('docs/screens', { recursive: true })
  const session = await signIn()
  const pages = await addresses(session.token)
  for (const width of [1440, 390] as const)
    for (const theme of themes)
      for (const [name, path] of Object.entries(pages)) {
        const picture = await shot(browser, { path, width, theme, session })
        writeFileSync(`docs/screens/${name}-${width}-${theme}.webp`, await small(picture))
        if (name === 'home' && theme === 'light') await keepForManifest(picture, width)
        process.stdout.write(`${name}-${width}-${theme}\n`)
      }
} finally {
  await browser.close()
  await product.stop()
}

/** A new browser needs a code, which waits in the mailbox. */
async function signIn(): Promise<{ token: string; userInfo: object }> {
  const { sign_in_id } = await call<{ sign_in_id: string }>('/user/login', member)
  await call('/user/sendSecondStepCode', { sign_in_id })
  const mailbox = await fetch(`${product.base}/dev/mailbox.json?to=${member.account}`)
  const { messages } = (await mailbox.json()) as { messages: { body: string }[] }
  const code = /\d{6}/.exec(messages[0]?.body ?? '')?.[0] ?? ''
  return call('/user/loginWithCode', { sign_in_id, code })
}

/** A call as the web app makes it. */
async function call<T>(path: string, body: object | null, token = ''): Promise<T> {
  const answer = await fetch(`${product.base}/api/storeid${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...{ currency: 'IDR', platform: 'web' },
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { status, message, data } = (await answer.json()) as { status: string; message: string; data: T }
  if (status !== 'success') throw new Error(`${path}: ${message}`)
  return data
}

/** Buys a bar as far as the cashier, so that there is a checkout to show and an order. */
async function addresses(token: string): Promise<Record<string, string>> {
  const { items } = await call<{ items: { product_id: number; sku_id: number }[] }>(
    '/product/getList?category=bars&weight=5-25&sort=popularity',
    null,
  )
  const [bar] = items
  if (!bar) throw new Error('the demo shop sells no bars')
  await call('/address/saveAddress', address, token)
  const goods = { sku_id: bar.sku_id, quantity: 1, method: 'card' }
  const { guarantee_id } = await call<{ guarantee_id: string }>('/product/confirm_order', goods, token)
  const { order_id } = await call<{ order_id: string }>('/product/submit_order', { guarantee_id }, token)
  return {
    home: '/',
    list: '/product/product',
    product: `/product/productDetail?id=${bar.product_id}&sku=${bar.sku_id}`,
    checkout: `/mallOrder/create?sku_id=${bar.sku_id}&quantity=1`,
    order: `/user/order/list?order_id=${order_id}`,
  }
}

type Wanted = {
  path: string
  width: 1440 | 390
  theme: (typeof themes)[number]
  session: { token: string; userInfo: object }
}

async function shot(from: Browser, { path, width, theme, session }: Wanted): Promise<Buffer> {
  const { token, userInfo } = session
  const context = await from.newContext({
    ...{ viewport: sizes[width], deviceScaleFactor: width === 390 ? 2 : 1, colorScheme: theme },
    ...{ locale: 'id-ID', timezoneId: 'Asia/Jakarta', reducedMotion: 'reduce', serviceWorkers: 'block' },
    storageState: {
      cookies: [],
      origins: [
        {
          origin: product.base,
          localStorage: Object.entries({ token, userInfo: JSON.stringify(userInfo), isLogin: '1' }).map(
            ([name, value]) => ({ name, value }),
          ),
        },
      ],
    },
  })
  try {
    const page = await context.newPage()
    await page.clock.setFixedTime(new Date())
    await page.goto(product.base + path)
    await settled(page)
    return await page.screenshot({ animations: 'disabled', caret: 'hide' })
  } finally {
    await context.close()
  }
}

/** Everything that the first screen shows has come: data, fonts, pictures. */
async function settled(page: Page) {
  await page.locator('h1').first().waitFor()
  await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'detached' })
  await page.waitForFunction(async () => {
    await document.fonts.ready
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    return seen.every((image) => image.complete)
  })
}

/** As WebP, as good as the limit allows. */
async function small(picture: Buffer): Promise<Buffer> {
  for (const quality of [90, 82, 74, 66, 58]) {
    const webp = await sharp(picture).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length <= MOST_BYTES) return webp
  }
  throw new Error(`a screen does not fit into ${MOST_BYTES} bytes`)
}

async function keepForManifest(picture: Buffer, width: 1440 | 390) {
  const name = width === 390 ? 'screen-narrow' : 'screen-wide'
  writeFileSync(`public/icons/${name}.webp`, await sharp(picture).webp({ quality: 74, effort: 6 }).toBuffer())
}
