/** What a large trade that is paid later waits for, and how it ended. */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import type { AgreedView } from './contract.ts'

type Row = {
  deposit: bigint
  total: bigint
  payBy: Date
  isLate: boolean
  ended: AgreedView['ended']
  price: bigint | null
  difference: bigint | null
  kept: bigint | null
}

export async function viewAgreement(db: Queryable, requestId: string, currency: Currency): Promise<AgreedView | null> {
  const row = await db.row<Row>(sql`
    select a.deposit_minor as deposit, p.amount_minor + p.tax_minor as total, a.pay_by as "payBy", a.pay_by <= clock_timestamp() as "isLate", a.ended,
      a.close_price_minor as price, a.difference_minor as difference, a.kept_minor as kept
    from business.agreements a join business.openings p on p.quote_id = a.quote_id where a.request_id = ${requestId}`)
  if (!row) return null
  const money = (units: bigint) => moneyText(minor(units), currency)
  const { deposit, total, payBy, isLate, ended, price, difference, kept } = row
  return {
    ...{ deposit: money(deposit), total: money(total), rest: money(total - deposit) },
    ...{ pay_by: payBy.toISOString(), is_late: isLate, ended },
    closed:
      price === null || difference === null || kept === null
        ? null
        : {
            ...{ price: money(price), difference: money(difference), kept: money(kept) },
            claim: money(difference - kept),
          },
  }
}
