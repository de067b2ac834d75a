import { sql, type Tx } from '../db/database.ts'
import { getUserInfo } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { findVerifiedName } from '../kyc/verification-queries.ts'
import { issuePaper } from '../papers/issue-paper.ts'
import type { Paper } from '../papers/paper-rules.ts'
import { storeOf } from '../stores/stores.ts'
import { numbersOfTrades } from '../vault/business-quotes.ts'
import type { Holder } from '../vault/holder.ts'
import { contractPapers } from './contract-queries.ts'
import { type Agreed, describeContract } from './describe-contract.ts'
import { sealSignature } from './signature.ts'

const companyWords = sql`coalesce(c.name, '–') as name, coalesce(c.registration, '–') as registration,
  coalesce(c.tax_number, '–') as "taxNumber", coalesce(c.address, '–') as address`

type Signed = { requestId: string; quoteId: string; drawn: Buffer }
type Row = Omit<Agreed, 'trade'> & { tradeId: string | null; at: Date }

/**
 * The contract of what was accepted in this transaction, in its member's language under the next number, with the signature sealed beside
 * it. Others who accept in this store wait for its number until the commit: it is called last of all.
 */
export async function issueContract(
  tx: Tx,
  karat: Bag<'business'>,
  { memberId, store: code }: Holder,
  { requestId, quoteId, drawn }: Signed,
): Promise<void> {
  const [row, { name, language }, verified] = await Promise.all([
    readAgreed(tx, quoteId),
    getUserInfo(tx, memberId),
    findVerifiedName(tx, memberId),
  ])
  const { tradeId, at: acceptedAt, ...of } = row
  const trade = tradeId === null ? null : ((await numbersOfTrades(tx, [tradeId])).get(tradeId) ?? null)
  const store = storeOf(karat, code)
  const paperId = await issuePaper(tx, contractPapers, {
    ...{ id: requestId, kind: 'contract', store, issuedAt: acceptedAt },
    describe: (number) =>
      describeContract({
        ...{ number, acceptedAt, language: language as Paper['language'], store, signer: verified ?? name },
        of: { ...of, trade },
      }),
  })
  await tx.run(sql`
    insert into business.contracts (request_id, quote_id, member_id, store, signature_sealed, paper_id)
    values (${requestId}, ${quoteId}, ${memberId}, ${code}, ${sealSignature(karat, { memberId, requestId }, drawn)}, ${paperId})`)
}

async function readAgreed(tx: Tx, quoteId: string): Promise<Row> {
  const row = await tx.row<Row>(sql`
    select r.number as request, r.side, r.weight_e4 as weight, r.goes_to as delivery, r.currency, o.bps, p.price_minor as price,
      p.amount_minor as amount, p.tax_minor as tax, p.tax_rule as "taxRule", p.tax_bps as "taxBps", p.tax_reason as "taxReason",
      c.letter_number as letter, o.letter_until::text as "letterUntil", p.opened_at as "openedAt", ${companyWords}, d.trade_id as "tradeId", coalesce(d.made_at, a.made_at) as at, a.deposit_minor as deposit, a.pay_by as "payBy"
    from business.openings p join business.requests r on r.id = p.request_id join business.offers o on o.id = p.offer_id
      join business.companies c on c.id = r.company_id left join business.deals d on d.quote_id = p.quote_id
      left join business.agreements a on a.quote_id = p.quote_id
    where p.quote_id = ${quoteId}`)
  if (!row) throw new Error('a contract of nothing that was agreed on')
  return row
}
