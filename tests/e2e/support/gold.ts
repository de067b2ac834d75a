/** What trades of grams need: gold in the vault of the house, money or gold with a member, and their PIN. */
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import type { Member, Page } from './shop-test.ts'
import { callAs } from './steps.ts'

export const pin = '739204'
const password = 'kopi-tubruk-pagi-hari'
const cheap = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export async function setPin(page: Page, db: pg.Pool, member: Member): Promise<void> {
  await db.query('update identity.members set password_hash = $2 where id = $1', [member.id, await cheap])
  await callAs(page, member, '/user/setPin', { pin, password })
}

type Account = readonly [owner: string, kind: string]
const move = (db: pg.Pool, from: Account, to: Account, asset: string, amount: number) =>
  db.query(
    `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
     values (gen_random_uuid(), 'test_transfer', gen_random_uuid()::text,
       ledger.account_ids(array[$1, $2], array[$3, $4], array[$5, $5]), array[-$6::bigint, $6::bigint], 'system')`,
    [from[0], to[0], from[1], to[1], asset, amount],
  )

/** A bar of ten grams lies in the vault of the house. */
export async function fillVault(db: pg.Pool, store = 'id'): Promise<void> {
  await db.query(
    `insert into ledger.transfer_kinds select 'test_transfer', kind, true, true from ledger.account_kinds on conflict do nothing`,
  )
  await db.query(`insert into backing.places (store, code) values ($1, 'JKT-1') on conflict do nothing`, [store])
  await db.query(
    `with bar as (
       insert into backing.bars (id, store, maker, serial, kind, gross_weight_e4, fineness_e1, fine_weight_e4, place)
       values (gen_random_uuid(), $1, 'A maker', 'T' || (random() * 1e12)::bigint, 'bar', 100000, 10000, 100000, 'JKT-1') returning id)
     insert into backing.bar_moves (bar_id, to_state, act, actor, reason, place)
     select id, 'available', gen_random_uuid(), 'system', 'a bar of the tests', 'JKT-1' from bar`,
    [store],
  )
  await move(db, [`house:${store}`, 'gold_received'], [`house:${store}`, 'vault'], 'XAU', 100_000)
}

export const giveCash = (db: pg.Pool, { id }: Pick<Member, 'id'>, amount: number) =>
  move(db, ['house:id', 'rounding'], [`member:id:${id}`, 'cash'], 'IDR', amount)
export const giveGold = (db: pg.Pool, { id }: Pick<Member, 'id'>, units: number, store = 'id') =>
  move(db, [`house:${store}`, 'vault'], [`member:${store}:${id}`, 'gold'], 'XAU', units)

/** Says yes with a PIN to what the dialog says. */
export async function confirm(page: Page, digits: string, action: string | RegExp) {
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  await dialog.getByLabel('PIN').fill(digits)
  await dialog.getByRole('button', { name: action }).click()
  return dialog
}
