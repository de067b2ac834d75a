/** Gold that one member sends, to another and to somebody who is no member yet. */
import type pg from 'pg'
import { hashOfToken, newToken } from '../../src/credentials/session-token.ts'
import { confirm, fillVault, giveGold, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })
const main = (page: Page) => page.getByRole('main')

async function withGold(db: pg.Pool, member: { id: string }, units: number) {
  await fillVault(db)
  await giveGold(db, member, units)
}

test('a member sends gold to another and to a stranger, is told what is wrong, and recalls what waits @phone', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/(403|409|422) \(.*trade\//)
  await setPin(page, db, member)
  await withGold(db, member, 30_000)
  await db.query(
    `insert into kyc.levels (member_id, level) select id, 2 from identity.members where email = 'ratna@karat.test'
     on conflict (member_id) do update set level = 2`,
  )
  await page.goto('/user')
  await main(page).getByRole('link', { name: 'Send', exact: true }).click()
  await expect(page).toHaveTitle('Send gold · Karat')
  const [to, weight] = [page.getByLabel('To', { exact: true }), page.getByLabel('Weight')]
  const go = page.getByRole('button', { name: 'Continue' })
  await go.click()
  await expect(to).toBeFocused()
  await expect(to).toHaveAccessibleDescription(/Enter an e-mail address, a mobile number or a member code\.$/)
  await to.fill('nobody')
  await weight.fill('0,5')
  await go.click()
  await expect(to).toHaveAccessibleDescription(/Must be an e-mail address, a mobile number or a member code\.$/)
  await to.fill('ratna@karat.test')
  await page.getByLabel('Card').selectOption('birthday')
  await page.getByLabel('Note (optional)').fill('Selamat!')
  await weight.fill('9')
  await go.click()
  await confirm(page, pin, /^Send/)
  await expect(weight).toHaveAccessibleDescription(/This is more than you have to send\.$/)
  await weight.fill('0,5')
  await go.click()
  const dialog = await confirm(page, '739205', /^Send/)
  await expect(dialog).toContainText(/0\.5000\sg of gold go to .+••• and are theirs at once/)
  await expect(dialog.getByRole('alert')).toHaveText('This PIN is not right. Tries left: 2.')
  await confirm(page, pin, /^Send/)
  await expect(page.getByRole('heading', { level: 1, name: /your 0\.5000\sg$/ })).toBeFocused()
  await expectAccessible(page, 'gold that was sent')
  await expectToFit(page, 'gold that was sent')

  await page.getByRole('button', { name: 'Send more' }).click()
  await to.fill('new.friend@example.com')
  await weight.fill('1')
  await go.click()
  await confirm(page, pin, /^Send/)
  await expect(page.getByRole('heading', { level: 1, name: /1\.0000\sg wait for n••••@example\.com/ })).toBeVisible()
  const list = page.getByRole('region', { name: 'Transfers' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Recall' }).click()
  await expect(list.getByText('Recalled', { exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: 'Recall' })).toBeHidden()
})

test('a link leads to the gift: whose level holds too little is told, then takes it, and has it @phone', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/404 \(.*transfer_gift|409 \(.*transfer_claim_link/)
  const { rows } = await db.query<{ id: string }>(`select id from identity.members where email = 'bagus@karat.test'`)
  const sender = rows[0]?.id ?? ''
  await withGold(db, { id: sender }, 10_000)
  const token = newToken()
  await db.query(
    `with hold as (
       insert into ledger.holds (id, store, member_id, asset, amount, purpose, subject, expires_at)
       values (gen_random_uuid(), 'id', $1, 'XAU', 10000, 'transfer', gen_random_uuid()::text, now() + interval '7 days') returning id, subject
     ), posted as (
       insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
       select gen_random_uuid(), 'hold_placed', id, ledger.account_ids(array['member:id:' || $1, 'member:id:' || $1], array['gold', 'gold_held'],
         array['XAU', 'XAU']), array[-10000, 10000], 'system' from hold)
     insert into vault.transfers (id, number, member_id, store, weight_e4, shown_to, note, card, state, hold_id, claim_hash, ends_at)
     select subject::uuid, 'T' || nextval('vault.transfer_numbers'), $1::uuid, 'id', 10000, 'n••••@example.com', 'Welcome', 'none', 'waiting', id, $2,
       now() + interval '7 days' from hold`,
    [sender, hashOfToken(token)],
  )
  await page.goto(`/gift#${token}`)
  await expect(page.getByRole('heading', { level: 1, name: /sends you 1\.0000\sg of gold$/ })).toBeVisible()
  await expect(main(page)).toContainText('“Welcome”')
  await expectAccessible(page, 'a gift')
  await expectToFit(page, 'a gift')
  const level = (now: number) => db.query('update kyc.levels set level = $2 where member_id = $1', [member.id, now])
  await level(0)
  await page.getByRole('button', { name: /^Take 1\.0000/ }).click()
  await expect(main(page)).toContainText('Your level does not hold so much gold yet.')
  await expect(main(page).getByRole('link', { name: 'Verify' })).toHaveAttribute(
    'href',
    /\/user\/kyc\/kyc\?return=%2Fgift$/,
  )
  await level(1)
  await page.getByRole('button', { name: /^Take 1\.0000/ }).click()
  await expect(main(page).getByRole('status')).toHaveText(/^1\.0000\sg of gold are yours\.$/)
  const { rows: held } = await db.query(
    `select b.balance from ledger.accounts a join ledger.balances b on b.account_id = a.id where a.member_id = $1 and a.kind = 'gold'`,
    [member.id],
  )
  expect(held).toEqual([{ balance: '10000' }])
  await page.goto(`/gift#${'x'.repeat(43)}`)
  await page.reload()
  await expect(main(page)).toContainText('This link does not lead to a gift')
})
