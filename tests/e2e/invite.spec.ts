/** An invitation: the member's link, the page it lands on, the sign-up through it, and what both sides see. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { atBothSizes, signUp } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

test('a member invites: the link lands on a page that says so, the sign-up keeps it, and both sides see it', async ({
  page,
  browser,
  db,
}) => {
  await page.goto('/user/referral/Invite')
  await expect(page.getByRole('heading', { level: 1, name: 'Invite friends' })).toBeVisible()
  const own = page.getByRole('region', { name: 'Your link', exact: true })
  const link = /https?:\/\/\S+\/join\?invite=[2-9A-Z]{8}/.exec(await own.innerText())?.[0] ?? 'no link'
  await expect(page.getByText('Nobody has joined through your link yet.')).toBeVisible()
  await expect
    .poll(() =>
      page
        .locator('img[src^="/img/invite/"]')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)),
    )
    .toEqual([1080, 1080])
  await expectAccessible(page, 'the page of invitations')
  await expectToFit(page, 'the page of invitations')

  const visitor = await (await browser.newContext({ viewport: page.viewportSize(), locale: 'en-US' })).newPage()
  await visitor.goto(`${new URL(link).pathname + new URL(link).search}&lang=en`)
  await expect(visitor.getByRole('heading', { level: 1, name: /invites you to our shop/ })).toBeVisible()
  await expectToFit(visitor, 'where an invitation lands')
  await expectAccessible(visitor, 'where an invitation lands')
  await visitor.getByRole('link', { name: 'Open an account', exact: true }).nth(0).click()
  await signUp(visitor, `invited-${Date.now()}@karat.test`)
  await expect.poll(() => visitor.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
  await visitor.goto('/user/referral/Invite')
  await expect(visitor.getByText(/You came through/)).toBeVisible()

  await page.reload()
  const joined = page.getByRole('region', { name: 'Who joined (1)' }).getByRole('listitem')
  await expect(joined).toHaveCount(1)
  await expect(joined).toContainText('Joined')

  // What they bought brings a reward, and one browser speaks against two people; no round looks at it meanwhile.
  await db.query(`
    insert into referral.rewards (id, invited_id, member_id, store, currency, weight_e4, needs_minor, per_month, doubts, next_at)
      select gen_random_uuid(), member_id, owner_id, store, 'IDR', 100, 1000000, 20, '{device}', now() + interval '1 day'
      from referral.attributions where code = '${link.slice(-8)}'`)
  await page.reload()
  await expect(joined).toContainText('0.0100 g')
  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signInAs(office, await newStaff(db, 'desk'))
  await office.goto('/admin/growth?state=review')
  await office.getByRole('button', { name: 'Ratna Wulandari, Ratna Wulandari' }).filter({ visible: true }).click()
  const doubted = office.getByRole('region', { name: 'Details', exact: true })
  await atBothSizes(office, async () => {
    await expect(doubted).toContainText('same browser')
    await expectAccessible(office, 'a doubted reward')
  })
  await doubted.getByRole('button', { name: 'Accept', exact: true }).click()
  const asked = office.getByRole('dialog', { name: /^Accept the reward of/ })
  await asked.getByLabel('Reason').fill('Two sisters with one tablet')
  await asked.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(office.getByText('Done. Where two people are needed, it waits for the second.')).toBeVisible()
  await expect(office.getByText('To decide').filter({ visible: true })).toHaveCount(0)
  const { rows } = await db.query(
    `select doubts = accepted_doubts as accepted from referral.rewards
     where invited_id in (select member_id from referral.attributions where code = $1)`,
    [link.slice(-8)],
  )
  expect(rows).toEqual([{ accepted: true }])
  await office.goto('/admin/growth/campaigns')
  await expect(office.getByText(link.slice(-8)).filter({ visible: true }).nth(0)).toBeVisible()
  await expectToFit(office, 'campaigns in the office')
  await office.goto('/admin/growth/rates')
  await expect(office.getByText('0.0100 g').filter({ visible: true }).nth(0)).toBeVisible()
  await expectToFit(office, 'rates of rewards in the office')
})
