/** What people decide about a line that did not confirm itself. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { verifiedNamesOf } from '../kyc/verification-queries.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { problem } from '../locale/field-rules.ts'
import { amountOf } from '../money/money.ts'
import { readMatchable } from '../payments/matchable-queries.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Did } from '../staff/did-rules.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { bankSetAside } from './bank-postings.ts'
import { bookMatched } from './book-line.ts'
import { compareNames } from './match-rules.ts'
import { referencesIn } from './reference-rules.ts'

type Line = {
  id: string
  store: string
  currency: string
  amount: bigint
  state: string
  why: string[]
  name: string | null
  account: string | null
  proposedBy: string | null
}
type Wish = { line_id: string; reason: string }
type Reach = Bag<'bank'>

const findLine = (db: Queryable, id: string): Promise<Line | undefined> =>
  db.row(sql`
    select id, store, currency, coalesce(amount_minor, 0) as amount, state, why, name, account, proposed_by as "proposedBy"
    from bank.lines where id = ${id}`)

/** Refuses not_found, line_decided with what it is. */
async function requireLine(tx: Tx, id: string, states: readonly string[]): Promise<Line> {
  const line = await findLine(tx, id)
  if (!line) throw new Refusal('not_found')
  if (!states.includes(line.state)) throw new Refusal('line_decided', { state: line.state })
  return line
}

/** Takes a line out of what waits; of any number at once one does. */
async function move(
  tx: Tx,
  line: Line,
  to: 'matched' | 'returning' | 'unmatched' | 'proposed',
  more = sql`decided_at = now()`,
): Promise<void> {
  const moved = await tx.run(
    sql`update bank.lines set state = ${to}, ${more} where id = ${line.id} and state = ${line.state}`,
  )
  if (moved === 0) throw new Refusal('line_decided', { state: 'changed' })
}

const record = (tx: Tx, staff: Staff, line: Line, did: Did, reason: string) =>
  recordAction(tx, staff, {
    ...{ action: 'bank.confirm', subject: { kind: 'bank_line', id: line.id }, store: line.store, reason },
    details: { did, amount: amountOf(line.amount, line.currency) },
  })

/**
 * The money of a line is the payment's that was proposed, and does there what money does: it pays, or waits in review, or goes back.
 *
 * Refuses permission_missing; not_found; line_decided; second_person_required to whoever proposed it, which for a line of a file is who
 * imported that.
 */
export async function confirmLine(
  karat: Reach,
  staff: Staff,
  { line_id, reason }: Wish,
  key: Once,
): Promise<{ done: true }> {
  const done = await once(karat.db, key, async (tx) => {
    const line = await requireLine(tx, line_id, ['proposed'])
    if (line.proposedBy === staff.id) throw new Refusal('second_person_required')
    await move(tx, line, 'matched', sql`decided_by = array[${staff.id}::uuid], decided_at = now()`)
    await record(tx, staff, line, 'bank_confirmed', reason)
    return { done: true } as const
  })
  await bookMatched(karat)
  return done
}

/** It is not that payment's. Refuses permission_missing; not_found; line_decided. */
export const rejectLine = (karat: Reach, staff: Staff, { line_id, reason }: Wish, key: Once): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const line = await requireLine(tx, line_id, ['proposed'])
    await move(tx, line, 'unmatched', sql`payment_id = null, proposed_by = null, why = array['no_match']`)
    await record(tx, staff, line, 'bank_rejected', reason)
    return { done: true }
  })

/**
 * Another person is to confirm that a line is the payment of this reference.
 *
 * Refuses permission_missing; not_found; line_decided; invalid_input (reference) where the store knows none; other_name where the bank names
 * another payer than the member's verified name: that money goes back.
 */
export const proposeLine = (
  karat: Reach,
  staff: Staff,
  wish: Wish & { reference: string },
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const line = await requireLine(tx, wish.line_id, ['unmatched'])
    const [reference] = referencesIn([wish.reference])
    const charge = await tx.row<{ id: string }>(sql`
      select payment_id as id from bank.charges where store = ${line.store} and reference = ${reference ?? ''} order by made_at desc limit 1`)
    const payment = charge && (await readMatchable(tx, [charge.id])).get(charge.id)
    if (!charge || !payment) throw invalidInput({ reference: problem('unknown') })
    const names = await verifiedNamesOf(tx, [payment.memberId])
    if (compareNames(line.name, names.get(payment.memberId) ?? null) === 'other_name') throw new Refusal('other_name')
    await move(
      tx,
      line,
      'proposed',
      sql`payment_id = ${charge.id}, proposed_by = ${staff.id}, why = array['no_reference']`,
    )
    await record(tx, staff, line, 'bank_proposed', wish.reason)
    return { done: true }
  })

/**
 * A line is nobody's who may pay so: it goes back to where it came from, once two people have put it on a payout list.
 *
 * Refuses permission_missing; not_found; line_decided.
 */
export const returnLine = (karat: Reach, staff: Staff, { line_id, reason }: Wish, key: Once): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const line = await requireLine(tx, line_id, ['unmatched', 'proposed'])
    await move(tx, line, 'returning', sql`decided_by = array[${staff.id}::uuid], decided_at = now()`)
    await tx.run(sql`
      insert into bank.returns (id, store, currency, line_id, amount_minor, name, account)
      values (${newId()}, ${line.store}, ${line.currency}, ${line.id}, ${line.amount}, ${line.name}, ${line.account})`)
    await record(tx, staff, line, 'bank_returned', reason)
    return { done: true }
  })

const ASIDE = 'bank.aside'

/** Asks for the second person with whom a line is no payment of anybody's: interest, a settlement. Refuses permission_missing; not_found; line_decided; invalid_input (reason); approval_waiting. */
export const askAside = (
  karat: Reach,
  staff: Staff,
  { line_id, reason }: Wish,
  key: Once,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const { id, store, amount, currency } = await requireLine(tx, line_id, ['unmatched'])
    const params = { amount: amountOf(amount, currency) }
    return requestApproval(tx, staff, { action: ASIDE, subject: { kind: 'bank_line', id }, store, reason, params })
  })

export const asideExecutor: Executor = {
  action: ASIDE,
  async execute(_karat, tx, { subject }, { requester, approver }) {
    const line = await requireLine(tx, subject.id, ['unmatched'])
    const people = [requester.id, approver.id]
    const moved = await tx.run(sql`
      update bank.lines set state = 'set_aside', payment_id = null, decided_by = ${people}::uuid[], decided_at = now() where id = ${line.id} and state = 'unmatched'`)
    if (moved === 0) throw new Refusal('line_decided', { state: 'changed' })
    await postTransfer(tx, bankSetAside({ ...line, actor: `staff:${approver.id}` }))
  },
}
