/** Pictures of docs/opening-a-shop.md, taken where the manual is walked: KARAT_MANUAL=1, which `npm run screens -- manual` sets. */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, type Page } from './shop-test.ts'

/** What is on the screen now, or the whole height of the page's content. */
export async function picture(page: Page, name: string, height = 760): Promise<void> {
  if (process.env.KARAT_MANUAL !== '1') return
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1200, height })
  await expect(page.locator('main :is([aria-busy="true"]:not(button), .skeleton)')).toHaveCount(0)
  // What was said of the step before stands in nobody's way.
  await expect(page.locator('.toast')).toHaveCount(0)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  writeFileSync(`docs/screens/opening-${name}.webp`, await sharp(png).webp({ quality: 80, effort: 6 }).toBuffer())
  if (before) await page.setViewportSize(before)
}
