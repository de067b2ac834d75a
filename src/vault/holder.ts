/** A member's place in the vault of one store: held by whoever quotes for it or moves what is in it. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { balanceIn, balancesOfMember } from '../ledger/ledger-queries.ts'
import type { Currency } from '../money/money.ts'

/** A member at one store, and the currency they trade in. */
export type Holder = { memberId: string; store: string; currency: Currency }

/** The member's place, made where there is none, held until the end of `tx`: of several that trade for them one is at it. */
export async function holdPlace(tx: Tx, { memberId, store }: Pick<Holder, 'memberId' | 'store'>): Promise<string> {
  const held = await lockPlace(tx, { memberId, store })
  if (held) return held
  await tx.run(sql`
    insert into vault.holders (id, member_id, store) values (${newId()}, ${memberId}, ${store}) on conflict do nothing`)
  const made = await lockPlace(tx, { memberId, store })
  if (!made) throw new Error('the place in the vault was not made')
  return made
}

/** The places of several members, made where there is none and held: in one order, so that two who send to each other wait for nothing. */
export async function holdPlaces(tx: Tx, store: string, memberIds: readonly string[]): Promise<void> {
  for (const memberId of memberIds.toSorted()) await holdPlace(tx, { memberId, store })
}

/** All places that a member has, in one order: whoever closes their account holds them before its row (decision 0104). */
export const holdOwnPlaces = (tx: Tx, memberId: string): Promise<{ id: string }[]> =>
  tx.rows(sql`select id from vault.holders where member_id = ${memberId} order by store for no key update`)

/** Grams that are a member's, set aside ones and pending rewards too, in units of 0.0001 g: what their level is to hold. */
export async function heldGold(
  db: Queryable,
  { memberId, store }: Pick<Holder, 'memberId' | 'store'>,
): Promise<bigint> {
  const of = (kind: 'gold' | 'gold_held' | 'reward_pending') =>
    balanceIn(sql`${memberId}::text`, store, kind, sql`'XAU'`)
  const row = await db.row<{ sum: bigint }>(
    sql`select ${of('gold')} + ${of('gold_held')} + ${of('reward_pending')} as sum`,
  )
  return row?.sum ?? 0n
}

const lockPlace = async (tx: Tx, { memberId, store }: Pick<Holder, 'memberId' | 'store'>) =>
  (
    await tx.row<{ id: string }>(sql`
      select id from vault.holders where member_id = ${memberId} and store = ${store} for no key update`)
  )?.id

/** What the member has with the store: money in minor units, gold in units of 0.0001 g. */
export const balancesOf = (db: Queryable, { memberId, store, currency }: Holder) =>
  balancesOfMember(db, { store, id: memberId, currency })
