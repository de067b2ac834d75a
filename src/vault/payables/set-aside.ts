/** Money that the house owes a member and does not keep as a balance: held until it can be paid out (decision 0083). */
import { v7 as newId } from 'uuid'
import { isStopped } from '../../cases/stops.ts'
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { type HoldPurpose, isPlaced, placeHold, releaseHold } from '../../ledger/holds.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf } from '../../money/money.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import { settings } from '../../settings.ts'
import { type Holder, holdPlace } from '../holder.ts'

export const PAYABLE_PURPOSE = 'payable'

type Aside = {
  holderId: string
  amount: bigint
  tradeId: string | null
  destinationId: string | null
  /** Where no trade says it. */
  because?: 'came_back' | 'gold_back' | 'commission' | 'refund'
  /** Of `refund`. */
  refundId?: string
}

/**
 * So much of the member's cash is set aside, to be paid out to this account as soon as it may leave, and they are told; without one where to
 * name it. Answers the id of what is owed. Their place is held by the caller. Refuses balance_too_low.
 */
export async function setAside(
  tx: Tx,
  { config }: Pick<Karat, 'config'>,
  { memberId, store, currency }: Holder,
  { holderId, amount, tradeId, destinationId, because = 'came_back', refundId }: Aside,
): Promise<string> {
  const id = newId()
  const holdId = await hold(tx, { id, memberId, store, asset: currency, amount })
  await tx.run(sql`
    insert into vault.payables (id, holder_id, member_id, store, currency, amount_minor, because, trade_id, refund_id, hold_id, destination_id, next_look_at)
    values (${id}, ${holderId}, ${memberId}, ${store}, ${currency}, ${amount}, ${tradeId ? 'sale' : because}, ${tradeId}, ${refundId ?? null},
      ${holdId}, ${destinationId}, case when ${destinationId !== null} then now() end)`)
  // Whoever sold reads it in the letter about the sale, and so does who named an account for gold that they brought, or for their slips; of a refund its own letter tells.
  const isTold = tradeId !== null || because === 'refund' || (because !== 'came_back' && destinationId !== null)
  if (isTold) return id
  const waits = { id, memberId, store, currency, amount }
  await (destinationId === null ? tellWaits(tx, config, waits) : tellGoes(tx, waits, destinationId))
  return id
}

type Waits = Holder & { id: string; amount: bigint }

/** The member is told that so much is paid to their usual account, for their balance has no room for it. */
async function tellGoes(tx: Tx, { id, memberId, store, currency, amount }: Waits, destinationId: string) {
  const to = (await nameDestinations(tx, [destinationId])).get(destinationId)
  await queueMail(tx, {
    ...(await findContact(tx, memberId)),
    ...{ template: 'payable_goes', store, onceKey: `payable_goes:${id}` },
    values: { total: amountOf(amount, currency), account: `${to?.provider_name ?? ''} ${to?.number ?? ''}`.trim() },
  })
}

export const claimLink = ({ PUBLIC_URL }: Karat['config']) => `${PUBLIC_URL}/user/trade/withdraw`

/** The member is told that so much waits for them to name an account. */
export async function tellWaits(
  tx: Tx,
  config: Karat['config'],
  { id, memberId, store, currency, amount }: Waits,
): Promise<void> {
  await queueMail(tx, {
    ...(await findContact(tx, memberId)),
    ...{ template: 'payable_waits', store, onceKey: `payable_waits:${id}:${newId()}` },
    values: { total: amountOf(amount, currency), link: claimLink(config) },
  })
}

type Held = { id: string; memberId: string; store: string; asset: Holder['currency']; amount: bigint }

const hold = (tx: Tx, { id, ...held }: Held) =>
  placeHold(tx, {
    ...{ ...held, purpose: PAYABLE_PURPOSE, subject: id, actor: 'system' },
    seconds: settings.payables.holdSeconds,
  })

/** What is held of a member because it is owed beside their balance, in minor units; what is being paid out in this transaction is none of it. */
export async function owedBeside(db: Queryable, { memberId, store, currency }: Holder): Promise<bigint> {
  const row = await db.row<{ sum: bigint }>(sql`
    select coalesce(sum(p.amount_minor), 0)::bigint as sum from vault.payables p where ${isPlaced(sql`p.hold_id`)}
    and p.member_id = ${memberId} and p.store = ${store} and p.currency = ${currency} and p.state = 'waiting'`)
  return row?.sum ?? 0n
}

/** What was set aside and is not paid out yet is the member's cash again. Their place is held by the caller. */
export async function releasePayables(tx: Tx, { memberId, store }: Pick<Holder, 'memberId' | 'store'>): Promise<void> {
  const waiting = await tx.rows<{ id: string; hold_id: string }>(sql`
    select id, hold_id from vault.payables where member_id = ${memberId} and store = ${store} and state = 'waiting' order by id`)
  for (const { id, hold_id } of waiting) {
    await releaseHold(tx, hold_id, 'system')
    await end(tx, id)
  }
}

const end = (tx: Tx, id: string) =>
  tx.run(sql`
    update vault.payables set state = 'released', next_look_at = null, ended_at = now() where id = ${id}`)

/** What waits longer than a hold lasts is held anew; of a member whom a case stops it is cash, which two people can carry out. */
export const payableHolds: HoldPurpose = {
  before: holdPlace,
  async expired(tx, { subject: id, memberId, store, asset, amount }) {
    if (await isStopped(tx, memberId)) {
      await end(tx, id)
      return
    }
    const holdId = await hold(tx, { id, memberId, store, asset: asset as Holder['currency'], amount })
    const renewed = await tx.run(sql`
      update vault.payables set hold_id = ${holdId} where id = ${id} and state = 'waiting'`)
    if (renewed !== 1) throw new Error(`a hold for nothing that is owed: ${id}`)
  },
}
