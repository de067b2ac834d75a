/** Somebody who may withdraw: a PIN, a verified name, money, and an account that is paid to. */
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { expect, type Member, type Page } from './shop-test.ts'
import { callAs } from './steps.ts'

const password = 'kopi-tubruk-pagi-hari'
export const pin = '739204'
const cheap = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** A PIN and a verified name. */
export async function withName(page: Page, db: pg.Pool, member: Member): Promise<void> {
  await db.query('update identity.members set password_hash = $2 where id = $1', [member.id, await cheap])
  await callAs(page, member, '/user/setPin', { pin, password })
  const birth = { birth_date: '1990-08-17', sex: 'female' }
  const nik = `317106570890${Math.floor(1000 + Math.random() * 9000)}`
  await callAs(page, member, '/user/realNameAuth', { name: 'Ratna Wulandari', id_type: 'nik', number: nik, ...birth })
}

/** An account that may be paid to; its id. */
export async function bound(
  page: Page,
  db: pg.Pool,
  member: Member,
  account: { bank: string; number: string },
  store: 'id' | 'my' = 'id',
): Promise<string> {
  const body = { ...account, holder: 'Ratna Wulandari', pin }
  const { id } = await callAs<{ id: string }>(page, member, '/user/bindBankCard', body, store)
  await db.query('update payouts.destinations set usable_from = now() where id = $1', [id])
  await db.query('delete from identity.outgoing_pauses where member_id = $1', [member.id])
  return id
}

/** The end of the account's number says what its bank does (docs/running.md). Answers its id. */
export async function withAccount(page: Page, db: pg.Pool, member: Member, number: string): Promise<string> {
  await withName(page, db, member)
  const id = await bound(page, db, member, { bank: 'bca', number })
  await db.query(
    `insert into ledger.transfer_kinds select 'test_transfer', kind, true, true from ledger.account_kinds on conflict do nothing`,
  )
  await db.query(
    `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
     values (gen_random_uuid(), 'test_transfer', gen_random_uuid()::text,
       ledger.account_ids(array['house:id', $1], array['rounding', 'cash'], array['IDR', 'IDR']), array[-1500000, 1500000], 'system')`,
    [`member:id:${member.id}`],
  )
  return id
}

/** Until the bank has paid; who comes back to the tab then sees it at once, and not at the page's next look. */
export async function untilPaid(page: Page, db: pg.Pool, member: Member): Promise<void> {
  const paid = `select from vault.payouts where member_id = $1 and state = 'paid'`
  await expect
    .poll(async () => (await db.query(paid, [member.id])).rowCount, { timeout: 60_000, intervals: [100] })
    .toBe(1)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
