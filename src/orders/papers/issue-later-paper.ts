/** Papers that follow an invoice: a credit note for each sum that went back, a correction where other pieces were packed or sent. */
import { listPieces } from '../../catalogue/move-pieces.ts'
import { type Sql, sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { issuePaper } from '../../papers/issue-paper.ts'
import type { Paper } from '../../papers/paper-rules.ts'
import { TooEarly } from '../../papers/subject.ts'
import type { Refund } from '../../payments/contract.ts'
import { partOf, type RefundParts } from '../../payments/refund-parts-rules.ts'
import { claimForPapers, papersAreDone, readParts } from '../../payments/refunds.ts'
import { storeOf } from '../../stores/stores.ts'
import type { OrderState } from '../core/order-rules.ts'
import { nameOfCourier } from '../parcels/require-courier.ts'
import { carrierNow, trackingNow } from '../parcels/tracking-queries.ts'
import type { InvoicedLine } from './describe-invoice.ts'
import {
  type Corrected,
  type Credited,
  describeCorrection,
  describeCreditNote,
  type Following,
  type SentAgain,
} from './describe-later-paper.ts'
import { findInvoice, findNewestCorrection } from './order-paper-queries.ts'
import { type LaterKind, orderPapers } from './order-paper-rules.ts'

/** The invoice that it follows is not issued yet: it is tried again. */
class InvoiceMissing extends TooEarly {}

type Order = Following['order'] & {
  id: string
  store: string
  state: OrderState
  discount_minor: bigint
  invoice: Paper | null
  invoiced: string[] | null
  now: Date
}

async function readOrder(tx: Tx, orderId: string): Promise<Order | undefined> {
  const order = await tx.row<Omit<Order, 'invoice'>>(sql`
    select o.id, o.number, o.store, o.state, o.currency, o.method, o.tax_rule, o.discount_minor, o.total_minor,
      i.serials as invoiced, now() as now
    from orders.orders o left join orders.invoices i on i.order_id = o.id where o.id = ${orderId}`)
  return order && { ...order, invoice: (await findInvoice(tx, orderId))?.document ?? null }
}

const readLines = (tx: Tx, orderId: string) =>
  tx.rows<InvoicedLine & { position: number }>(
    sql`select * from orders.lines where order_id = ${orderId} order by position`,
  )

/**
 * Issues the credit note of a refund that has settled, once however many ask at once; its number is the next of the store and
 * year. False when it has one already, when another process is at it, or when there is no invoice to credit and never will be:
 * the order was given up before it had one.
 *
 * Throws InvoiceMissing while the invoice may still come.
 */
export const issueCreditNote = (karat: Bag<'orders'>, refundId: string): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const refund = await claimForPapers(tx, refundId)
    if (!refund) return false
    const order = await readOrder(tx, refund.subject_id)
    if (!order) throw new Error(`the refund ${refundId} is of no order`)
    const { invoice } = order
    if (!invoice && order.state !== 'cancelled') throw new InvoiceMissing(`order ${order.number} has no invoice yet`)
    await papersAreDone(tx, refundId)
    if (!invoice) return false
    const parts = await readParts(tx, refund)
    const credited = await readCredited(tx, order, refund, parts)
    const amount = refund.allocated_minor
    await insertPaper(karat, tx, order, {
      ...{ kind: 'credit_note', refundId, amount, currency: refund.currency },
      describe: (numbered) => describeCreditNote({ ...numbered, ...credited, refund, parts, invoice, order }),
    })
    return true
  })

/** For which pieces a sum went back: all of an order that was given up, else those that were granted. */
async function readCredited(
  tx: Tx,
  order: Order,
  refund: Refund,
  parts: RefundParts,
): Promise<Pick<Credited, 'lines' | 'discount' | 'kept'>> {
  if (refund.occasion === `difference:${order.id}`)
    return { lines: [], discount: 0n, kept: { amount: -partOf(parts, 'order_money'), because: 'difference' } }
  const lines = await readLines(tx, order.id)
  const settled = await tx.row<Credited['kept']>(
    sql`select kept_minor as amount, because from orders.settlements where order_id = ${order.id}`,
  )
  if (settled) return { lines, discount: order.discount_minor, kept: settled }
  const granted = await tx.rows<{ position: number; quantity: number; goods: bigint }>(sql`
    select l.position, l.granted as quantity, l.goods_minor as goods
    from orders.refund_requests r join orders.refund_lines l on l.request_id = r.id
    where r.order_id = ${order.id} and 'request:' || r.id = ${refund.occasion} and l.granted > 0 order by l.position`)
  const some = granted.flatMap(({ position, quantity, goods }) => {
    const line = lines.find((one) => one.position === position)
    return line ? [{ ...line, quantity, total_minor: goods }] : []
  })
  const listed = some.reduce((sum, line) => sum + line.total_minor, 0n)
  return { lines: some, discount: listed - partOf(parts, 'order_money'), kept: { amount: 0n, because: 'request' } }
}

