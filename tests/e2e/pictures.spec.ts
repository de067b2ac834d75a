/** Pictures come as AVIF in the size that is needed, hold their place while they load, and leave no blur behind. */
import { expect, test } from './support/shop-test.ts'

const shown = 'main img[srcset]'

test('a blur holds the place of a picture until it is here, and nothing moves', { tag: '@phone' }, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/img/**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/product/product', { waitUntil: 'commit' })
  const first = page.locator(shown).first()
  await expect(first).toHaveAttribute('style', /data:image\/webp/)
  const before = await first.boundingBox()
  release()
  await expect(first).not.toHaveAttribute('style', /data:image/)
  expect(await first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await first.boundingBox()).toEqual(before)
})

test('no picture is larger than twice what it is shown at, and each is AVIF', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/product/product')
  const pictures = page.locator(shown)
  await expect(pictures.first()).toBeVisible()
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/\/img\/[\w-]+-\d+\.avif$/)
  const sizes = await pictures.evaluateAll((images) =>
    images
      .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement && image.complete)
      .map((image) => ({
        file: Number(/-(\d+)\.avif$/.exec(image.currentSrc)?.[1]),
        shown: image.clientWidth * devicePixelRatio,
      })),
  )
  expect(sizes.length).toBeGreaterThan(3)
  for (const { file, shown: wide } of sizes) expect(file).toBeLessThanOrEqual(Math.max(wide * 2, 240))
})
