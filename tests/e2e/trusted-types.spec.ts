/** What may become markup or code in a page (decision 0026), tried from inside a page that has come to life. */
import { WAITING } from '../../src/ui/start-script.ts'
import { expect, type Page, test } from './support/shop-test.ts'

test('text becomes neither markup nor code; what our libraries draw does', async ({ page, watch }) => {
  watch.expect(
    /refused by the policy: (require-trusted-types-for|trusted-types)|TrustedHTML|TrustedScript|trusted-types/,
  )
  await page.goto('/')
  const tried = await page.evaluate(() => {
    const outcome = (act: () => void) => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const markup = (html: string) => outcome(() => Object.assign(document.createElement('div'), { innerHTML: html }))
    const drawing =
      '<svg aria-hidden="true" class="x" viewBox="0 0 32 32"><path d="M29 43l-3 3z" id="y"/><use xlink:href="#y"/></svg>'
    type WithTypes = { trustedTypes?: { createPolicy(name: string, rules: object): unknown } }
    return {
      text: markup('hello'),
      image: markup('<img src=x onerror=alert(1)>'),
      script: markup('<script>alert(1)</script>'),
      handler: markup(drawing.replace('class="x"', 'onload="alert(1)"')),
      address: markup(drawing.replace('#y', 'javascript:alert(1)')),
      style: markup(drawing.replace('class="x"', 'style="x"')),
      drawing: markup(drawing),
      code: outcome(() => Object.assign(document.createElement('script'), { text: 'alert(1)' })),
      source: outcome(() => Object.assign(document.createElement('script'), { src: '/sw.js?x' })),
      worker: outcome(() => new Worker('https://elsewhere.example/w.js')),
      policy: outcome(() => (window as WithTypes).trustedTypes?.createPolicy('mine', {})),
      again: outcome(() => (window as WithTypes).trustedTypes?.createPolicy('karat', {})),
    }
  })
  expect(tried).toEqual({
    ...{ text: 'TypeError', image: 'TypeError', script: 'TypeError', handler: 'TypeError' },
    ...{ address: 'TypeError', style: 'TypeError', drawing: 'done', code: 'TypeError', source: 'TypeError' },
    ...{ worker: 'TypeError', policy: 'TypeError', again: 'TypeError' },
  })
})

/** A page into which somebody has got a script that waits like ours, before ours, but without the server's nonce. */
async function withInjected(page: Page, alsoChange: (html: string) => string = (html) => html) {
  await page.route('**/home/aboutUs', async (route) => {
    const response = await route.fetch()
    const injected = `<script type="${WAITING}" data-files="">window.injected = true</script>`
    const html = (await response.text()).replace(/<body[^>]*>/, (body) => body + injected)
    await route.fulfill({ response, body: alsoChange(html) })
  })
}
const injected = (page: Page) => page.evaluate(() => 'injected' in window)

test('only the module that the server wrote is started, not one that waits like it', async ({ page }) => {
  await withInjected(page)
  await page.goto('/home/aboutUs')
  expect(await injected(page)).toBe(false)
})

test('control: a start that does not ask for the nonce runs what was injected', async ({ page }) => {
  let planted = false
  await withInjected(page, (html) => {
    const changed = html.replace('&&e.nonce===nonce', '').replace('&amp;&amp;e.nonce===nonce', '')
    planted = changed !== html
    return changed
  })
  await page.goto('/home/aboutUs', { waitUntil: 'load' })
  await expect.poll(() => injected(page)).toBe(true)
  expect(planted).toBe(true)
})
