import { v7 as newId } from 'uuid'
import { sql } from '../../src/db/database.ts'
import type { Shop } from './shop.ts'

/** Put together by staff for a member, to be collected; no price is held for it. */
export async function draftFor({ karat }: Shop, memberId: string, skuId: number): Promise<string> {
  const id = newId()
  await karat.db.run(sql`
    insert into orders.drafts (id, number, store, member_id, lines, pickup_point_id, note, made_by, ends_at)
    values (${id}, 'D' || nextval('orders.draft_numbers'), 'id', ${memberId}, ${JSON.stringify([{ sku_id: skuId, quantity: 1 }])}::jsonb,
      (select min(id) from delivery.pickup_points where store = 'id'), '', 'system', now() + interval '1 day')`)
  return id
}
