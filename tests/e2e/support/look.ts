/** What a page must look like at every size and in both themes: measured in the page, not judged by eye. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from './shop-test.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const CHANGING = ['color-contrast']
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Something to read, and nothing of it still on its way. */
export async function isThere(page: Page) {
  await expect(page.getByRole('heading').filter({ visible: true })).not.toHaveCount(0)
  await expect(
    page.locator('main :is([aria-busy="true"]:not(button), .skeleton)').filter({ visible: true }),
  ).toHaveCount(0)
}

export type Theme = 'light' | 'dark'

/**
 * Everything that the standards ask, in light at the size that the page is most used at; in dark at the other, what changes with the theme:
 * where that is asked for, since colours that can be read in light can be read in dark (src/ui/styles/tokens.unit.test.ts). At the other
 * size the test goes on.
 */
export async function expectAccessible(page: Page, name: string, themes: Theme[] = ['light']) {
  const staff = new URL(page.url()).pathname.startsWith('/admin')
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize(staff === (theme === 'light') ? DESKTOP : PHONE)
    await expectNoViolations(page, `${name}, ${theme}`, theme === 'light' ? STANDARDS : CHANGING)
  }
  await page.setViewportSize(staff ? PHONE : DESKTOP)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

type WithAxe = { axe?: { run(page: Document, options: RunOptions): Promise<AxeResults> } }

async function expectNoViolations(page: Page, where: string, rules: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE)
    // What waits outside the window to be laid out keeps the colours of the theme before; nobody sees it like that.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { content-visibility: visible !important }')
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    })
  }
  const found = await page.evaluate(async (runOnly) => {
    // Colours on their way from one theme to the other are not what anybody reads; in a closed <details> they never arrive.
    // What inherits a colour sets out when its parent has arrived.
    const moving = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    for (let depth = 0; depth < 50 && moving().length > 0; depth++) for (const one of moving()) one.finish()
    const results = await (window as WithAxe).axe?.run(document, { runOnly, resultTypes: ['violations'] })
    return results?.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
    )
  }, rules)
  expect.soft(found, where).toEqual([])
}

/** No sideways scrolling at any width that is made, and at 390 px no text cut off. */
export async function expectToFit(page: Page, name: string, widths = [1440, 768, 320, 390]) {
  for (const width of widths) {
    await page.setViewportSize({ ...(width < 768 ? PHONE : DESKTOP), width })
    expect.soft(await page.evaluate(tooWide), `${name} scrolls sideways at ${width} px`).toEqual([])
  }
  await page.setViewportSize(PHONE)
  expect.soft(await page.evaluate(clippedTexts), `${name}: text that is cut off at 390 px`).toEqual([])
}

/** Runs in the page: what makes it wider than the screen, the innermost first; nothing when it is not. */
function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter((box) => box.getBoundingClientRect().right > clientWidth + 0.5)
    .reverse()
    .slice(0, 5)
    .map((box) => `<${box.localName} class="${box.getAttribute('class')}"> to ${box.getBoundingClientRect().right} px`)
}

/** Runs in the page: texts that are wider than the box that shows them. A row that is swiped shows the rest by being swiped. */
function clippedTexts(): string[] {
  const tight = 'button, a.btn, .tag, [role="tab"], [role="menuitemradio"], th, label, legend, h1, h2, h3'
  const found: string[] = []
  for (const box of document.body.querySelectorAll<HTMLElement>('*')) {
    const style = getComputedStyle(box)
    const cuts = /hidden|clip/.test(style.overflowX)
    if (!cuts && !box.matches(tight)) continue
    if (box.scrollWidth <= box.clientWidth + 1 || box.clientWidth === 0 || box.closest('.sr-only, svg')) continue
    if (!box.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (box.closest('[aria-hidden="true"], [aria-roledescription="carousel"], [data-swiped]')) continue
    const edge = box.getBoundingClientRect().right
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      if (!text.textContent?.trim() || text.parentElement?.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      if (range.getBoundingClientRect().right <= edge + 1) continue
      found.push(`${text.textContent.trim()} (in <${box.localName} class="${box.className}">)`)
      break
    }
  }
  return [...new Set(found)]
}
