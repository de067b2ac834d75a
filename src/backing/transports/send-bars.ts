/** Bars go from one place of their store to another: two people send them, another person says that they are there. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { type Amount, amountOf } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { holdBacking } from '../judge-backing.ts'
import { requireOpenPlace } from '../places/save-place.ts'

type SendWish = {
  store: string
  from: string
  to: string
  barIds: string[]
  carrier: string
  /** Its number, where the load is sealed. */
  seal: string
  /** The day by whose end the bars are there, as YYYY-MM-DD. */
  expectedOn: string
  reason: string
}
type Meant = {
  from_place: string
  to_place: string
  bars: string[]
  grams: Amount
  carrier: string
  seal?: string
  expected_on: string
  bar_ids: string[]
}
type Load = { bars: string[]; fine: bigint }

/**
 * Asks for the second person who sends the bars.
 *
 * Refuses permission_missing; invalid_input (to; bars; reason); place_not_open; bar_state unless every bar is free and lies in `from`.
 */
export const askSend = (
  karat: Bag<'backing'>,
  staff: Staff,
  wish: SendWish,
  key: Once = null,
): Promise<{ approval_id: string }> => {
  const { store, from, to, expectedOn, reason } = wish
  if (from === to) throw invalidInput({ to: problem('place_same') })
  const barIds = [...new Set(wish.barIds)]
  return once(karat.db, key, async (tx) => {
    const { bars, fine } = await requireLoad(tx, { store, from, to, barIds })
    const seal = wish.seal.trim()
    const params: Meant = {
      ...{ from_place: from, to_place: to, bars, grams: amountOf(fine, 'XAU'), carrier: wish.carrier.trim() },
      ...{ ...(seal ? { seal } : {}), expected_on: expectedOn, bar_ids: barIds },
    }
    return requestApproval(tx, staff, {
      ...{ action: 'vault.send', subject: { kind: 'transport', id: newId() } },
      ...{ store, reason, params },
    })
  })
}

/** The bars of a transport that can begin. The places stay open until `tx` ends. */
async function requireLoad(
  tx: Tx,
  { store, from, to, barIds }: { store: string; from: string; to: string; barIds: string[] },
): Promise<Load> {
  await requireOpenPlace(tx, store, to)
  const rows = await tx.rows<{ name: string; fine: bigint }>(sql`
    select serial || ' (' || maker || ')' as name, fine_weight_e4 as fine from backing.bars
    where id = any(${barIds}::uuid[]) and store = ${store} and place = ${from} and state = 'available' order by serial, maker`)
  if (rows.length !== barIds.length) throw new Refusal('bar_state')
  return { bars: rows.map(({ name }) => name), fine: rows.reduce((sum, { fine }) => sum + fine, 0n) }
}

/**
 * What the second person has approved: the bars have left, are on their way, and count as before. No grams are booked, for the vault
 * is one for all places of a store. Refuses as asking did, by what is so now.
 */
export const sendExecutor: Executor = {
  action: 'vault.send',
  async execute(_karat, tx, { subject, store, params, reason }, { requester, approver }) {
    const { from_place: from, to_place: to, bar_ids: barIds, carrier, seal, expected_on: expectedOn } = params as Meant
    const of = store ?? ''
    await holdBacking(tx, of)
    await requireLoad(tx, { store: of, from, to, barIds })
    await tx.run(sql`
      insert into backing.transports (id, number, store, from_place, to_place, carrier, seal, expected_on, requester, approver, reason)
      values (${subject.id}, 'T' || nextval('backing.transport_numbers'), ${of}, ${from}, ${to}, ${carrier}, ${seal ?? null},
        ${expectedOn}::date, ${requester.id}, ${approver.id}, ${reason})`)
    const sent = await tx.run(sql`
      with sent as (
        update backing.bars set state = 'in_transit'
        where id = any(${barIds}::uuid[]) and state = 'available' and place = ${from} returning id
      ), listed as (
        insert into backing.transport_bars (transport_id, bar_id) select ${subject.id}::uuid, id from sent
      )
      insert into backing.bar_moves (bar_id, from_state, to_state, act, actor, reason)
      select id, 'available', 'in_transit', ${newId()}::uuid, ${`staff:${requester.id}+staff:${approver.id}`}, ${reason} from sent`)
    if (sent !== barIds.length) throw new Refusal('bar_state')
  },
}
