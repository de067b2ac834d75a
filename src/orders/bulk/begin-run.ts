/** A run over many orders: begun, and stopped. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { requirePermission, type Staff } from '../../staff/door.ts'
import { needsReason } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { causesOfOrders } from '../give-up/cause-queries.ts'
import type { Wish } from './act.ts'
import { bulkPermission, type Chosen } from './bulk-rules.ts'

/**
 * Begins a run: its orders wait for the rounds that do them. Each is done, refused or asked for by itself.
 *
 * Refuses permission_missing, of the action too; invalid_input (reason) where the action asks for one; not_found for an order
 * that there is not; invalid_input (cause) where not every store of them offers it.
 */
export async function beginRun(
  karat: Bag<'orders'>,
  staff: Staff,
  { orders, ...wish }: Wish & { orders: Chosen[] },
  key: Once,
): Promise<{ run_id: string }> {
  const permission = bulkPermission[wish.action]
  await requirePermission(karat, staff, permission)
  const reason = wish.reason?.trim() || null
  if (needsReason(permission) && !reason) throw invalidInput({ reason: problem('empty') })
  return once(karat.db, key, async (tx) => {
    const id = newId()
    await tx.run(sql`
      insert into orders.bulk_runs (id, action, cause, reason, begun_by, address, request_id)
      values (${id}, ${wish.action}, ${wish.cause}, ${reason}, ${staff.id}, ${staff.address}, ${staff.requestId})`)
    const rows = orders.map(({ orderId, expected }, position) => ({ order_id: orderId, expected, position }))
    const kept = await tx.run(sql`
      insert into orders.bulk_rows (run_id, position, order_id, expected)
      select ${id}, position, o.id, expected
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as chosen(order_id uuid, expected text, position smallint)
      join orders.orders o on o.id = chosen.order_id`)
    if (kept !== orders.length) throw new Refusal('not_found')
    const cause = wish.cause && (await causeOf(tx, orders, wish.cause))
    await recordAction(tx, staff, {
      action: 'orders.bulk',
      subject: { kind: 'bulk_run', id },
      ...(reason ? { reason } : {}),
      details: { did: 'begin_run', what: wish.action, rows: kept, ...(cause ? { cause } : {}) },
    })
    return { run_id: id }
  })
}

/** What it is called in every store of these orders. Refuses invalid_input (cause). */
async function causeOf(tx: Tx, orders: Chosen[], code: string): Promise<string> {
  const cause = (await causesOfOrders(tx, orders)).find((one) => one.code === code)
  if (!cause) throw invalidInput({ cause: problem('office_cause') })
  return cause.name ?? cause.code
}

/** What waits is left; what is being done at this moment is done. Refuses permission_missing, not_found. */
export const stopRun = (karat: Bag<'orders'>, staff: Staff, runId: string, key: Once): Promise<{ left: number }> =>
  once(karat.db, key, async (tx) => {
    const known = await tx.row(sql`select from orders.bulk_runs where id = ${runId} for update`)
    if (!known) throw new Refusal('not_found')
    const left = await tx.run(
      sql`update orders.bulk_rows set result = 'left', at = now() where run_id = ${runId} and result = 'waiting'`,
    )
    if (left === 0) return { left }
    await tx.run(sql`
      update orders.bulk_runs set stopped_at = now(), stopped_by = ${staff.id} where id = ${runId} and stopped_at is null`)
    const subject = { kind: 'bulk_run', id: runId }
    await recordAction(tx, staff, { action: 'orders.bulk', subject, details: { did: 'stop_run', rows: left } })
    return { left }
  })
