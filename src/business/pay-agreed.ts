/** The rest of a large trade is paid from the cash balance in time, and its gold and tax move with it. */
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { checkPin } from '../identity/check-pin.ts'
import type { Bag } from '../karat.ts'
import { releaseHold } from '../ledger/holds.ts'
import { minor } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { type Holder, holdPlace } from '../vault/holder.ts'
import type { BusinessRequestView } from './contract.ts'
import { holdRequest } from './move-request.ts'
import { readRequest } from './request-queries.ts'
import { settleTrade } from './settle-trade.ts'

/**
 * The deposit is the member's again and pays with the balance, in one commit with the trade: nothing is delivered before its money is there.
 *
 * Refuses as checkPin; not_found; business_state unless it waits for its money; business_pay_late after its time, when the desk decides; then
 * as tradeGold.
 */
export async function payAgreed(
  karat: Bag<'business'>,
  holder: Holder,
  { requestId, pin }: { requestId: string; pin: string },
  key: Once,
): Promise<BusinessRequestView> {
  await checkPin(karat, holder.memberId, pin)
  return once(karat.db, key, async (tx) => {
    await pay(tx, karat, holder, requestId)
    return readRequest(tx, holder, requestId)
  })
}

type Due = { quoteId: string; holdId: string; tax: bigint; isLate: boolean; ended: string | null }

async function pay(tx: Tx, karat: Bag<'business'>, holder: Holder, requestId: string): Promise<void> {
  const { memberId, store } = holder
  await holdPlace(tx, holder)
  const due = await tx.row<Due>(sql`
    select a.quote_id as "quoteId", a.hold_id as "holdId", a.ended, p.tax_minor as tax, a.pay_by <= clock_timestamp() as "isLate"
    from business.agreements a join business.openings p on p.quote_id = a.quote_id
    where a.request_id = ${requestId} and a.member_id = ${memberId} and a.store = ${store} for no key update of a`)
  if (!due) throw new Refusal('not_found')
  await holdRequest(tx, requestId)
  if (due.ended)
    throw new Refusal('business_state', { state: due.ended === 'paid' ? 'settled' : 'closed_out', legal: [] })
  if (due.isLate) throw new Refusal('business_pay_late')
  await releaseHold(tx, due.holdId, `member:${memberId}`)
  const agreed = { requestId, quoteId: due.quoteId, side: 'buy', kind: 'business_agreed', from: 'agreed' } as const
  await settleTrade(tx, karat, holder, { ...agreed, tax: minor(due.tax), agreement: undefined })
  await tx.run(
    sql`update business.agreements set ended = 'paid', ended_at = clock_timestamp() where request_id = ${requestId}`,
  )
}
