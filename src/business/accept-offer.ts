/** A company accepts the desk's price: gold, money, spread and tax move in one commit (G14), or later in one, with a deposit. */
import { sql, type Tx } from '../db/database.ts'
import { readSignature } from '../files/signature.ts'
import { type Once, once } from '../http/idempotency.ts'
import { checkPin } from '../identity/check-pin.ts'
import type { Bag } from '../karat.ts'
import { type Minor, minor } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Holder } from '../vault/holder.ts'
import type { Side } from '../vault/trade-rules.ts'
import { agreeLater } from './agree-later.ts'
import type { BusinessRequestView } from './contract.ts'
import { issueContract } from './issue-contract.ts'
import { readRequest } from './request-queries.ts'
import { settleTrade } from './settle-trade.ts'

type Accepted = {
  requestId: string
  quoteId: string
  pin: string
  /** Drawn on the pad: a picture in base64. */
  signature: string
  /** As of a purchase of grams: the version that was shown beside the button. */
  agreement?: string | undefined
  /** A purchase is paid later: its deposit is set aside now. */
  withDeposit: boolean
}

/**
 * Buys the grams of an open price from the cash balance, with the tax that is collected beside it, or sells them to the balance. Exactly
 * the figures that were shown, in neither direction anything else. Title passes with the posting, and the contract with the signature is made
 * with it.
 *
 * Refuses as checkPin; as readSignature; not_found; quote_expired; then as tradeGold, the tax counted with the money; business_state; with a deposit as
 * agreeLater.
 */
export async function acceptOffer(
  karat: Bag<'business'>,
  holder: Holder,
  { pin, signature, ...accepted }: Accepted,
  key: Once,
): Promise<BusinessRequestView> {
  await checkPin(karat, holder.memberId, pin)
  const drawn = await readSignature(karat, signature)
  return once(karat.db, key, (tx) => accept(tx, karat, holder, { ...accepted, drawn }))
}

type Accepting = Omit<Accepted, 'pin' | 'signature'> & { drawn: Buffer }
type Opened = { number: string; side: Side; weight: bigint; amount: bigint; tax: Minor }

async function accept(
  tx: Tx,
  karat: Bag<'business'>,
  holder: Holder,
  { requestId, quoteId, agreement, withDeposit, drawn }: Accepting,
) {
  const { memberId, store } = holder
  const opened = await tx.row<Opened>(sql`
    select r.number, r.side, r.weight_e4 as weight, p.amount_minor as amount, p.tax_minor as tax
    from business.openings p join business.requests r on r.id = p.request_id
    where p.quote_id = ${quoteId} and r.id = ${requestId} and r.member_id = ${memberId} and r.store = ${store}`)
  if (!opened) throw new Refusal('not_found')
  const { number, side, weight, amount, tax } = opened
  const agreed = { requestId, quoteId, side, agreement }
  if (withDeposit) await agreeLater(tx, karat, holder, { ...agreed, number, weight, total: minor(amount + tax) })
  else await settleTrade(tx, karat, holder, { ...agreed, kind: `business_${side}`, tax, from: 'quoted' })
  await issueContract(tx, karat, holder, { requestId, quoteId, drawn })
  return readRequest(tx, holder, requestId)
}
