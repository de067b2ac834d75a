/** Pictures come as AVIF in the size that is needed, hold their place while they load, and leave no blur behind. */
import { expect, test } from './support/shop-test.ts'

const shown = 'main img[srcset]'

test('a blur holds the place of a picture until it is here as AVIF, at most twice as large as shown, and nothing moves', {
  tag: '@phone',
}, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/img/**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/product/product', { waitUntil: 'commit' })
  const first = page.locator(shown).nth(0)
  await expect(first).toHaveAttribute('style', /data:image\/webp/)
  await page.waitForFunction(() => document.styleSheets.length > 0)
  const before = await first.boundingBox()
  release()
  await expect(first).not.toHaveAttribute('style', /data:image/)
  expect(await first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await first.boundingBox()).toEqual(before)

  const come = () =>
    page.locator(shown).evaluateAll((images) =>
      images
        .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement && image.complete)
        .filter((image) => image.currentSrc)
        .map((image) => ({ file: image.currentSrc, shown: image.clientWidth * devicePixelRatio })),
    )
  await expect.poll(async () => (await come()).length).toBeGreaterThan(3)
  for (const { file, shown: wide } of await come())
    expect(Number(/\/img\/[\w-]+-(\d+)\.avif$/.exec(file)?.[1]), file).toBeLessThanOrEqual(Math.max(wide * 2, 240))
})

/** Pages opened by address whose pictures stand in parts that nobody has touched, and in parts that live at once. */
const opened = ['/product/productDetail?id=1001', '/', '/product/product', '/home/news', '/home/aboutUs']

test('opened by its address, in both themes, nothing of a blur is left around what has come, though nobody touched the page', {
  tag: '@phone',
}, async ({ page }) => {
  for (const path of opened) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (colorScheme === 'light') await page.goto(path, { waitUntil: 'load' })
      await expect
        .poll(() => page.evaluate(comePictures), `${path}, ${colorScheme}`)
        .toEqual({ some: true, waiting: 0, blurred: 0 })
    }
  }
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the gold on a page opened by its address, ${colorScheme}, is drawn on nothing but the page`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/product/productDetail?id=1001', { waitUntil: 'load' })
    const gold = page.locator('.slides img').and(page.locator('[loading="eager"]'))
    await expect(gold).toHaveCSS('background-image', 'none')
    await page.waitForFunction(() => window.karatAlive)
    await expect(page.locator('.slides').locator('xpath=ancestor::*[@data-waiting]')).toHaveCount(1)
    const draw = async (background: string) => {
      await gold.evaluate((image: HTMLImageElement, value) => {
        image.style.background = value
      }, background)
      return gold.screenshot()
    }
    const asOpened = await gold.screenshot()
    expect(asOpened.equals(await draw('none')), 'as opened').toBe(true)
    expect(asOpened.equals(await draw('rgb(90 60 20 / 0.2)')), 'something behind it would be seen').toBe(false)
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('no blur stands behind a picture, since nothing would take it away', async ({ page }) => {
    await page.goto('/product/productDetail?id=1001')
    for (const image of await page.locator(shown).all()) await expect(image).toHaveCSS('background-image', 'none')
  })
})

/** Runs in the page: whether any picture has come, those of the first screen that have not, and such that came and kept their blur. */
function comePictures() {
  const images = [...document.querySelectorAll<HTMLImageElement>('img[srcset]')]
  const come = images.filter((image) => image.complete && image.naturalWidth > 0)
  return {
    some: come.length > 0,
    waiting: images.filter((image) => image.loading === 'eager' && !come.includes(image)).length,
    blurred: come.filter((image) => getComputedStyle(image).backgroundImage !== 'none').length,
  }
}
