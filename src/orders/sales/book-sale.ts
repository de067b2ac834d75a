/** An order is a sale when it is handed over, and as far as its money is not returned (decision 0060). */
import { type Db, type Queryable, sql, type Tx } from '../../db/database.ts'
import { goThrough, pages } from '../../db/in-steps.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import type { Currency, PricePerGram } from '../../money/money.ts'
import { saleBooked } from './sale-postings.ts'
import { changeOfSale, isNothing, nothingSold, type Sale, type SoldLine, splitSale } from './sale-rules.ts'

type Due = { store: string; currency: Currency; ask: PricePerGram; paid: bigint }
type Booked = Sale & { number: number }

/**
 * What is booked as sold of an order that was handed over is afterwards its goods less discount and what executed requests returned
 * of them, whoever asks how often. False where nothing is due: it was not handed over, all is booked, or somebody else is at it.
 */
export async function bookSale(tx: Tx, { orderId, actor }: { orderId: string; actor: string }): Promise<boolean> {
  const order = await tx.row<Due>(sql`
    select store, currency, ask_minor as ask, goods_minor - discount_minor as paid from orders.orders
    where id = ${orderId} and state = 'completed' and sale_due for update skip locked`)
  if (!order) return false
  // By statements of their own: the one above may have been looking before somebody else's lock ended.
  const [lines, returned, booked] = await Promise.all([
    readLines(tx, orderId),
    readReturned(tx, orderId),
    readBooked(tx, orderId),
  ])
  const sale = changeOfSale(booked, splitSale(order.paid - returned, order.ask, lines))
  await tx.run(sql`update orders.orders set sale_due = false where id = ${orderId}`)
  if (isNothing(sale)) return true
  const number = booked.number + 1
  await tx.run(sql`
    insert into orders.sales (order_id, number, gold_minor, premium_minor, making_minor, sold_at)
    select ${orderId}, ${number}, ${sale.gold}, ${sale.premium}, ${sale.making}, coalesce((
      select max(created_at) from orders.moves where ${number}::int = 1 and order_id = ${orderId} and to_state = 'completed'), now())`)
  await postTransfer(tx, saleBooked({ orderId, number, store: order.store, currency: order.currency, sale, actor }))
  return true
}

const readLines = (tx: Tx, orderId: string) =>
  tx.rows<SoldLine>(sql`
    select quantity, fine_weight_e4 as "fineWeight", premium_bps as "premiumBps", tier_bps as "tierBps", making_minor as making, in_grams as "inGrams"
    from orders.lines where order_id = ${orderId}`)

/** What executed requests returned of the goods: it was refunded, is on its way, or was set off. */
async function readReturned(tx: Tx, orderId: string): Promise<bigint> {
  const row = await tx.row<{ goods: bigint }>(sql`
    select coalesce(sum(r.granted_minor - r.delivery_minor - r.insurance_minor - l.tax), 0)::bigint as goods from orders.refund_requests r
    cross join lateral (select coalesce(sum(tax_minor), 0) as tax from orders.refund_lines where request_id = r.id) as l
    where r.order_id = ${orderId} and r.state = 'executed'`)
  return row?.goods ?? 0n
}

async function readBooked(tx: Tx, orderId: string): Promise<Booked> {
  const row = await tx.row<Booked>(sql`
    select count(*)::int as number, coalesce(sum(gold_minor), 0)::bigint as gold, coalesce(sum(premium_minor), 0)::bigint as premium,
      coalesce(sum(making_minor), 0)::bigint as making from orders.sales where order_id = ${orderId}`)
  return row ?? { number: 0, ...nothingSold }
}

const AT_ONCE = 100

/** Books what is due and was not booked with its hand-over or return: what is older than sales are, and what an older release beside this one did. How many. */
export const bookSales = (db: Db): Promise<number> =>
  goThrough(
    pages((after) => listDue(db, after)),
    async (orderId) => ((await db.transaction((tx) => bookSale(tx, { orderId, actor: 'system' }))) ? 1 : 0),
  )

const listDue = (db: Queryable, after: string | null) =>
  db.rows<{ id: string }>(sql`
    select id from orders.orders where state = 'completed' and sale_due and (${after}::uuid is null or id > ${after})
    order by id limit ${AT_ONCE}`)
