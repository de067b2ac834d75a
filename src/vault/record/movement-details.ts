/** What stands behind movements: number, price, who sent or got it, where it was paid to, and the receipt. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOf } from '../../identity/find-recipient.ts'
import type { Movement } from '../../ledger/member-record-rules.ts'
import { type Minor, moneyText } from '../../money/money.ts'
import { subjectsOfPayments } from '../../payments/standing-queries.ts'
import { accountName } from '../../payouts/account-name-rules.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import type { Holder } from '../holder.ts'
import type { MovementView } from './record-contract.ts'

export type Details = Pick<
  MovementView,
  'number' | 'price' | 'right_price' | 'became' | 'other' | 'note' | 'receipt_of'
>
export const nothingKnown: Details = {
  ...{ number: null, price: null, right_price: null, became: null },
  ...{ other: null, note: null, receipt_of: null },
}

type Found = Details & { id: string }
type Names = { db: Queryable; holder: Holder; ids: string[] }

/** By the movement's id. What is nobody's own record here (an order's) is told by its kind alone. */
export async function detailsOf(
  db: Queryable,
  holder: Holder,
  movements: readonly Pick<Movement, 'transfer_id' | 'kind' | 'reference'>[],
): Promise<Map<string, Details>> {
  const of = (...kinds: string[]) => movements.filter(({ kind }) => kinds.includes(kind)).map((one) => one.reference)
  const broughtIn = await subjectsOfPayments(db, of('cash_deposited', 'purchase_paid'))
  const about = new Map(movements.map((one) => [one.transfer_id, broughtIn.get(one.reference) ?? one.reference]))
  const named = (ids: string[]) => ({ db, holder, ids })
  const found = await Promise.all([
    trades(named(of('gold_bought', 'gold_sold', 'trade_undone', 'trade_repriced'))),
    pastTrades(named(of('demo_history'))),
    transfers(named(of('gold_transferred', 'transfer_claimed'))),
    payouts(named(of('payout_accepted', 'payout_failed', 'payout_returned'))),
    moneyIn(named([...broughtIn.values()])),
  ])
  const details = new Map(found.flat().map(({ id, ...said }) => [id, said]))
  const receipts = await receiptsOf(named([...details.keys()]))
  return new Map(
    [...about].flatMap(([movement, id]) => {
      const said = details.get(id)
      return said ? [[movement, { ...said, receipt_of: receipts.has(id) ? id : null }]] : []
    }),
  )
}

type Priced = { id: string; number: string | null; price: bigint }
const withPrices = (rows: Priced[], { currency }: Holder): Found[] =>
  rows.map(({ id, number, price }) => ({ ...nothingKnown, id, number, price: moneyText(price as Minor, currency) }))

async function trades({ db, holder, ids }: Names): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<Priced & { became: Details['became']; right: bigint | null }>(sql`
    select t.id, t.number, t.price_minor as price, c.state as became, c.price_minor as right from vault.trades t
    left join vault.price_choices c on c.trade_id = t.id and c.state in ('undone', 'repriced') where t.id = any(${ids}::uuid[])`)
  return withPrices(rows, holder).map((trade, index) => {
    const { became = null, right = null } = rows[index] ?? {}
    const right_price = became === 'repriced' && right !== null ? moneyText(right as Minor, holder.currency) : null
    return { ...trade, became, right_price }
  })
}

async function pastTrades({ db, holder, ids }: Names): Promise<Found[]> {
  if (ids.length === 0) return []
  return withPrices(
    await db.rows(sql`
      select id, null as number, price_minor as price from vault.past_trades where id = any(${ids}::uuid[])`),
    holder,
  )
}

type Sent = { id: string; number: string; sender: string; shown: string; note: string }

async function transfers({ db, holder, ids }: Names): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<Sent>(sql`
    select id, number, member_id as sender, shown_to as shown, note from vault.transfers where id = any(${ids}::uuid[])`)
  const names = await namesOf(
    db,
    rows.map(({ sender }) => sender),
  )
  return rows.map(({ id, number, sender, shown, note }) => ({
    ...{ ...nothingKnown, id, number, note: note || null },
    other: sender === holder.memberId ? shown : (names.get(sender) ?? null),
  }))
}

async function payouts({ db, ids }: Names): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<{ id: string; number: string; to: string }>(sql`
    select id, number, destination_id as to from vault.payouts where id = any(${ids}::uuid[])`)
  const accounts = await nameDestinations(
    db,
    rows.map(({ to }) => to),
  )
  return rows.map(({ id, number, to }) => {
    const account = accounts.get(to)
    return {
      ...{ ...nothingKnown, id, number },
      other: account ? accountName(account) : null,
    }
  })
}

async function moneyIn({ db, ids }: Names): Promise<Found[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<{ id: string; number: string }>(
    sql`select id, number from vault.deposits where id = any(${ids}::uuid[])
      union all select id, number from vault.purchases where id = any(${ids}::uuid[])`,
  )
  return rows.map((row) => ({ ...nothingKnown, ...row }))
}

async function receiptsOf({ db, holder, ids }: Names): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.rows<{ about: string }>(sql`
    select about_id as about from vault.receipts where member_id = ${holder.memberId} and about_id = any(${ids}::uuid[])`)
  return new Set(rows.map(({ about }) => about))
}
