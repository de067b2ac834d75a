/** Money back to a card (what was transferred goes nowhere back): made once for a reference, never more than was captured, decided once. */
import { randomBytes } from 'node:crypto'
import { type Db, empty, type Queryable, sql, type Tx } from '../db/database.ts'
import type { Minor } from '../money/money.ts'
import { delays, refundFailures, type Scenario } from './card-rules.ts'
import { writeRefundNotice } from './notices.ts'

export type RefundState = 'pending' | 'settled' | 'failed'
export type Refund = {
  id: string
  charge_id: string
  reference: string
  amount_minor: Minor
  state: RefundState
  failure_reason: string | null
  created_at: Date
  decided_at: Date | null
}
export type RefundTrouble = 'not_found' | 'not_captured' | 'exceeds_captured' | 'reference_used' | 'no_refunds'

/**
 * The refund of a reference, made now or before. What the card's bank answers, and when, is the test card's behaviour:
 * most at once, one refuses, one takes its time.
 */
export const createRefund = (
  db: Db,
  { chargeId, reference, amount }: { chargeId: string; reference: string; amount: bigint },
): Promise<Refund | RefundTrouble> =>
  db.transaction(async (tx) => {
    const charge = await tx.row<{ state: string; method: string; scenario: Scenario | null; captured: bigint }>(
      sql`select state, method, scenario, coalesce(captured_minor, amount_minor) as captured from sandbox.charges where id = ${chargeId} for update`,
    )
    if (!charge) return 'not_found'
    if (charge.method !== 'card') return 'no_refunds'
    const known = await read(tx, reference)
    if (known) return known.charge_id === chargeId && known.amount_minor === amount ? known : 'reference_used'
    if (charge.state !== 'captured') return 'not_captured'
    const returned = await returnedOf(tx, chargeId)
    if (returned + amount > charge.captured) return 'exceeds_captured'
    const wait = charge.scenario === 'refund_late' ? delays.lateRefundSeconds : 0
    await tx.run(sql`
      insert into sandbox.refunds (id, charge_id, reference, amount_minor, settle_at)
      values (${`rf_${randomBytes(18).toString('hex')}`}, ${chargeId}, ${reference}, ${amount}, now() + make_interval(secs => ${wait}))`)
    if (wait === 0) await decide(tx, reference)
    return (await read(tx, reference)) as Refund
  })

/** Read after the charge is locked: what another refund took meanwhile counts. */
const returnedOf = async (tx: Tx, chargeId: string) =>
  (
    await tx.row<{ sum: bigint }>(sql`
      select coalesce(sum(amount_minor), 0)::bigint as sum from sandbox.refunds where charge_id = ${chargeId} and state <> 'failed'`)
  )?.sum ?? 0n

const read = (db: Queryable, reference: string) =>
  db.row<Refund>(sql`select * from sandbox.refunds where reference = ${reference}`)

/** A refund as it is now: what its bank decided meanwhile is written first. */
export async function findRefund(db: Db, reference: string): Promise<Refund | undefined> {
  const refund = await read(db, reference)
  if (refund?.state !== 'pending') return refund
  await decideRefunds(db, reference)
  return read(db, reference)
}

/** Decides what banks have answered by now: one refund, or all that are due. */
export const decideRefunds = (db: Db, reference: string | null = null): Promise<unknown> =>
  db.transaction((tx) => decide(tx, reference))

async function decide(tx: Tx, reference: string | null) {
  const decided = await tx.rows<Refund & { scenario: Scenario | null; webhook_url: string }>(sql`
    update sandbox.refunds r set decided_at = now(),
      state = case when c.scenario = any(${Object.keys(refundFailures)}::text[]) then 'failed' else 'settled' end,
      failure_reason = (${JSON.stringify(refundFailures)}::jsonb)->>c.scenario
    from sandbox.charges c
    where c.id = r.charge_id and r.id in (select id from sandbox.refunds
      where state = 'pending' and settle_at <= now() and (${reference}::text is null or reference = ${reference})
      order by id limit 100 for update ${reference === null ? sql`skip locked` : empty})
    returning r.*, c.scenario, c.webhook_url`)
  for (const refund of decided) await writeRefundNotice(tx, refund, refund.webhook_url)
}
