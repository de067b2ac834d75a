import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { isOpenQuote } from '../vault/business-quotes.ts'
import { moveRequest } from './move-request.ts'

/**
 * Ends requests whose quote nobody opened before its midnight; one whose price is open when the midnight comes ends with that price. How
 * many. Each in a transaction of its own; a row that somebody holds is left to the next round.
 */
export async function expireOffers({ db, log }: Pick<Bag<'business'>, 'db' | 'log'>): Promise<number> {
  const due = await db.rows<{ id: string }>(sql`
    select r.id from business.requests r where r.state = 'quoted'
      and (select max(o.valid_until) from business.offers o where o.request_id = r.id) <= now() limit 100`)
  let expired = 0
  for (const { id: requestId } of due)
    expired += await db
      .transaction(async (tx) => {
        const held = await tx.row(sql`
          select 1 from business.requests where id = ${requestId} and state = 'quoted' for no key update skip locked`)
        if (!held) return 0
        const over = await tx.row(sql`
          select 1 where (select max(valid_until) from business.offers where request_id = ${requestId}) <= now()
            and not exists (select from business.openings p where p.request_id = ${requestId} and ${isOpenQuote(sql`p.quote_id`)})`)
        if (!over) return 0
        await moveRequest(tx, { requestId, from: 'quoted', to: 'expired', actor: 'system', reason: '' })
        return 1
      })
      .catch((error) => {
        log.warn({ err: error, request: requestId }, 'a firm quote cannot be ended')
        return 0
      })
  return expired
}
