/** What waits for papers of orders: first pieces that come back, then invoices with their pieces, then what follows an invoice. */
import { listPieces, releasePieces, returnPieces, sellPieces } from '../../catalogue/move-pieces.ts'
import { type Db, sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import type { PaperQueue, PaperSubject } from '../../papers/subject.ts'
import { listRefundsWithoutPapers, postponePapers } from '../../payments/refunds.ts'
import { issueInvoice } from './issue-invoice.ts'
import { issueCorrection, issueCreditNote, issuePackingCorrection } from './issue-later-paper.ts'
import { orderPapers } from './order-paper-rules.ts'

/** It comes again later, behind those that wait; one that somebody holds at this moment with the next round, as everywhere here. */
const postponeOrder = (db: Db, id: string, seconds: number) =>
  db.run(sql`
    update orders.orders set papers_next_try_at = now() + make_interval(secs => ${seconds}::int)
    where id = (select id from orders.orders where id = ${id} for update skip locked)`)

const piecesOfEnded: PaperQueue = {
  name: 'order',
  waiting: (db) =>
    db.rows(sql`
      select id from orders.orders
      where pieces_settled_at is null and invoiced_at is not null and state in ('cancelled', 'completed')
        and coalesce(papers_next_try_at, '-infinity') <= now() limit 100`),
  issue: (karat, id) => settlePieces(karat, id),
  postpone: postponeOrder,
}

const invoices: PaperQueue = {
  name: 'order',
  waiting: (db) =>
    db.rows(sql`
      select id from orders.orders
      where invoiced_at is null and state in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed')
        and coalesce(papers_next_try_at, '-infinity') <= now() order by paid_at limit 100`),
  issue: issueInvoice,
  postpone: postponeOrder,
}

const corrections: PaperQueue = {
  name: 'loss',
  waiting: (db) =>
    db.rows(sql`
      select id::text as id from orders.lost_parcels where ended = 'sent_again' and papers_at is null
        and coalesce(papers_next_try_at, '-infinity') <= now() order by ended_at limit 100`),
  issue: (karat, id) => issueCorrection(karat, BigInt(id)),
  postpone: (db, id, seconds) =>
    db.run(sql`update orders.lost_parcels
      set papers_next_try_at = now() + make_interval(secs => ${seconds}::int)
      where id = (select id from orders.lost_parcels where id = ${BigInt(id)} for update skip locked)`),
}

const packingCorrections: PaperQueue = {
  name: 'packing',
  waiting: (db) =>
    db.rows(sql`
      select r.order_id as id from orders.repackings r join orders.orders o on o.id = r.order_id
      where r.papers_at is null and o.state in ('shipped', 'ready_for_pickup', 'completed')
        and coalesce(r.papers_next_try_at, '-infinity') <= now() order by r.at limit 100`),
  issue: issuePackingCorrection,
  postpone: (db, id, seconds) =>
    db.run(sql`update orders.repackings
      set papers_next_try_at = now() + make_interval(secs => ${seconds}::int)
      where order_id = (select order_id from orders.repackings where order_id = ${id} for update skip locked)`),
}

const creditNotes: PaperQueue = {
  name: 'refund',
  waiting: listRefundsWithoutPapers,
  issue: issueCreditNote,
  postpone: postponePapers,
}

/** Corrections before credit notes: what is credited was sent before. */
export const orderSubject: PaperSubject = {
  ...orderPapers,
  queues: [piecesOfEnded, invoices, packingCorrections, corrections, creditNotes],
}

/** A cancelled order gives its pieces back, a completed one hands them over: once, whoever asks how often. */
export const settlePieces = (karat: Bag<'orders'>, orderId: string): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const order = await tx.row<{ state: 'cancelled' | 'completed' }>(sql`
      update orders.orders set pieces_settled_at = now(), papers_next_try_at = null
      where id = ${orderId} and pieces_settled_at is null and invoiced_at is not null and state in ('cancelled', 'completed') returning state`)
    if (!order) return false
    if (order.state === 'cancelled') await releasePieces(tx, orderId, 'the order was cancelled')
    else await handOver(tx, orderId)
    return true
  })

/** Pieces of which every one of their kind was paid back while they waited at the counter never left the house: they can be ordered again. */
async function handOver(tx: Tx, orderId: string): Promise<void> {
  await sellPieces(tx, orderId)
  const stayed = await tx.rows<{ id: number }>(sql`
    select l.sku_id as id from orders.orders o join orders.lines l on l.order_id = o.id
    left join lateral (
      select sum(b.granted) as pieces from orders.refund_lines b join orders.refund_requests r on r.id = b.request_id
      join orders.moves m on m.order_id = r.order_id and m.to_state = 'completed' and r.executed_at < m.created_at
      where r.order_id = o.id and r.state = 'executed' and b.position = l.position) as back on true
    where o.id = ${orderId} and o.delivery ->> 'mode' = 'pickup'
    group by l.sku_id having sum(l.quantity) = sum(coalesce(back.pieces, 0))`)
  if (stayed.length === 0) return
  const serials = (await listPieces(tx, orderId)).flatMap(({ skuId, serial }) =>
    stayed.some(({ id }) => id === skuId) ? serial : [],
  )
  await returnPieces(tx, { orderId, serials, actor: 'system', reason: 'it was paid back and stayed at the counter' })
}
