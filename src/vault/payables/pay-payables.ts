/** What is owed to members is paid out as soon as it may leave. Several instances share the work, by rows and locks. */
import { isStopped } from '../../cases/stops.ts'
import { sql, type Tx } from '../../db/database.ts'
import { isFrozen } from '../../identity/member-queries.ts'
import { requireNoPause } from '../../identity/outgoing-pause.ts'
import type { Karat } from '../../karat.ts'
import { releaseHold } from '../../ledger/holds.ts'
import { listHoldersOfCash } from '../../ledger/ledger-queries.ts'
import { requireDestination } from '../../payouts/require-destination.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { balancesOf, type Holder, holdPlace } from '../holder.ts'
import { openPayout } from '../payouts/open-payout.ts'
import { requireCleared } from '../uncleared.ts'
import { setAside, tellWaits } from './set-aside.ts'

type Reach = Pick<Karat, 'db' | 'config' | 'stores' | 'log'>

/** One round: money that came back where no balance is kept is set aside, and what is due is paid out. One that fails holds up no other. */
export async function payPayables(karat: Reach): Promise<void> {
  await sweepCash(karat)
  const due = await karat.db.rows<{ id: string }>(sql`
    select id from vault.payables where next_look_at <= now() order by next_look_at limit 50`)
  for (const { id } of due)
    await payOne(karat, id).catch((error) =>
      error instanceof Refusal ? putOff(karat, id, error) : karat.log.warn({ err: error, payable: id }, 'not paid out'),
    )
}

/** Cash with a store that keeps none: a payout that failed or came back, or the gain of a cancelled order. Its member names the account. */
async function sweepCash(karat: Reach): Promise<void> {
  const without = [...karat.stores.keys()].filter((code) => !settings.cash.stores[code])
  const found = await listHoldersOfCash(karat.db, without, 50)
  for (const holder of found)
    await karat.db
      .transaction((tx) => sweepOne(tx, karat, holder))
      .catch((error) =>
        karat.log.warn({ err: error, member: holder.memberId }, 'money of a member stays in their cash'),
      )
}

async function sweepOne(tx: Tx, karat: Reach, holder: Holder): Promise<void> {
  if (await isStopped(tx, holder.memberId)) return
  const holderId = await holdPlace(tx, holder)
  const { cash } = await balancesOf(tx, holder)
  if (cash > 0n) await setAside(tx, karat, holder, { holderId, amount: cash, tradeId: null, destinationId: null })
}

type Due = Holder & { holderId: string; amount: bigint; holdId: string; destinationId: string | null }

/**
 * It is paid out, whole, unless somebody else is at it.
 *
 * Refuses, in this order: not_possible_now for a frozen account and a member whom a case stops; outgoing_paused; as requireDestination; as requireCleared.
 */
const payOne = ({ db }: Reach, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const whose = await tx.row<Pick<Holder, 'memberId' | 'store'>>(sql`
      select member_id as "memberId", store from vault.payables where id = ${id}`)
    if (!whose) return
    await holdPlace(tx, whose)
    const due = await tx.row<Due>(sql`
      select member_id as "memberId", store, currency, holder_id as "holderId", amount_minor as amount, hold_id as "holdId",
        destination_id as "destinationId"
      from vault.payables where id = ${id} and next_look_at <= now() for update`)
    if (!due?.destinationId) return
    const { memberId, amount, destinationId, holderId } = due
    if ((await isFrozen(tx, memberId)) || (await isStopped(tx, memberId))) throw new Refusal('not_possible_now')
    await requireNoPause(tx, memberId)
    await requireDestination(tx, due, destinationId)
    await releaseHold(tx, due.holdId, 'system')
    await requireCleared(tx, due, 'cash', amount)
    const payoutId = await openPayout(tx, due, { holderId, amount, destinationId, undoSeconds: 0 })
    await tx.run(sql`
      update vault.payables set state = 'paid_out', payout_id = ${payoutId}, waits_for = null, next_look_at = null, ended_at = now()
      where id = ${id}`)
  })

/** Until what stands in its way is over, if that is known; where the account is gone, its member is told to name another one. */
const putOff = ({ db, config }: Reach, id: string, { code, data }: Refusal): Promise<void> =>
  db.transaction(async (tx) => {
    const { clears_at, release_at } = data as { clears_at?: string; release_at?: string }
    const isGone = code === 'not_found' || code === 'payout_name_differs'
    const put = await tx.row<Holder & { amount: bigint }>(sql`
      update vault.payables set waits_for = ${code}, destination_id = case when ${isGone} then null else destination_id end,
        next_look_at = case when not ${isGone} then least(now() + make_interval(secs => ${settings.payables.lookSeconds}::int),
          greatest(${clears_at ?? release_at ?? null}::timestamptz, now() + interval '5 seconds')) end
      where id = ${id} and state = 'waiting'
      returning member_id as "memberId", store, currency, amount_minor as amount`)
    if (put && isGone) await tellWaits(tx, config, { id, ...put })
  })
