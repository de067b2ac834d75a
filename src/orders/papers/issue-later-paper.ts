/** Papers that follow an invoice: a credit note for each sum that went back, a correction where other pieces were sent. */
import { listPieces } from '../../catalogue/move-pieces.ts'
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { type LaterKind, type Paper, paperNumber } from '../../papers/paper-rules.ts'
import type { Refund } from '../../payments/contract.ts'
import { claimForPapers, papersAreDone } from '../../payments/refunds.ts'
import { Refusal } from '../../refusals.ts'
import { type Store, storeOf } from '../../stores/stores.ts'
import { carrierName } from '../carrier-rules.ts'
import type { OrderState } from '../order-rules.ts'
import type { InvoicedLine } from './describe-invoice.ts'
import {
  type Corrected,
  type Credited,
  describeCorrection,
  describeCreditNote,
  type Following,
} from './describe-later-paper.ts'
import { findInvoice } from './issue-invoice.ts'

/** The invoice that it follows is not issued yet: it is tried again. */
export class InvoiceMissing extends Error {}

type Order = Following['order'] & {
  id: string
  store: string
  state: OrderState
  discount_minor: bigint
  invoice: Paper | null
  invoiced: string[] | null
  now: Date
}

const readOrder = (tx: Tx, orderId: string) =>
  tx.row<Order>(sql`
    select o.id, o.number, o.store, o.state, o.currency, o.method, o.tax_rule, o.discount_minor, o.total_minor,
      i.document as invoice, i.serials as invoiced, now() as now
    from orders.orders o left join orders.invoices i on i.order_id = o.id where o.id = ${orderId}`)

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
export const issueCreditNote = (karat: Karat, refundId: string): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const refund = await claimForPapers(tx, refundId)
    if (!refund) return false
    const order = await readOrder(tx, refund.order_id)
    if (!order) throw new Error(`the refund ${refundId} is of no order`)
    const { invoice } = order
    if (!invoice && order.state !== 'cancelled') throw new InvoiceMissing(`order ${order.number} has no invoice yet`)
    await papersAreDone(tx, refundId)
    if (!invoice) return false
    const credited = await readCredited(tx, order, refund)
    const amount = refund.amount_minor - refund.suspense_minor
    await insertPaper(karat, tx, order, {
      ...{ kind: 'credit_note', refundId, amount, currency: refund.currency },
      describe: (numbered) => describeCreditNote({ ...numbered, ...credited, refund, invoice, order }),
    })
    return true
  })

/** For which pieces a sum went back: all of an order that was given up, else those that were granted. */
async function readCredited(
  tx: Tx,
  order: Order,
  refund: Refund,
): Promise<Pick<Credited, 'lines' | 'discount' | 'kept'>> {
  if (refund.occasion === `difference:${order.id}`)
    return { lines: [], discount: 0n, kept: { amount: -refund.goods_minor, because: 'difference' } }
  const lines = await readLines(tx, order.id)
  if (order.state === 'cancelled') {
    const settled = await tx.row<Credited['kept']>(
      sql`select kept_minor as amount, because from orders.settlements where order_id = ${order.id}`,
    )
    return { lines, discount: order.discount_minor, kept: settled ?? { amount: 0n, because: 'request' } }
  }
  const granted = await tx.rows<{ position: number; quantity: number; goods: bigint }>(sql`
    select l.position, l.granted as quantity, l.goods_minor as goods
    from orders.refund_requests r join orders.refund_lines l on l.request_id = r.id
    where r.order_id = ${order.id} and 'request:' || r.id = ${refund.occasion} and l.granted > 0 order by l.position`)
  const some = granted.flatMap(({ position, quantity, goods }) => {
    const line = lines.find((one) => one.position === position)
    return line ? [{ ...line, quantity, total_minor: goods }] : []
  })
  const listed = some.reduce((sum, line) => sum + line.total_minor, 0n)
  return { lines: some, discount: listed - refund.goods_minor, kept: { amount: 0n, because: 'request' } }
}

/**
 * Issues the correction of an invoice after a lost parcel was sent again: it names the pieces that the order has now. Once
 * however many ask at once. False when it has one already, when another process is at it, or when the papers name these very
 * pieces, as they do where nothing is numbered.
 *
 * Throws InvoiceMissing while the invoice may still come.
 */
