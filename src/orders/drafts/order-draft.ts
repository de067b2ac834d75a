/** What becomes of a draft when its member orders it. */
import { sql, type Tx } from '../../db/database.ts'
import { Refusal } from '../../refusals.ts'
import type { DraftState } from './draft-rules.ts'

/** The draft is this order now, once. Refuses draft_over. */
export async function orderDraft(
  tx: Tx,
  draftId: string,
  { orderId, memberId }: { orderId: string; memberId: string },
): Promise<void> {
  const used = await tx.run(sql`
    update orders.drafts set state = 'used', ended_at = now(), ended_by = ${`member:${memberId}`}, order_id = ${orderId}
    where id = ${draftId} and state = 'open'`)
  if (used === 0) await requireOpenDraft(tx, draftId)
}

/** Refuses draft_over with what it became. */
export async function requireOpenDraft(tx: Tx, draftId: string): Promise<void> {
  const draft = await tx.row<{ state: DraftState; over: boolean }>(sql`
    select state, ends_at <= now() as over from orders.drafts where id = ${draftId}`)
  const state = draft?.state === 'open' && draft.over ? 'expired' : draft?.state
  if (state !== 'open') throw new Refusal('draft_over', { state })
}
