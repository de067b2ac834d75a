import { allocatePieces } from '../../catalogue/move-pieces.ts'
import { sql, type Tx } from '../../db/database.ts'
import { getUserInfo } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { issuePaper } from '../../papers/issue-paper.ts'
import type { Paper } from '../../papers/paper-rules.ts'
import { TooEarly } from '../../papers/subject.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { takeGrams } from '../../vault/redeem-gold.ts'
import { describeInvoice, type InvoicedLine, type InvoicedOrder } from './describe-invoice.ts'
import { orderPapers } from './order-paper-rules.ts'

type Order = InvoicedOrder & { id: string; member_id: string; store: string; waited_long: boolean; now: Date }

/** Pieces of the order are locked by another one, or on their way back to stock: it is tried again. */
export class PiecesMissing extends TooEarly {}

/**
 * Gives a paid order its pieces by serial number and its invoice, both or neither, once however many ask at once; grams that it is paid with
 * are the house's with it. False when
 * the order has its papers already, waits for none, or another process is at it.
 *
 * Throws PiecesMissing while numbered pieces may still come; after `settings.papers.waitForPiecesSeconds` the invoice is
 * issued with those that there are.
 */
export const issueInvoice = (karat: Bag<'orders'>, orderId: string): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const order = await claimOrder(karat, tx, orderId)
    const store = order && karat.stores.get(order.store)
    if (!order || !store) return false
    const lines = await tx.rows<InvoicedLine>(
      sql`select * from orders.lines where order_id = ${orderId} order by position`,
    )
    const demand = lines.map((line) => ({ skuId: line.sku_id, quantity: line.quantity }))
    const { pieces, missing } = await allocatePieces(tx, { orderId, lines: demand })
    // Grams become the house's only against numbers.
    if (missing > 0 && (!order.waited_long || order.grams_e4 > 0n))
      throw new PiecesMissing(`${missing} pieces of order ${order.number} have no number yet`)
    if (order.grams_e4 > 0n) await takeGrams(tx, orderId)
    const buyer = await getUserInfo(tx, order.member_id)
    const payment = (await listPayments(tx, orderId)).find(({ allocation }) => allocation === 'subject')
    const serials = pieces.map(({ serial }) => serial)
    const paperId = await issuePaper(tx, orderPapers, {
      ...{ id: orderId, kind: 'invoice', store, issuedAt: order.now },
      describe: (number) =>
        describeInvoice({
          number,
          issuedAt: order.now,
          language: buyer.language as Paper['language'],
          store,
          publicUrl: karat.config.PUBLIC_URL,
          buyer: buyer.name,
          payment: { reference: payment?.provider_reference ?? null, at: payment?.captured_at ?? null },
          order,
          lines,
          pieces,
        }),
    })
    await tx.run(sql`
      with issued as (
        insert into orders.invoices (order_id, paper_id, serials) values (${orderId}, ${paperId}, ${serials}) returning order_id
      )
      update orders.orders set invoiced_at = ${order.now}, papers_next_try_at = null from issued where id = issued.order_id`)
    return true
  })

/** Undefined when somebody else is at it, or it has its papers; a cancelled order gets none any more. */
const claimOrder = (karat: Bag<'orders'>, tx: Tx, orderId: string) =>
  tx.row<Order>(sql`
    select *, now() as now, paid_at < now() - make_interval(secs => ${karat.settings.papers.waitForPiecesSeconds}::int) as waited_long
    from orders.orders where id = ${orderId} and invoiced_at is null
      and state in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed') for no key update skip locked`)
