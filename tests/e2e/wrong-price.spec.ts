/** A trade at a wrong price: the member's home names it, and its page undoes it or has it at the right price (decision 0086). */
import type pg from 'pg'
import { confirm, fillVault, giveCash, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { callAs, moveTo } from './support/steps.ts'

test.use({ signedIn: true })

type Quote = { quote_id: string; agreement_version: string | null }
type Trade = { trade_id: string; number: string; amount: string }

/** Grams that the member bought, which would have cost ten times as much at the right price; the round of a price window holds them so. */
async function boughtWrong(page: Page, db: pg.Pool, member: Member): Promise<Trade> {
  const { quote_id, agreement_version } = await callAs<Quote>(page, member, '/trade/purchase_quote', {
    ...{ by: 'amount', value: '400000' },
  })
  const body = { quote_id, pin, ...(agreement_version && { agreement_version }) }
  const trade = await callAs<Trade>(page, member, '/trade/purchase', body)
  await db.query(
    `with trade as (select * from vault.trades where id = $1),
       hold as (
         insert into ledger.holds (id, store, member_id, asset, amount, purpose, subject, expires_at)
         select gen_random_uuid(), store, member_id, 'XAU', weight_e4, 'price_choice', id, now() + interval '8 days' from trade
         returning id, store, member_id, amount),
       booked as (
         insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
         select gen_random_uuid(), 'hold_placed', hold.id::text, ledger.account_ids(array['member:' || store || ':' || member_id, 'member:' || store || ':' || member_id],
           array['gold', 'gold_held'], array['XAU', 'XAU']), array[-amount, amount], 'system' from hold)
     select id from hold`,
    [trade.trade_id],
  )
  await db.query(
    `insert into vault.price_choices (trade_id, member_id, store, hold_id, price_minor, amount_minor, value_minor, spread_minor, rounding_minor,
       choose_until)
     select t.id, t.member_id, t.store, h.id, t.price_minor * 10, t.amount_minor * 10, t.amount_minor * 10, 0, 0, now() + interval '20 hours'
     from vault.trades t join ledger.holds h on h.subject = t.id::text where t.id = $1`,
    [trade.trade_id],
  )
  return trade
}

const way = (page: Page, name: RegExp) => page.getByRole('radio', { name })

test('it is named at home; kept at the right price where the money is there', async ({ page, db, member }) => {
  await setPin(page, db, member)
  await fillVault(db)
  await giveCash(db, member, 400_000)
  const { number, trade_id } = await boughtWrong(page, db, member)
  await page.goto('/user')
  const note = page.getByRole('note').filter({ hasText: `Purchase ${number} was made at a wrong price` })
  await note.getByRole('link', { name: 'Choose' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A wrong price' })).toBeVisible()
  await expect(page.getByText(/Rp\s4,000,000/).nth(0)).toBeVisible()
  await expect(way(page, /^The right price/)).toBeDisabled()
  await expect(page.getByText(/Your cash balance has Rp\s0; Rp\s3,600,000 are needed/)).toBeVisible()
  await expectAccessible(page, 'a wrong price')
  await expectToFit(page, 'a wrong price')

  await giveCash(db, member, 5_000_000)
  await page.goto(`/user/trade/price?trade=${trade_id}`)
  await way(page, /^The right price/).check()
  await page.getByRole('button', { name: 'The right price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  await expect(dialog).toContainText(/you pay Rp\s3,600,000 from your cash balance/)
  await confirm(page, pin, 'The right price')
  await expect(page.getByText('Nothing is to be chosen')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'A wrong price' })).toBeInViewport()
  await moveTo(page, '/user')
  await expect(page.getByRole('note')).toHaveCount(0)
})

test('a wrong PIN keeps the choice; undone, all the money is there again', async ({ page, db, member, watch }) => {
  watch.expect(/status of 403/)
  await setPin(page, db, member)
  await fillVault(db)
  await giveCash(db, member, 400_000)
  const { trade_id } = await boughtWrong(page, db, member)
  await page.goto(`/user/trade/price?trade=${trade_id}`)
  await expect(way(page, /^All my money back/)).toBeChecked()
  await page.getByRole('button', { name: 'All my money back' }).click()
  const dialog = await confirm(page, '000111', 'Undo it')
  await expect(dialog.getByLabel('PIN')).toHaveAccessibleDescription(/2/)
  await confirm(page, pin, 'Undo it')
  await expect(page.getByText('Nothing is to be chosen')).toBeVisible()
  await moveTo(page, '/user')
  await expect(page.getByText(/Rp\s400,000/).nth(0)).toBeVisible()
})
