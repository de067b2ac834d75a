/** The papers of orders. Whose order it is, the caller has asked before. */
import { type Queryable, sql } from '../../db/database.ts'
import { type IssuedPaper, listPapers } from '../../papers/paper-queries.ts'
import type { Paper } from '../../papers/paper-rules.ts'
import { Refusal } from '../../refusals.ts'
import { type LaterKind, orderPapers } from './order-paper-rules.ts'

const papersOf = (db: Queryable, ...orderIds: string[]) => listPapers(db, orderPapers.subject, orderIds)
const invoiceOf = (papers: IssuedPaper[]) => papers.find(({ kind }) => kind === 'invoice')
const laterOf = (papers: IssuedPaper[]) => papers.filter(({ kind }) => kind !== 'invoice')

/** The invoice of an order; undefined until it is issued. */
export async function findInvoice(
  db: Queryable,
  orderId: string,
): Promise<Pick<IssuedPaper, 'document' | 'issuedAt'> | undefined> {
  const invoice = invoiceOf(await papersOf(db, orderId))
  return invoice && { document: invoice.document, issuedAt: invoice.issuedAt }
}

/** The invoice of an order or, by its number, a paper that follows it. Refuses invoice_not_ready; not_found for another number. */
export async function readPaper(db: Queryable, orderId: string, number: string | undefined): Promise<Paper> {
  const papers = await papersOf(db, orderId)
  const invoice = invoiceOf(papers)
  if (!invoice) throw new Refusal('invoice_not_ready')
  const asked = number === undefined ? invoice : papers.find(({ document }) => document.number === number)
  if (!asked) throw new Refusal('not_found')
  return asked.document
}

/** The papers of an order as its pages name them: its invoice, null until it is issued, and what follows it, oldest first. */
export async function viewPapers(db: Queryable, orderId: string) {
  const papers = await papersOf(db, orderId)
  const invoice = invoiceOf(papers)
  return {
    invoice: invoice ? viewPaper(invoice) : null,
    later_papers: laterOf(papers).map((paper) => ({ kind: paper.kind as LaterKind, ...viewPaper(paper) })),
  }
}

const viewPaper = ({ document, issuedAt }: IssuedPaper) => ({
  number: document.number,
  issued_at: issuedAt.toISOString(),
})

/** The newest correction of an order, and the pieces that it names. */
export async function findNewestCorrection(
  db: Queryable,
  orderId: string,
): Promise<{ number: string; serials: string[] } | undefined> {
  const newest = (await papersOf(db, orderId)).findLast(({ kind }) => kind === 'correction')
  const named =
    newest &&
    (await db.row<{ serials: string[] }>(sql`select serials from orders.later_papers where paper_id = ${newest.id}`))
  return named && { number: newest.document.number, serials: named.serials }
}

/** Every paper of a member's orders with all that it says and the pieces that it names, for the copy of their data. */
export async function papersOfMember(db: Queryable, memberId: string) {
  const named = await db.rows<{ orderId: string; id: bigint; serials: string[] }>(sql`
    select o.id as "orderId", p.paper_id as id, p.serials from orders.orders o join (
      select order_id, paper_id, serials from orders.invoices
      union all select order_id, paper_id, serials from orders.later_papers) p on p.order_id = o.id
    where o.member_id = ${memberId}`)
  const serials = new Map(named.map((paper) => [paper.id, paper.serials]))
  const papers = await papersOf(db, ...new Set(named.map(({ orderId }) => orderId)))
  const tell = ({ id, year, number, document, issuedAt }: IssuedPaper) => ({
    ...{ year, number, serials: serials.get(id) ?? [], document, issued_at: issuedAt },
  })
  const invoices = papers.filter(({ kind }) => kind === 'invoice')
  return {
    invoices: invoices.map(tell),
    later_papers: laterOf(papers).map((paper) => ({ kind: paper.kind, ...tell(paper) })),
  }
}
