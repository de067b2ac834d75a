/** Disputes of test cards: opened some time after the capture, decided some time after that, of some cards the other way once more, told each time. */
import { type Db, sql, type Tx } from '../db/database.ts'
import type { Minor } from '../money/money.ts'
import { delays, disputeEnds, disputesThatTurn } from './card-rules.ts'
import { writeDisputeNotice } from './notices.ts'

export type Dispute = {
  id: string
  charge_id: string
  reference: string
  amount_minor: Minor
  currency: string
  reason: string
  state: 'open' | 'won' | 'lost'
  respond_by: Date
}

const read = (db: Pick<Db, 'row'> | Tx, id: string) =>
  db.row<Dispute & { webhook_url: string }>(sql`
    select d.*, c.reference, c.currency, c.webhook_url from sandbox.disputes d join sandbox.charges c on c.id = d.charge_id
    where d.id = ${id}`)

export const findDispute = (db: Db, id: string): Promise<Dispute | undefined> => read(db, id)

/** Opens and decides what is due, the first time and again. How many. */
export const disputeDue = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const opened = await tx.rows<{ id: string }>(sql`
      with due as (
        update sandbox.charges set dispute_at = null where id in (
          select id from sandbox.charges where dispute_at <= now() order by id limit 100 for update skip locked) returning *)
      insert into sandbox.disputes (id, charge_id, amount_minor, reason, respond_by, decide_at)
      select 'dp_' || encode(sha256(id::bytea), 'hex'), id, coalesce(captured_minor, amount_minor), 'fraudulent',
        now() + interval '7 days', now() + make_interval(secs => ${delays.disputeEndSeconds}) from due returning id`)
    const decided = await tx.rows<{ id: string }>(sql`
      update sandbox.disputes d set decided_at = now(), state = (${JSON.stringify(disputeEnds)}::jsonb)->>c.scenario,
        turn_at = case when c.scenario = any(${disputesThatTurn}::text[]) then now() + make_interval(secs => ${delays.disputeTurnSeconds}) end
      from sandbox.charges c where c.id = d.charge_id and d.state = 'open' and d.id in (
        select id from sandbox.disputes where state = 'open' and decide_at <= now() order by id limit 100 for update skip locked)
      returning d.id`)
    const turned = await tx.rows<{ id: string }>(sql`
      update sandbox.disputes set decided_at = now(), turn_at = null, state = case state when 'won' then 'lost' else 'won' end where id in (
        select id from sandbox.disputes where turn_at <= now() order by id limit 100 for update skip locked) returning id`)
    for (const { id } of [...opened, ...decided, ...turned]) {
      const dispute = await read(tx, id)
      if (dispute) await writeDisputeNotice(tx, dispute, dispute.webhook_url)
    }
    return opened.length + decided.length + turned.length
  })
