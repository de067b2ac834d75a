/** The proof of backing, as anybody reads it and a member checks it. Day 1 stands there from the first minute of the shop. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { untilPublished } from './support/steps.ts'

test.describe.configure({ timeout: 120_000 })

async function fill(page: Page, contact: string, key: string) {
  const form = page.getByRole('region', { name: 'Are my grams counted?' })
  await form.getByLabel('Your e-mail or mobile number').fill(contact)
  await form.getByLabel('Audit key').fill(key)
  await form.getByRole('button', { name: 'Check my grams' }).click()
  return form
}

test('anybody reads what is owed and there, finds a bar, and is told of a wrong key', async ({ page }) => {
  await untilPublished(page)
  await page.goto('/home/proof?lang=en')
  await expect(page).toHaveTitle('Proof of backing · Karat')
  await expect(page.getByText('Every gram has its bar')).toBeVisible()
  await expect(page.getByText('Chosen by a witness. We did not know it beforehand.')).toBeVisible()
  await expect(page.getByText(/\/sandbox\/witness$/)).toBeVisible()
  await expectToFit(page, 'proof')
  await expectAccessible(page, 'proof')
  await page.getByLabel('Serial number or maker').fill('no such bar')
  await page.getByLabel('Serial number or maker').press('Enter')
  await expect(page).toHaveURL(/q=no\+such\+bar/)
  await expect(page.getByRole('status').filter({ hasText: 'Nothing here has “no such bar”' })).toBeVisible()
  const form = await fill(page, 'nobody@karat.test', 'ab12')
  await expect(form.getByRole('alert')).toHaveText(/64 characters.*This one has 4/)
  await fill(page, 'nobody@karat.test', 'ab'.repeat(32))
  await expect(form.locator('[data-outcome]')).toHaveAttribute('data-outcome', 'member_missing')
})

test.describe('signed in', () => {
  test.use({ signedIn: true })
  test('a member types their contact, and what is counted is held against their own record', async ({
    page,
    member,
  }) => {
    await untilPublished(page)
    await page.goto('/user/proof')
    const shown = (await page.locator('[data-audit-key]').innerText()).replaceAll(/\s/g, '')
    expect(shown).toMatch(/^[0-9a-f]{64}$/)
    await expect(page.getByText(member.email), 'the shop names no contact').toHaveCount(0)
    const form = page.getByRole('region', { name: 'Are my grams counted?' })
    await expect(form.getByLabel('Audit key')).toHaveValue(shown)
    await expect(form.getByLabel('Your e-mail or mobile number')).toHaveValue('')
    await form.getByRole('button', { name: 'Check my grams' }).click()
    await expect(form.getByRole('alert')).toHaveText(/Enter an e-mail address/)
    await form.getByLabel('Your e-mail or mobile number').fill(member.email.toUpperCase())
    await form.getByLabel('Keep contact and key').check()
    const press = () => form.getByRole('button', { name: 'Check my grams' }).click()
    await press()
    const outcome = form.locator('[data-outcome]')
    await expect(outcome, `${member.id} has no gold yet`).toHaveAttribute('data-outcome', 'same')
    await expect(outcome).toContainText('Nothing owed, nothing counted')
    await expectToFit(page, 'my proof')
    await expectAccessible(page, 'my proof')
    // The shop counts nothing of what the member's own record has.
    await page.route('**/user/myProofRecord*', (route) =>
      route.fulfill({
        json: { status: 'success', code: 2000, message: '', error: null, data: { gold: '5.0000', pieces: '0.0000' } },
      }),
    )
    await press()
    await expect(outcome).toHaveAttribute('data-outcome', 'differs')
    await expect(outcome).toContainText('In the proof0.0000 gIn your record at that moment5.0000 g')
    await expectToFit(page, 'my proof that differs')
    await expectAccessible(page, 'my proof that differs')
    // By itself on every page of the member area: loud while it is wrong, silent once it is right, and then not again today.
    await page.goto('/user/security')
    const alarm = page.locator('[data-daily-check]')
    await expect(alarm).toContainText('Today’s check of your grams found something wrong')
    await expect(alarm).toHaveAttribute('data-daily-check', 'nothing')
    await expectToFit(page, 'the daily check')
    await expectAccessible(page, 'the daily check')
    await page.unroute('**/user/myProofRecord*')
    const answered = page.waitForResponse('**/user/myProofRecord*')
    await page.goto('/user/security')
    await answered
    await expect.poll(() => page.evaluate(() => localStorage.getItem('karat.proof.id.checked'))).not.toBeNull()
    await expect(alarm).toHaveCount(0)
    // Others sign than at the first check: said by itself, and trusted only at a press.
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('karat.proof.id') ?? '{}')
      localStorage.setItem('karat.proof.id', JSON.stringify({ ...kept, keys: `${kept.keys}of others` }))
      localStorage.removeItem('karat.proof.id.checked')
    })
    await page.goto('/user/proof')
    await expect(alarm).toHaveAttribute('data-daily-check', 'keys')
    await expect(form.getByLabel('Your e-mail or mobile number')).toHaveValue(member.email.toUpperCase())
    await press()
    await expect(outcome).toHaveAttribute('data-outcome', 'keys_differ')
    await expectToFit(page, 'other keys')
    await expectAccessible(page, 'other keys')
    await outcome.getByRole('button', { name: 'Trust the new keys' }).click()
    await expect(outcome).toHaveAttribute('data-outcome', 'same')
    await page.goto('/home/proof')
    await expect(form.getByLabel('Your e-mail or mobile number'), 'kept in this browser').toHaveValue(
      member.email.toUpperCase(),
    )
  })
})