export const issueCorrection = (karat: Karat, lossId: bigint): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const loss = await tx.row<{ order_id: string; parcel: number }>(sql`
      select order_id, parcel from orders.lost_parcels
      where id = ${lossId} and ended = 'sent_again' and papers_at is null for no key update skip locked`)
    const order = loss && (await readOrder(tx, loss.order_id))
    if (!order) return false
    const { invoice, invoiced } = order
    if (!invoice || !invoiced) throw new InvoiceMissing(`order ${order.number} has no invoice yet`)
    // Its number orders the corrections of an order; two at once would each follow the same paper.
    await tx.run(sql`select 1 from orders.orders where id = ${order.id} for no key update`)
    const [lines, pieces, before, parcel] = await Promise.all([
      readLines(tx, order.id),
      listPieces(tx, order.id),
      findNewestCorrection(tx, order.id),
      readParcel(tx, order, loss.parcel + 1),
    ])
    await tx.run(sql`update orders.lost_parcels set papers_at = now(), papers_next_try_at = null where id = ${lossId}`)
    const former = before?.serials ?? invoiced
    const serials = pieces.map(({ serial }) => serial)
    if (serials.length === 0 || serials.every((serial) => former.includes(serial))) return false
    const facts = { publicUrl: karat.config.PUBLIC_URL, before: before?.number ?? null, parcel, lines, pieces, former }
    await insertPaper(karat, tx, order, {
      ...{ kind: 'correction', lossId, serials },
      describe: (numbered) => describeCorrection({ ...numbered, ...facts, invoice, order }),
    })
    return true
  })

const findNewestCorrection = (tx: Tx, orderId: string) =>
  tx.row<{ number: string; serials: string[] }>(sql`
    select document->>'number' as number, serials from orders.later_papers
    where order_id = ${orderId} and kind = 'correction' order by id desc limit 1`)

async function readParcel(tx: Tx, { id, store }: Order, parcel: number): Promise<Corrected['parcel']> {
  const sent = await tx.row<Corrected['parcel']>(sql`
    select carrier, tracking, shipped_at as at from orders.shipments where order_id = ${id} and parcel = ${parcel}`)
  if (!sent) throw new Error(`parcel ${parcel} of order ${id} was never sent`)
  return { ...sent, carrier: carrierName(store, sent.carrier) }
}

type Issued = {
  kind: LaterKind
  refundId?: string
  amount?: bigint
  currency?: string
  lossId?: bigint
  serials?: string[]
  describe: (numbered: Pick<Following, 'number' | 'issuedAt' | 'store'>) => Paper
}

/** Numbered last of all: until the commit every other paper of this kind and store waits for the counter. */
async function insertPaper(karat: Karat, tx: Tx, order: Order, paper: Issued): Promise<void> {
  const store = storeOf(karat, order.store)
  const next = await nextNumber(tx, paper.kind, store)
  const number = paperNumber(paper.kind, { store: store.code, ...next })
  const document = paper.describe({ number, issuedAt: order.now, store })
  await tx.run(sql`
    insert into orders.later_papers (order_id, kind, store, year, number, refund_id, amount_minor, currency, loss_id, serials, document, issued_at)
    values (${order.id}, ${paper.kind}, ${store.code}, ${next.year}, ${next.number}, ${paper.refundId ?? null},
      ${paper.amount ?? null}, ${paper.currency ?? null}, ${paper.lossId ?? null}, ${paper.serials ?? []},
      ${JSON.stringify(document)}::jsonb, ${order.now})`)
}

/** As of invoices: taken back when the transaction does not commit. */
async function nextNumber(tx: Tx, kind: LaterKind, store: Store): Promise<{ year: number; number: number }> {
  const row = await tx.row<{ year: number; number: number }>(sql`
    insert into orders.paper_counters as c (kind, store, year, last)
    values (${kind}, ${store.code}, extract(year from now() at time zone ${store.timeZone})::smallint, 1)
    on conflict (kind, store, year) do update set last = c.last + 1 returning year, last as number`)
  if (!row) throw new Error('the counter of papers gave no number')
  return row
}

/** The invoice of an order or, by its number, a paper that follows it. Refuses invoice_not_ready; not_found for another number. */
export async function readPaper(db: Queryable, orderId: string, number: string | undefined): Promise<Paper> {
  const invoice = await findInvoice(db, orderId)
  if (!invoice) throw new Refusal('invoice_not_ready')
  if (number === undefined || number === invoice.document.number) return invoice.document
  const later = await db.row<{ document: Paper }>(
    sql`select document from orders.later_papers where order_id = ${orderId} and document->>'number' = ${number}`,
  )
  if (!later) throw new Refusal('not_found')
  return later.document
}

type LaterPaper = { kind: LaterKind; number: string; issuedAt: Date }

/** The papers that follow the invoice of an order, oldest first. Whose order it is, the caller has asked before. */
export const listLaterPapers = (db: Queryable, orderId: string): Promise<LaterPaper[]> =>
  db.rows(sql`
    select kind, document->>'number' as number, issued_at as "issuedAt" from orders.later_papers
    where order_id = ${orderId} order by id`)

export const viewLaterPaper = ({ kind, number, issuedAt }: LaterPaper) => ({
  kind,
  number,
  issued_at: issuedAt.toISOString(),
})
