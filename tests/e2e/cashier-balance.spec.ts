/** What the cashier says of the cash balance before anybody types a PIN: what of it may be spent, and when only it may pay. */
import type pg from 'pg'
import { usedBy } from '../../src/kyc/level-rules.ts'
import { confirm, fillVault, giveCash, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { bar, callAs, skuOf } from './support/steps.ts'

test.use({ signedIn: true })
const by = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const toPin = (page: Page) => page.getByRole('button', { name: 'Continue to PIN' })

async function atCashier(page: Page, db: pg.Pool, member: Member, weight = '1') {
  const { guarantee_id } = await callAs<{ guarantee_id: string }>(page, member, '/product/confirm_order', {
    ...{ sku_id: await skuOf(db, { ...bar, weight }), quantity: 1 },
    delivery: { mode: 'pickup', pickup_point_id: 1 },
  })
  const { order_id } = await callAs<{ order_id: string }>(page, member, '/product/submit_order', { guarantee_id })
  await page.goto(`/payOrder?order_id=${order_id}`)
}

/** Money that a card brought a minute ago. */
async function byCard(db: pg.Pool, member: Member, amount: number) {
  await giveCash(db, member, amount)
  await db.query(
    'insert into vault.holders (id, member_id, store) values (gen_random_uuid(), $1, $2) on conflict do nothing',
    [member.id, 'id'],
  )
  await db.query(
    `insert into vault.deposits (id, number, holder_id, member_id, store, currency, amount_minor, state, expires_at, paid_at, clears_at)
     select gen_random_uuid(), 'D' || nextval('vault.deposit_numbers'), id, member_id, store, 'IDR', $2, 'paid', now(), now(), now() + interval '7 days'
     from vault.holders where member_id = $1`,
    [member.id, amount],
  )
}

test('a balance of which a part waits for its card says so before the PIN, and pays once there is enough beside it', async ({
  page,
  db,
  member,
}) => {
  await setPin(page, db, member)
  await fillVault(db)
  await giveCash(db, member, 1_000_000)
  await byCard(db, member, 4_000_000)
  await atCashier(page, db, member)
  const own = page.locator('label').filter({ has: by(page, 'Cash balance') })
  await expect(own).toContainText(
    /Rp\s1,000,000 of Rp\s5,000,000 may be spent now\. The rest was paid by card and can be spent from .* on\./,
  )
  await expect(by(page, 'Cash balance')).toBeDisabled()
  await expectAccessible(page, 'a cashier with a balance that waits')
  await expectToFit(page, 'a cashier with a balance that waits')
  await giveCash(db, member, 4_000_000)
  await page.reload()
  await expect(own).toContainText(/Rp\s5,000,000 available; paid at once with your PIN\./)
  await by(page, 'Cash balance').check()
  await toPin(page).click()
  await confirm(page, pin, 'Pay the order')
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible({ timeout: 20_000 })
})

test('an order that the day takes of the balance alone begins with it, and says why nothing else pays', async ({
  page,
  db,
  member,
}) => {
  await setPin(page, db, member)
  await fillVault(db)
  await db.query('update kyc.levels set level = 1, override = null where member_id = $1', [member.id])
  const day = usedBy(50_000_000n, 'IDR')
  await db.query(
    `insert into kyc.days (member_id, day, used, deposited) values ($1, (now() at time zone 'Asia/Jakarta')::date, $2, $2)`,
    [member.id, `${day}`],
  )
  await giveCash(db, member, 50_000_000)
  await atCashier(page, db, member, '10')
  await expect(by(page, 'Cash balance')).toBeChecked()
  await expect(by(page, 'Card')).toBeDisabled()
  const card = page.locator('label').filter({ has: by(page, 'Card') })
  await expect(card).toContainText('Today’s limit takes this from your cash balance only.')
  await expectToFit(page, 'a cashier of the balance alone')
  await toPin(page).click()
  await confirm(page, pin, 'Pay the order')
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible({ timeout: 20_000 })
})
