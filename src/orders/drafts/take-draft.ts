/** A member goes on to the checkout with what staff put together. */
import type { z } from 'zod'
import { sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Buyer } from '../core/buyer.ts'
import { chooseWished, confirmDelivery, holdPriceDuring } from '../core/confirm-order.ts'
import { findGuarantee, type Guaranteed } from '../guarantee/guarantee-store.ts'
import type { ConfirmDraft } from './draft-contract.ts'
import { isForMember, openPrice } from './draft-queries.ts'
import type { DraftLine } from './draft-rules.ts'
import { wishOf } from './make-draft.ts'
import { requireOpenDraft } from './order-draft.ts'

type Draft = { lines: DraftLine[]; pickup_point_id: number | null; held: string | null }

/**
 * The price that is held for it, as long as it is; afterwards, until the draft ends, the price of this moment, held for the member as if they
 * had asked for the same pieces themselves. What waited for a new customer is theirs from now on.
 *
 * Refuses not_found for somebody else's; draft_over with its `state`; and as confirmOrder.
 */
export async function confirmDraft(
  karat: Bag<'orders'>,
  buyer: Buyer,
  { draft_id: id, delivery }: z.output<typeof ConfirmDraft>,
): Promise<Guaranteed> {
  const draft = await karat.db.transaction(async (tx) => {
    const row = await tx.row<Draft>(sql`
      update orders.drafts d set member_id = ${buyer.memberId}, email = null, opened_at = coalesce(opened_at, now())
      where id = ${id} and store = ${buyer.store} and state = 'open' and (ends_at > now() or ${openPrice} is not null) and ${isForMember(buyer.memberId)}
      returning lines, pickup_point_id, ${openPrice} as held`)
    if (row) return row
    const there = await tx.row(
      sql`select from orders.drafts d where id = ${id} and store = ${buyer.store} and ${isForMember(buyer.memberId)}`,
    )
    if (!there) throw new Refusal('not_found')
    await requireOpenDraft(tx, id)
    throw new Refusal('not_found')
  })
  if (draft.held && delivery) return confirmDelivery(karat, buyer, draft.held, delivery)
  const held = draft.held ? await findGuarantee(karat.db, buyer, draft.held) : undefined
  return held ?? holdAnew(karat, buyer, { ...draft, id }, delivery)
}

const holdAnew = (
  karat: Bag<'orders'>,
  buyer: Buyer,
  { id, ...goods }: Draft & { id: string },
  delivery: z.output<typeof ConfirmDraft>['delivery'],
): Promise<Guaranteed> =>
  holdPriceDuring(
    karat,
    buyer,
    async (tx) => {
      const wish = wishOf(karat, buyer, goods)
      const chosen = await chooseWished(tx, buyer, { ...wish, delivery: delivery ?? wish.delivery })
      await requireOpenDraft(tx, id)
      return { ...chosen, draftId: id }
    },
    (holding) => karat.db.transaction(holding),
  )
