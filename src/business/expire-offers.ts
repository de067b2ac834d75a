import { sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import { isOpenQuote } from '../vault/business-quotes.ts'
import { moveRequest } from './move-request.ts'

type Held = { number: string; store: string; memberId: string; weight: bigint }

/**
 * Ends requests whose quote nobody opened before its midnight; one whose price is open when the midnight comes ends with that price. Their
 * members are told. How many. Each in a transaction of its own; a row that somebody holds is left to the next round.
 */
export async function expireOffers({ db, log }: Pick<Bag<'business'>, 'db' | 'log'>): Promise<number> {
  const due = await db.rows<{ id: string }>(sql`
    select r.id from business.requests r where r.state = 'quoted'
      and (select max(o.valid_until) from business.offers o where o.request_id = r.id) <= now() limit 100`)
  let expired = 0
  for (const { id: requestId } of due)
    expired += await db
      .transaction(async (tx) => {
        const held = await tx.row<Held>(sql`
          select number, store, member_id as "memberId", weight_e4 as weight from business.requests where id = ${requestId} and state = 'quoted' for no key update skip locked`)
        if (!held) return 0
        const over = await tx.row(sql`
          select 1 where (select max(valid_until) from business.offers where request_id = ${requestId}) <= now()
            and not exists (select from business.openings p where p.request_id = ${requestId} and ${isOpenQuote(sql`p.quote_id`)})`)
        if (!over) return 0
        await moveRequest(tx, { requestId, from: 'quoted', to: 'expired', actor: 'system', reason: '' })
        await tell(tx, held)
        return 1
      })
      .catch((error) => {
        log.warn({ err: error, request: requestId }, 'a firm quote cannot be ended')
        return 0
      })
  return expired
}

async function tell(tx: Tx, { number, store, memberId, weight }: Held): Promise<void> {
  const values = { number, grams: amountOf(weight, 'XAU') }
  await queueMail(tx, { ...(await findContact(tx, memberId)), store, template: 'business_expired', values })
}
