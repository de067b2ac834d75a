/** The rounds that do what was begun with many orders. */
import { isUnavailable, OutcomeUnknown, sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import { findStaffNow } from '../../staff/staff-now.ts'
import { type Acted, actOn, type Wish } from './act.ts'
import type { Chosen } from './bulk-rules.ts'

type Row = Wish & Chosen & { runId: string; begunBy: string; address: string; requestId: string }

/** Orders of one round: whoever is shut down waits for no more of them. */
const MOST_OF_A_ROUND = 100

/** Does what waits, the oldest run first; resolves to how many orders were looked at. */
export async function workRuns(karat: Bag<'orders'>): Promise<number> {
  const waits = await karat.db.row(sql`select from orders.bulk_rows where result = 'waiting' limit 1`)
  if (!waits) return 0
  let worked = 0
  while (worked < MOST_OF_A_ROUND && (await workOne(karat))) worked++
  return worked
}

/**
 * The row is held from the look at it until what becomes of it is written, in the transaction of the command itself: of any
 * number of instances one does it, and where one dies nothing of it stands and another goes on. Whoever began it must still
 * be of the house, and may no more than they may now.
 */
async function workOne(karat: Bag<'orders'>): Promise<boolean> {
  let row: Row | undefined
  try {
    await karat.db.transaction(async (tx) => {
      row = await takeWaiting(tx)
      if (row) await keep(tx, row, await actFor(tx, karat, row))
    })
  } catch (error) {
    if (!row || isUnavailable(error) || error instanceof OutcomeUnknown) throw error
    await keepRefusal(karat, row, error)
  }
  return row !== undefined
}

/** Ids of runs are in the order of their begin, so the index of what waits has it. */
const takeWaiting = (tx: Tx) =>
  tx.row<Row>(sql`
    select r.run_id as "runId", r.order_id as "orderId", r.expected, b.action, b.cause, b.reason,
      b.begun_by as "begunBy", b.address, b.request_id as "requestId"
    from orders.bulk_rows r join orders.bulk_runs b on b.id = r.run_id where r.result = 'waiting'
    order by r.run_id, r.position limit 1 for update of r skip locked`)

async function actFor(tx: Tx, karat: Bag<'orders'>, { begunBy, address, requestId, ...wish }: Row): Promise<Acted> {
  return actOn(tx, karat, await findStaffNow(tx, begunBy, { address, requestId }), wish)
}

const keep = (tx: Tx, { runId, orderId }: Row, { approval_id }: Acted) =>
  tx.run(sql`
    update orders.bulk_rows set result = ${approval_id ? 'asked' : 'done'}, approval_id = ${approval_id}, at = now()
    where run_id = ${runId} and order_id = ${orderId} and result = 'waiting'`)

/** A refusal is an answer; anything else is our fault, is logged, and is not tried for ever. */
async function keepRefusal({ db, log }: Bag<'orders'>, { runId, orderId }: Row, error: unknown): Promise<void> {
  const refusal = error instanceof Refusal ? error.code : 'system_error'
  const told = error instanceof Refusal ? error.data : {}
  if (!(error instanceof Refusal)) log.error({ err: error, run: runId, order: orderId }, 'an order of a run failed')
  await db.run(sql`
    update orders.bulk_rows set result = 'refused', refusal = ${refusal}, told = ${JSON.stringify(told)}, at = now()
    where run_id = ${runId} and order_id = ${orderId} and result = 'waiting'`)
}
