/** A draft is withdrawn by staff, or its time is over. */
import { type Db, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { releaseDraft } from '../exposure/commitments.ts'
import { memberTurn } from '../guarantee/guarantee-store.ts'
import { openPrice } from './draft-queries.ts'
import type { DraftState } from './draft-rules.ts'

/**
 * Nobody orders it any more, and the price that was held for it binds nobody. Whoever is submitting it at this moment comes before: then it
 * is an order. Refuses permission_missing; not_found; draft_over with its `state`.
 */
export const withdrawDraft = (
  karat: Bag<'orders'>,
  staff: Staff,
  draftId: string,
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    await takeTurn(tx, draftId)
    await releaseDraft(tx, draftId)
    const ended = await tx.row<{ number: string; store: string }>(sql`
      update orders.drafts set state = 'withdrawn', ended_at = now(), ended_by = ${`staff:${staff.id}`}, email = null
      where id = ${draftId} and state = 'open' returning number, store`)
    if (!ended) return refuseOver(tx, draftId)
    await recordAction(tx, staff, {
      action: 'orders.draft',
      subject: { kind: 'draft', id: draftId },
      store: ended.store,
      details: { did: 'withdraw_draft', number: ended.number },
    })
    return { done: true }
  })

/** The turn of its member, where it has one: no price is held for it and none is submitted until the transaction ends. */
async function takeTurn(tx: Tx, draftId: string): Promise<void> {
  const draft = await tx.row<{ member: string | null }>(
    sql`select member_id as member from orders.drafts where id = ${draftId}`,
  )
  if (!draft) throw new Refusal('not_found')
  if (draft.member) await tx.run(memberTurn(draft.member))
}

/** Refuses not_found, or draft_over with what it is. */
export async function refuseOver(tx: Tx, draftId: string): Promise<never> {
  const draft = await tx.row<{ state: DraftState }>(sql`
    select case when state = 'open' and ends_at <= now() then 'expired' else state end as state from orders.drafts where id = ${draftId}`)
  if (!draft) throw new Refusal('not_found')
  throw new Refusal('draft_over', { state: draft.state })
}

/** One round: drafts whose time is up and for which no price is held end, each by itself; how many. */
export async function expireDrafts({ db, log }: Pick<Bag<'orders'>, 'db' | 'log'>): Promise<number> {
  const over = await db.rows<{ id: string }>(sql`
    select id from orders.drafts d where state = 'open' and ends_at <= now() and ${openPrice} is null order by ends_at limit 200`)
  let ended = 0
  for (const { id } of over)
    ended += await expireDraft(db, id).catch((error) => {
      log.warn({ err: error, draft: id }, 'a draft cannot be ended')
      return 0
    })
  return ended
}

/** Judged when its member has no turn: who submits at this moment has ordered it or has not. */
const expireDraft = (db: Db, id: string): Promise<number> =>
  db.transaction(async (tx) => {
    await takeTurn(tx, id)
    return tx.run(sql`
      update orders.drafts d set state = 'expired', ended_at = now(), ended_by = 'system', email = null
      where id = ${id} and state = 'open' and ends_at <= now() and ${openPrice} is null`)
  })

/** Of a member who leaves: none waits any more, and what was written to them goes. */
export const forgetDrafts = (tx: Tx, memberId: string) =>
  tx.run(sql`
    update orders.drafts set note = '', email = null,
      state = case when state = 'open' then 'withdrawn' else state end,
      ended_at = coalesce(ended_at, now()), ended_by = coalesce(ended_by, 'system')
    where member_id = ${memberId}`)
