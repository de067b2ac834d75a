import { allocatePieces } from '../../catalogue/move-pieces.ts'
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { getUserInfo } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { type Paper, paperNumber } from '../../papers/paper-rules.ts'
import { listPayments } from '../../payments/open-payment.ts'
import type { Store } from '../../stores/stores.ts'
import { describeInvoice, type InvoicedLine, type InvoicedOrder } from './describe-invoice.ts'

type Order = InvoicedOrder & { id: string; member_id: string; store: string; waited_long: boolean; now: Date }

/** Pieces of the order are locked by another one, or on their way back to stock: it is tried again. */
export class PiecesMissing extends Error {}

/**
 * Gives a paid order its pieces by serial number and its invoice, both or neither, once however many ask at once. Numbers
 * of a store and year follow one another without a gap, because the counter moves only with the invoice. False when the
 * order has its papers already, waits for none, or another process is at it.
 *
 * Throws PiecesMissing while numbered pieces may still come; after `settings.papers.waitForPiecesSeconds` the invoice is
 * issued with those that there are.
 */
export const issueInvoice = (karat: Karat, orderId: string): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const order = await claimOrder(karat, tx, orderId)
    const store = order && karat.stores.get(order.store)
    if (!order || !store) return false
    const lines = await tx.rows<InvoicedLine>(
      sql`select * from orders.lines where order_id = ${orderId} order by position`,
    )
    const demand = lines.map((line) => ({ skuId: line.sku_id, quantity: line.quantity }))
    const { pieces, missing } = await allocatePieces(tx, { orderId, lines: demand })
    if (missing > 0 && !order.waited_long)
      throw new PiecesMissing(`${missing} pieces of order ${order.number} have no number yet`)
    const buyer = await getUserInfo(tx, order.member_id)
    const payment = (await listPayments(tx, orderId)).find(({ allocation }) => allocation === 'order')
    // Last of all: until the commit every other invoice of this store waits for the counter.
    const next = await nextNumber(tx, store)
    const document = describeInvoice({
      number: paperNumber('invoice', { store: order.store, ...next }),
      issuedAt: order.now,
      language: buyer.language as Paper['language'],
      store,
      publicUrl: karat.config.PUBLIC_URL,
      buyer: buyer.name,
      payment: { reference: payment?.provider_reference ?? null, at: payment?.captured_at ?? null },
      order,
      lines,
      pieces,
    })
    const serials = pieces.map(({ serial }) => serial)
    await tx.run(sql`
      with issued as (
        insert into orders.invoices (order_id, store, year, number, serials, document, issued_at)
        values (${orderId}, ${order.store}, ${next.year}, ${next.number}, ${serials}, ${JSON.stringify(document)}::jsonb, ${order.now})
        returning order_id
      )
      update orders.orders set invoiced_at = ${order.now}, papers_next_try_at = null from issued where id = issued.order_id`)
    return true
  })

/** Undefined when somebody else is at it, or it has its papers; a cancelled order gets none any more. */
const claimOrder = (karat: Karat, tx: Tx, orderId: string) =>
  tx.row<Order>(sql`
    select *, now() as now, paid_at < now() - make_interval(secs => ${karat.settings.papers.waitForPiecesSeconds}::int) as waited_long
    from orders.orders where id = ${orderId} and invoiced_at is null
      and state in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed') for no key update skip locked`)

/** The next number of the store in the year that its zone is in; taken back when the transaction does not commit. */
async function nextNumber(tx: Tx, store: Store): Promise<{ year: number; number: number }> {
  const row = await tx.row<{ year: number; number: number }>(sql`
    insert into orders.invoice_counters as c (store, year, last)
    values (${store.code}, extract(year from now() at time zone ${store.timeZone})::smallint, 1)
    on conflict (store, year) do update set last = c.last + 1 returning year, last as number`)
  if (!row) throw new Error('the counter of invoices gave no number')
  return row
}

type Invoice = { document: Paper; issuedAt: Date }

/** The invoice of an order; undefined until it is issued. Whose order it is, the caller has asked before. */
export const findInvoice = (db: Queryable, orderId: string): Promise<Invoice | undefined> =>
  db.row(sql`select document, issued_at as "issuedAt" from orders.invoices where order_id = ${orderId}`)
