/** Gold that one member sends, to another and to somebody who is no member yet. */
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { hashOfToken, newToken } from '../../src/credentials/session-token.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { callAs } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })
const [password, pin] = ['kopi-tubruk-pagi-hari', '739204']
const cheap = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const main = (page: Page) => page.getByRole('main')

async function giveGold(db: pg.Pool, memberId: string, units: number) {
  await db.query(
    `insert into ledger.transfer_kinds select 'test_transfer', kind, true, true from ledger.account_kinds on conflict do nothing`,
  )
  await db.query(
    `insert into backing.bars (id, store, maker, serial, kind, gross_weight_e4, fineness_e1, fine_weight_e4, place)
     values (gen_random_uuid(), 'id', 'A maker', gen_random_uuid()::text, 'bar', 100000, 10000, 100000, 'JKT-1')`,
  )
  for (const [from, to] of [
    [
      ['house:id', 'gold_received'],
      ['house:id', 'vault'],
    ],
    [
      ['house:id', 'vault'],
      [`member:id:${memberId}`, 'gold'],
    ],
  ])
    await db.query(
      `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
       values (gen_random_uuid(), 'test_transfer', gen_random_uuid()::text,
         ledger.account_ids(array[$1, $2], array[$3, $4], array['XAU', 'XAU']), array[-$5::bigint, $5::bigint], 'system')`,
      [from?.[0], to?.[0], from?.[1], to?.[1], units],
    )
}

async function confirm(page: Page, digits: string) {
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  await dialog.getByLabel('PIN').fill(digits)
  await dialog.getByRole('button', { name: /^Send/ }).click()
  return dialog
}

test('a member sends gold to another and to a stranger, is told what is wrong, and recalls what waits @phone', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/(403|409|422) \(.*trade\//)
  await db.query('update identity.members set password_hash = $2 where id = $1', [member.id, await cheap])
  await callAs(page, member, '/user/setPin', { pin, password })
  await giveGold(db, member.id, 30_000)
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
  await expect(to).toHaveAccessibleDescription(/Enter an e-mail address or a mobile number\.$/)
  await to.fill('nobody')
  await weight.fill('0,5')
  await go.click()
  await expect(to).toHaveAccessibleDescription(/Must be an e-mail address or a mobile number\.?$/)
  await to.fill('ratna@karat.test')
  await page.getByLabel('Card').selectOption('birthday')
  await page.getByLabel('Note (optional)').fill('Selamat!')
  await weight.fill('9')
  await go.click()
  await confirm(page, pin)
  await expect(weight).toHaveAccessibleDescription(/This is more than you have to send\.$/)
  await weight.fill('0,5')
  await go.click()
  const dialog = await confirm(page, '739205')
  await expect(dialog).toContainText(/0\.5000\sg of gold go to .+••• and are theirs at once/)
  await expect(dialog.getByRole('alert')).toHaveText('This PIN is not right. Tries left: 2.')
  await confirm(page, pin)
  await expect(page.getByRole('heading', { level: 1, name: /your 0\.5000\sg$/ })).toBeFocused()
  await expectAccessible(page, 'gold that was sent')
  await expectToFit(page, 'gold that was sent')

  await page.getByRole('button', { name: 'Send more' }).click()
  await to.fill('new.friend@example.com')
  await weight.fill('1')
  await go.click()
  await confirm(page, pin)
  await expect(page.getByRole('heading', { level: 1, name: /1\.0000\sg wait for n••••@example\.com/ })).toBeVisible()
  const list = page.getByRole('region', { name: 'Transfers' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Recall' }).click()
  await expect(list.getByText('Recalled', { exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: 'Recall' })).toBeHidden()
})

test('a link leads to the gift: who reads it signs in, takes it, and has it @phone', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/404 \(.*transfer_gift/)
  const { rows } = await db.query<{ id: string }>(`select id from identity.members where email = 'bagus@karat.test'`)
  const sender = rows[0]?.id ?? ''
  await giveGold(db, sender, 10_000)
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