/**
 * Issues the correction of an invoice once an order has left with other pieces than its papers name, as they were packed. Once however many
 * ask at once. False when it has one already, when another process is at it, or when the papers name these very pieces.
 *
 * Throws InvoiceMissing while the invoice may still come.
 */
export const issuePackingCorrection = (karat: Bag<'orders'>, orderId: string): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const waits = await tx.row(sql`
      select 1 from orders.repackings where order_id = ${orderId} and papers_at is null for no key update skip locked`)
    const order = waits && (await readOrder(tx, orderId))
    if (!order) return false
    const done = sql`update orders.repackings set papers_at = now(), papers_next_try_at = null where order_id = ${orderId}`
    return correct(karat, tx, order, { parcel: null, done })
  })

/**
 * What an order's papers are corrected for: the parcel that was sent in place of a lost one, or, without one, its packing. `done` takes it off
 * its queue.
 */
type Because = { parcel: Corrected['parcel']; lossId?: bigint; done: Sql }

async function correct(
  karat: Bag<'orders'>,
  tx: Tx,
  order: Order,
  { parcel, lossId, done }: Because,
): Promise<boolean> {
  const { invoice, invoiced } = order
  if (!invoice || !invoiced) throw new InvoiceMissing(`order ${order.number} has no invoice yet`)
  // Its number orders the corrections of an order; two at once would each follow the same paper.
  await tx.run(sql`select 1 from orders.orders where id = ${order.id} for no key update`)
  const [lines, pieces, before] = await Promise.all([
    readLines(tx, order.id),
    listPieces(tx, order.id),
    findNewestCorrection(tx, order.id),
  ])
  await tx.run(done)
  const former = before?.serials ?? invoiced
  const serials = pieces.map(({ serial }) => serial)
  if (serials.length === 0 || serials.every((serial) => former.includes(serial))) return false
  const facts = { publicUrl: karat.config.PUBLIC_URL, before: before?.number ?? null, parcel, lines, pieces, former }
  await insertPaper(karat, tx, order, {
    ...{ kind: 'correction', serials, ...(lossId === undefined ? { packed: true } : { lossId }) },
    describe: (numbered) => describeCorrection({ ...numbered, ...facts, invoice, order }),
  })
  return true
}

/**
 * Issues the correction of an invoice after a lost parcel was sent again: it names the pieces that the order has now. Once
 * however many ask at once. False when it has one already, when another process is at it, or when the papers name these very
 * pieces, as they do where nothing is numbered.
 *
 * Throws InvoiceMissing while the invoice may still come.
 */
export const issueCorrection = (karat: Bag<'orders'>, lossId: bigint): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const loss = await tx.row<{ order_id: string; parcel: number }>(sql`
      select order_id, parcel from orders.lost_parcels
      where id = ${lossId} and ended = 'sent_again' and papers_at is null for no key update skip locked`)
    const order = loss && (await readOrder(tx, loss.order_id))
    if (!order) return false
    const done = sql`update orders.lost_parcels set papers_at = now(), papers_next_try_at = null where id = ${lossId}`
    return correct(karat, tx, order, { parcel: await readParcel(tx, order, loss.parcel + 1), lossId, done })
  })

async function readParcel(tx: Tx, { id, store }: Order, parcel: number): Promise<SentAgain> {
  const sent = await tx.row<SentAgain>(sql`
    select ${carrierNow} as carrier, ${trackingNow} as tracking, s.shipped_at as at
    from orders.shipments s where s.order_id = ${id} and s.parcel = ${parcel}`)
  if (!sent) throw new Error(`parcel ${parcel} of order ${id} was never sent`)
  return { ...sent, carrier: await nameOfCourier(tx, store, sent.carrier) }
}

type Issued = {
  kind: LaterKind
  refundId?: string
  amount?: bigint
  currency?: string
  lossId?: bigint
  packed?: boolean
  serials?: string[]
  describe: (numbered: Pick<Following, 'number' | 'issuedAt' | 'store'>) => Paper
}

async function insertPaper(karat: Bag<'orders'>, tx: Tx, order: Order, paper: Issued): Promise<void> {
  const store = storeOf(karat, order.store)
  const { kind, refundId, lossId, packed = false } = paper
  const paperId = await issuePaper(tx, orderPapers, {
    ...{ id: order.id, kind, occasion: refundId ?? (packed ? 'packing' : String(lossId)), store, issuedAt: order.now },
    describe: (number) => paper.describe({ number, issuedAt: order.now, store }),
  })
  await tx.run(sql`
    insert into orders.later_papers (order_id, kind, paper_id, refund_id, amount_minor, currency, loss_id, packed, serials, issued_at)
    values (${order.id}, ${kind}, ${paperId}, ${refundId ?? null}, ${paper.amount ?? null}, ${paper.currency ?? null},
      ${lossId ?? null}, ${packed}, ${paper.serials ?? []}, ${order.now})`)
}
