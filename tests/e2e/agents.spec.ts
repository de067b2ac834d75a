/** From the application to a purchase that a client confirms on their own device. */
import { fillVault, giveCash, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

test('a member applies and signs, staff approve, a client goes on to buy what was prepared for them', async ({
  page,
  browser,
  db,
  member,
}) => {
  await setPin(page, db, member)
  await fillVault(db)
  await giveCash(db, member, 5_000_000)
  await db.query(
    `insert into kyc.levels (member_id, level) values ($1, 2) on conflict (member_id) do update set level = 2`,
    [member.id],
  )
  await page.goto('/user/agents/purchases')
  await expect(page).toHaveTitle('Agent · Karat')
  await page.getByLabel('Or type your name').fill('Ratna Wulandari')
  await page.getByRole('button', { name: 'Use this signature' }).click()
  const words = page.getByLabel('How you mean to find clients')
  await expect(words).toHaveAccessibleDescription(/Write at least a sentence\.$/)
  await expectAccessible(page, 'the application of an agent')
  await expectToFit(page, 'the application of an agent')
  await words.fill('At my mother’s shop in Solo')
  await page.getByLabel('Tax number (optional)').fill('01.234.567.8-071.000')
  await page.getByRole('button', { name: 'Use this signature' }).click()
  const asked = page.getByRole('dialog', { name: 'Apply with your PIN' })
  await asked.getByLabel('PIN').fill(pin)
  await asked.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByText('Our staff read your application and write to you.')).toBeVisible()
  const number = (await page.getByText(/^A\d{4,}$/).textContent()) ?? ''

  const office = await browser.newPage()
  await signInAs(office, await newStaff(db, 'desk'))
  await office.goto(`/admin/agents?q=${number}`)
  await office.getByText(number).filter({ visible: true }).nth(0).click()
  await expect(office.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expectAccessible(office, 'an agent at the desk')
  await expectToFit(office, 'an agent at the desk')
  await office.getByRole('button', { name: 'Approve' }).click()
  const dialog = office.getByRole('dialog', { name: `Approve ${number}` })
  await dialog.getByLabel('Reason').fill('Known to us from the market')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(office.getByText(`${number} is approved.`)).toBeVisible()

  // Somebody came by the agent's link.
  await db.query(
    `set session_replication_role = replica;
     insert into referral.attributions (member_id, code, kind, owner_id, store)
       select m.id, l.code, l.kind, l.member_id, l.store from referral.links l, lateral (select id from identity.members
         where id <> l.member_id and id not in (select member_id from referral.attributions) order by random() limit 1) m
       where l.kind = 'agent' and l.member_id = '${member.id}';
     reset session_replication_role`,
  )
  await page.goto('/user/agents/purchases')
  await expect(page.getByRole('heading', { name: 'Your link' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Your clients \(1\)/ })).toBeVisible()
  const paid = page.getByRole('region', { name: 'Where your slips are paid' })
  await paid.getByRole('radio', { name: /^Into your vault, as gold/ }).check()
  await paid.getByRole('button', { name: 'Save', exact: true }).click()
  const change = page.getByRole('dialog', { name: 'Change where your slips are paid' })
  await change.getByLabel('PIN').fill(pin)
  await change.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. It holds from the next slip on.')).toBeVisible()
  await expect(paid.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await office.reload()
  await expect(office.getByText('Vault, as gold')).toBeVisible()
  await expectToFit(office, 'where the slips of an agent go')
  await office.context().close()
  await page.getByRole('button', { name: 'Prepare a purchase' }).click()
  await page.getByLabel(/^Amount in/).fill('1.000.000')
  await page.getByLabel('To your client (optional)').fill('As we said on Friday')
  await expectAccessible(page, 'the page of an agent')
  await expectToFit(page, 'the page of an agent')
  await page.getByRole('button', { name: 'Send to the client' }).click()
  await expect(page.getByText('Waits for the client')).toBeVisible()

  // It is for the member: what a client sees.
  await db.query(
    `set session_replication_role = replica;
     update agents.preparations set member_id = '${member.id}' where agent_id in (select id from agents.agents where member_id = '${member.id}');
     reset session_replication_role`,
  )
  const { rows } = await db.query<{ id: string }>('select id from agents.preparations where member_id = $1', [
    member.id,
  ])
  await page.goto(`/user/agents/prepared?id=${rows[0]?.id}`)
  await expect(page.getByText('“As we said on Friday”')).toBeVisible()
  await expectAccessible(page, 'a prepared purchase')
  await expectToFit(page, 'a prepared purchase')
  await page.getByRole('button', { name: 'Go on to buy' }).click()
  await expect(page).toHaveURL(/\/user\/trade\/purchase$/)
  await expect(page.getByLabel(/Amount/).nth(0)).toHaveValue(/1[.,]?000[.,]?000/)
})
