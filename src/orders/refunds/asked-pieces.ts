/** Which pieces of an order are asked back, and what that makes of the order. */
import { brokenConstraint, type Sql, sql, type Tx } from '../../db/database.ts'
import { Refusal } from '../../refusals.ts'
import { type AskedPieces, type RequestState, refundStateOf } from './refund-rules.ts'

/** Whoever changes what is asked back of an order holds its row: they go one after another. */
export const lockOrder = (tx: Tx, orderId: string) =>
  tx.run(sql`select 1 from orders.orders where id = ${orderId} for update`)

/** Whether a request for money of an order waits for a decision or for its execution, as an SQL expression. */
export const isRequested = (orderId: Sql): Sql => sql`exists (
  select from orders.refund_requests asked where asked.order_id = ${orderId} and asked.state in ('requested', 'granted'))`

/** Counts pieces as asked back; the database refuses more than were bought. */
export async function claimPieces(tx: Tx, orderId: string, pieces: AskedPieces) {
  await tx
    .run(sql`
      insert into orders.claimed_pieces as c (order_id, position, bought, claimed)
      select l.order_id, l.position, l.quantity, asked.quantity
      from unnest(${pieces.map((p) => p.position)}::smallint[], ${pieces.map((p) => p.quantity)}::int[]) as asked(position, quantity)
      join orders.lines l on l.order_id = ${orderId} and l.position = asked.position order by l.position
      on conflict (order_id, position) do update set claimed = c.claimed + excluded.claimed`)
    .catch((error) => {
      if (brokenConstraint(error) === 'claims_within_bought') throw new Refusal('refund_pieces_taken')
      throw error
    })
}

/** Gives pieces of a request back to be asked for again: all of it, or what was not granted. */
export const freePieces = (tx: Tx, requestId: string) =>
  tx.run(sql`
    update orders.claimed_pieces c set claimed = c.claimed - (l.quantity - l.granted)
    from orders.refund_lines l where l.request_id = ${requestId} and c.order_id = l.order_id and c.position = l.position`)

/** Writes what the requests of an order make of its refund state. */
export async function renewRefundState(tx: Tx, orderId: string): Promise<void> {
  const [requests, pieces] = await Promise.all([
    tx.rows<{ state: RequestState }>(sql`select state from orders.refund_requests where order_id = ${orderId}`),
    tx.row<{ returned: number; bought: number }>(sql`
      select (select coalesce(sum(l.granted), 0)::int from orders.refund_lines l join orders.refund_requests r on r.id = l.request_id
          where r.order_id = ${orderId} and r.state = 'executed') as returned,
        (select sum(quantity)::int from orders.lines where order_id = ${orderId}) as bought`),
  ])
  const state = refundStateOf(
    requests.map((one) => one.state),
    pieces ?? { returned: 0, bought: 0 },
  )
  await tx.run(sql`update orders.orders set refund_state = ${state} where id = ${orderId}`)
}
