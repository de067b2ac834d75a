/** Money that came from customers and went back to them, transfer by transfer: a range of the ledger. */
import { type Queryable, sql } from '../db/database.ts'

/** What a transfer moved at the house's providers, or of a cash balance that paid; positive came in. */
type TakenMoney = { day: string; kind: string; reference: string; asset: string; amount: bigint }

const cameIn = ['payment_captured', 'cash_deposited', 'purchase_paid', 'payment_suspended', 'balance_spent']
const wentBack = ['payment_refunded', 'payment_returned']
const takingKinds = [...cameIn, ...wentBack]
export const wentBackBy = (kind: string): boolean => wentBack.includes(kind)

/** Of a store's days from `from` to `to`; a reversal counts as the other way round of what it takes back. */
export const listTakenMoney = (
  db: Queryable,
  { store, timeZone, from, to }: { store: string; timeZone: string; from: string; to: string },
): Promise<TakenMoney[]> =>
  db.rows<TakenMoney>(sql`
    select to_char(t.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, coalesce(o.kind, t.kind) as kind,
      coalesce(o.reference, t.reference) as reference, a.asset, (-sum(leg.amount))::bigint as amount
    from ledger.transfers t left join ledger.transfers o on o.id = t.reverses
    cross join unnest(t.accounts, t.amounts) as leg(account_id, amount)
    join ledger.accounts a on a.id = leg.account_id and a.store = ${store} and a.kind =
      case when coalesce(o.kind, t.kind) in ('balance_spent', 'payment_returned') then 'cash' else 'provider_clearing' end
    where t.created_at >= (${from}::date::timestamp at time zone ${timeZone})
      and t.created_at < ((${to}::date + 1)::timestamp at time zone ${timeZone})
      and coalesce(o.kind, t.kind) = any(${takingKinds})
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
