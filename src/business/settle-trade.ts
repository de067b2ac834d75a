import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { type Minor, minor } from '../money/money.ts'
import type { Holder } from '../vault/holder.ts'
import { tradeQuoted } from '../vault/trade-gold.ts'
import type { QuoteKind } from '../vault/trade-quotes.ts'
import type { Side } from '../vault/trade-rules.ts'
import { moveRequest } from './move-request.ts'
import type { RequestState } from './request-rules.ts'
import { taxCollected } from './tax-postings.ts'

type Settled = {
  requestId: string
  quoteId: string
  side: Side
  kind: QuoteKind
  tax: Minor
  from: RequestState
  agreement: string | undefined
}

/** Gold, money and tax of a price that was agreed on move, and the request is settled. Refuses as tradeGold; business_state. */
export async function settleTrade(
  tx: Tx,
  karat: Bag<'business'>,
  holder: Holder,
  { requestId, quoteId, side, kind, tax, from, agreement }: Settled,
): Promise<void> {
  const { memberId, store, currency } = holder
  const { trade_id: tradeId } = await tradeQuoted(tx, karat, holder, {
    ...{ side, quoteId, agreement, firm: { kind, tax } },
  })
  await tx.run(sql`
    insert into business.deals (request_id, quote_id, trade_id, store, member_id, currency, tax_minor)
    values (${requestId}, ${quoteId}, ${tradeId}, ${store}, ${memberId}, ${currency}, ${tax})`)
  if (tax > 0n) await postTransfer(tx, taxCollected({ requestId, store, memberId, currency, amount: minor(tax) }))
  await moveRequest(tx, { requestId, from, to: 'settled', actor: `member:${memberId}`, reason: '' })
}
