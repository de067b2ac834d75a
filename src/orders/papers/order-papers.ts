/** Rounds of papers: pieces and invoices for what was paid, pieces given back or handed over for what is over, later papers. */
import { releasePieces, sellPieces } from '../../catalogue/move-pieces.ts'
import { sql } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { listRefundsWithoutPapers, postponePapers } from '../../payments/refunds.ts'
import { issueInvoice, PiecesMissing } from './issue-invoice.ts'
import { InvoiceMissing, issueCorrection, issueCreditNote } from './issue-later-paper.ts'

/** One round: first what comes back, then what is given out, then what follows. One that fails does not hold up the others. */
export async function settlePapers(karat: Karat): Promise<{ settled: number; issued: number; followed: number }> {
  return { settled: await settleEnded(karat), issued: await issueWaiting(karat), followed: await issueLater(karat) }
}

/** Corrections before credit notes: what is credited was sent before. */
async function issueLater(karat: Karat): Promise<number> {
  const losses = await karat.db.rows<{ id: bigint }>(sql`
    select id from orders.lost_parcels where ended = 'sent_again' and papers_at is null
      and coalesce(papers_next_try_at, '-infinity') <= now() order by ended_at limit 100`)
  let done = 0
  for (const { id } of losses)
    if (await issueCorrection(karat, id).catch((error) => postponeLoss(karat, id, error))) done++
  for (const { id } of await listRefundsWithoutPapers(karat.db))
    if (await issueCreditNote(karat, id).catch((error) => postponeRefund(karat, id, error))) done++
  return done
}

async function postponeLoss(karat: Karat, id: bigint, error: unknown): Promise<false> {
  karat.log.warn({ err: error, loss: String(id) }, 'the correction of an invoice has to wait')
  await karat.db.run(sql`update orders.lost_parcels
    set papers_next_try_at = now() + make_interval(secs => ${waitFor(error)}::int)
    where id = (select id from orders.lost_parcels where id = ${id} for update skip locked)`)
  return false
}

async function postponeRefund(karat: Karat, id: string, error: unknown): Promise<false> {
  karat.log.warn({ err: error, refund: id }, 'the credit note of a refund has to wait')
  await postponePapers(karat.db, id, waitFor(error))
  return false
}

async function settleEnded(karat: Karat): Promise<number> {
  const orders = await karat.db.rows<{ id: string }>(sql`
    select id from orders.orders
    where pieces_settled_at is null and invoiced_at is not null and state in ('cancelled', 'completed')
      and coalesce(papers_next_try_at, '-infinity') <= now() limit 100`)
  return countDone(karat, orders, (id) => settlePieces(karat, id))
}

async function issueWaiting(karat: Karat): Promise<number> {
  const orders = await karat.db.rows<{ id: string }>(sql`
    select id from orders.orders
    where invoiced_at is null and state in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed')
      and coalesce(papers_next_try_at, '-infinity') <= now() order by paid_at limit 100`)
  return countDone(karat, orders, (id) => issueInvoice(karat, id))
}

async function countDone(
  karat: Karat,
  orders: { id: string }[],
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const { id } of orders) if (await work(id).catch((error) => postpone(karat, id, error))) done++
  return done
}

/** A cancelled order gives its pieces back, a completed one hands them over: once, whoever asks how often. */
export const settlePieces = (karat: Karat, orderId: string): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const order = await tx.row<{ state: 'cancelled' | 'completed' }>(sql`
      update orders.orders set pieces_settled_at = now(), papers_next_try_at = null
      where id = ${orderId} and pieces_settled_at is null and invoiced_at is not null and state in ('cancelled', 'completed') returning state`)
    if (!order) return false
    if (order.state === 'cancelled') await releasePieces(tx, orderId, 'the order was cancelled')
    else await sellPieces(tx, orderId)
    return true
  })

/** What is only early comes again soon. */
const waitFor = (error: unknown) => (error instanceof PiecesMissing || error instanceof InvoiceMissing ? 10 : 300)

/** It comes again later, behind those that wait; one that somebody holds at this moment with the next round, as everywhere here. */
async function postpone(karat: Karat, orderId: string, error: unknown): Promise<false> {
  karat.log.warn({ err: error, order: orderId }, 'the papers of an order have to wait')
  await karat.db.run(sql`
    update orders.orders set papers_next_try_at = now() + make_interval(secs => ${waitFor(error)}::int)
    where id = (select id from orders.orders where id = ${orderId} for update skip locked)`)
  return false
}
