/** What members of the demonstration had bought and sold before it began (decision 0066). */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import type { PricePerGram } from '../money/money.ts'
import { type Holder, holdPlace } from './holder.ts'
import { pastTraded } from './trade-postings.ts'
import { figuresOf, priceOf, type Side, type Wish } from './trade-rules.ts'

export type PastTrade = {
  side: Side
  wish: Wish
  /** Of that moment. */
  prices: { spot: PricePerGram; ask: PricePerGram; bid: PricePerGram }
  happenedAt: Date
}

/**
 * The member has the grams of a purchase, or has them no more after a sale, as if it had been made then; its money came and went outside
 * of the books. The database refuses it where it is no demonstration.
 */
export async function addPastTrade(
  tx: Tx,
  holder: Holder,
  { side, wish, prices, happenedAt }: PastTrade,
): Promise<void> {
  const { memberId, store, currency } = holder
  await holdPlace(tx, holder)
  const { weight, amount } = figuresOf(side, wish, prices)
  const id = newId()
  await tx.run(sql`
    insert into vault.past_trades (id, member_id, store, side, currency, price_minor, weight_e4, amount_minor, happened_at)
    values (${id}, ${memberId}, ${store}, ${side}, ${currency}, ${priceOf(side, prices)}, ${weight}, ${amount}, ${happenedAt})`)
  await postTransfer(tx, pastTraded({ id, side, store, memberId, weight, happenedAt }))
}
