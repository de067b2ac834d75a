import { open, signIn, shot, base } from './zz-lib.ts'
const [,, email, pw] = process.argv
const { browser, page } = await open({ width: 1440 })
await signIn(page, email!, pw!)
for (const [n, u] of [['user','/user'],['buy','/user/trade/purchase'],['sell','/user/trade/cashingIn'],['dep','/user/trade/deposit']] as const) {
  await page.goto(base + u); await page.waitForTimeout(2500); await shot(page, `${n}-1440`)
}
await page.setViewportSize({ width: 390, height: 844 })
await page.emulateMedia({ colorScheme: 'dark' })
for (const [n, u] of [['user','/user'],['buy','/user/trade/purchase'],['sell','/user/trade/cashingIn'],['dep','/user/trade/deposit']] as const) {
  await page.goto(base + u); await page.waitForTimeout(2500); await shot(page, `${n}-390d`)
}
await browser.close()
