/** Two people note that money which waits in no balance was paid at the house's own bank, and that it came back (decision 0088). */
import { v7 as newId } from 'uuid'
import { noteMove } from '../../cases/decide-hit.ts'
import { isStopped } from '../../cases/stops.ts'
import { brokenConstraint, type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { masked } from '../../kyc/id-number-rules.ts'
import { findVerifiedName } from '../../kyc/verification-queries.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { problem } from '../../locale/field-rules.ts'
import { amountOf, type Currency } from '../../money/money.ts'
import { isSamePerson } from '../../payouts/payout-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import type { RemitWish } from './remittance-contract.ts'
import { remittanceReturned, remitted } from './remittance-postings.ts'
import { digitsOfAccount, type WaitingKind } from './remittance-rules.ts'

type Waiting = {
  kind: WaitingKind
  id: string
  number: string
  memberId: string
  store: string
  currency: Currency
  amount: bigint
  authority: string | null
  caseId: string | null
}
type PaidTo = { paid_to: string; holder?: 'verified' | 'unknown' }
type Meant = PaidTo & { reference: string }

const REMIT = 'payouts.remit'
const RETURN = 'payouts.remit_returned'

/**
 * Asks for the second person with whom it counts as paid; nothing has changed before. What came back for a closed account goes to an
 * account in its member's verified name, what a court ordered to the authority of the order.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found for what never waited; remitted_already; invalid_input for the
 * account (bank; account; holder); not_possible_now for a former member whom a case stops; approval_waiting.
 */
export const askRemit = (
  { db }: Bag<'vault'>,
  staff: Staff,
  wish: RemitWish,
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(db, key, async (tx) => {
    if (!staff.may.has(REMIT)) throw new Refusal('permission_missing', { permission: REMIT })
    const waiting = await findWaiting(tx, wish)
    const { id, kind, number, store, amount, currency } = waiting
    const params = {
      ...(kind === 'payout' ? { withdrawal: number } : { court_order: number }),
      ...{ amount: amountOf(amount, currency), ...(await paidTo(tx, waiting, wish)), reference: wish.reference.trim() },
    }
    return requestApproval(tx, staff, {
      ...{ action: REMIT, subject: { kind, id }, store, reason: wish.reason, params },
    })
  })

/** What the second person has approved. Refuses remitted_already; not_possible_now when a case stops the former member by then. */
export const remitExecutor: Executor = {
  action: REMIT,
  async execute(_karat, tx, { subject, params, reason }, { requester, approver }) {
    const waiting = await findWaiting(tx, { kind: subject.kind as WaitingKind, id: subject.id })
    const { paid_to, reference } = params as Meant
    const { kind, store, currency, amount, caseId } = waiting
    const [id, actor] = [newId(), `staff:${requester.id}+staff:${approver.id}`]
    const number = await write(tx, waiting, { id, paidTo: paid_to, reference, actor })
    await postTransfer(tx, remitted({ id, of: kind, store, currency, amount, actor, reason }))
    if (caseId) await noteMove(tx, { id: caseId }, { actor, words: `${number}, ${reference}: ${reason}` })
  },
}

/**
 * Asks for the second person with whom it counts as come back: what it was for waits again.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; remittance_over when it has come back already; approval_waiting.
 */
export const askRemittanceReturned = (
  { db }: Bag<'vault'>,
  staff: Staff,
  { remittance_id: id, reason }: { remittance_id: string; reason: string },
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(db, key, async (tx) => {
    if (!staff.may.has(RETURN)) throw new Refusal('permission_missing', { permission: RETURN })
    const { number, store, amount, currency, paid_to, reference, over } = await findRemittance(tx, id)
    if (over) throw new Refusal('remittance_over')
    return requestApproval(tx, staff, {
      ...{ action: RETURN, subject: { kind: 'remittance', id }, store, reason },
      params: { remittance: number, amount: amountOf(amount, currency), paid_to, reference },
    })
  })

/** What the second person has approved. Refuses remittance_over. */
export const remittanceReturnedExecutor: Executor = {
  action: RETURN,
  async execute(_karat, tx, { subject, reason }, { requester, approver }) {
    const { id, of, number, store, amount, currency, caseId } = await findRemittance(tx, subject.id)
    const actor = `staff:${requester.id}+staff:${approver.id}`
    const taken = await tx.run(sql`
      update vault.remittances set returned_at = now(), returned_by = ${actor} where id = ${id} and returned_at is null`)
    if (taken === 0) throw new Refusal('remittance_over')
    await postTransfer(tx, remittanceReturned({ id, of, store, currency, amount, actor, reason }))
    if (caseId) await noteMove(tx, { id: caseId }, { actor, words: `${number}: ${reason}` })
  },
}

/** What came back for a closed account, or is owed to an authority, and is not paid. Refuses not_found; remitted_already. */
async function findWaiting(db: Queryable, { kind, id }: { kind: WaitingKind; id: string }): Promise<Waiting> {
  const found = await db.row<Omit<Waiting, 'kind'> & { paid: boolean }>(sql`
    select due.*, exists (select from vault.remittances r
      where coalesce(r.payout_id, r.legal_transfer_id) = due.id and r.returned_at is null) as paid
    from (
      select id, number, member_id as "memberId", store, currency, amount_minor as amount, null as authority, null::uuid as "caseId"
      from vault.payouts where ${kind} = 'payout' and id = ${id} and returned_to = 'payout_clearing'
      union all
      select id, number, member_id, store, asset, amount, authority, case_id
      from vault.legal_transfers where ${kind} = 'court_order' and id = ${id} and recipient_id is null) as due`)
  if (!found) throw new Refusal('not_found')
  const { paid, ...waiting } = found
  if (paid) throw new Refusal('remitted_already')
  return { kind, ...waiting }
}

/** Where it went, of which nothing is kept but this. A name that the house does not know any more is for the two people to judge. */
async function paidTo(tx: Tx, { memberId, authority }: Waiting, { bank, account, holder }: RemitWish): Promise<PaidTo> {
  if (authority !== null) return { paid_to: authority }
  const digits = digitsOfAccount(account ?? '')
  const missing = {
    ...(bank?.trim() ? {} : { bank: problem('empty') }),
    ...(digits ? {} : { account: problem(account?.trim() ? 'payout_number' : 'empty') }),
    ...(holder?.trim() ? {} : { holder: problem('empty') }),
  }
  if (!bank || !digits || !holder || Object.keys(missing).length > 0) throw invalidInput(missing)
  const verified = await findVerifiedName(tx, memberId)
  if (verified && !isSamePerson(holder, verified)) throw invalidInput({ holder: problem('verified_name') })
  if (await isStopped(tx, memberId)) throw new Refusal('not_possible_now')
  return { paid_to: `${bank.trim()} ${masked(digits.slice(-4))}`, holder: verified ? 'verified' : 'unknown' }
}

type Row = { id: string; paidTo: string; reference: string; actor: string }

/** Its number. Of two notes of the same money the database takes one: refuses remitted_already. */
async function write(
  tx: Tx,
  { kind, ...waiting }: Waiting,
  { id, paidTo: to, reference, actor }: Row,
): Promise<string> {
  const [payout, legal] = kind === 'payout' ? [waiting.id, null] : [null, waiting.id]
  try {
    const row = await tx.row<{ number: string }>(sql`
      insert into vault.remittances (id, number, payout_id, legal_transfer_id, member_id, store, currency, amount_minor, paid_to, reference, made_by)
      values (${id}, 'B' || nextval('vault.remittance_numbers'), ${payout}, ${legal}, ${waiting.memberId}, ${waiting.store},
        ${waiting.currency}, ${waiting.amount}, ${to}, ${reference}, ${actor}) returning number`)
    if (!row) throw new Error('the remittance was not written')
    return row.number
  } catch (error) {
    if (brokenConstraint(error) === 'remitted_once') throw new Refusal('remitted_already')
    throw error
  }
}

type Remittance = Pick<Waiting, 'id' | 'number' | 'store' | 'currency' | 'amount' | 'caseId'> &
  Pick<Meant, 'paid_to' | 'reference'> & { of: WaitingKind; over: boolean }

/** Refuses not_found. */
async function findRemittance(db: Queryable, id: string): Promise<Remittance> {
  const found = await db.row<Remittance>(sql`
    select r.id, r.number, r.store, r.currency, r.amount_minor as amount, l.case_id as "caseId", r.paid_to, r.reference,
      case when r.payout_id is null then 'court_order' else 'payout' end as of, r.returned_at is not null as over
    from vault.remittances r left join vault.legal_transfers l on l.id = r.legal_transfer_id where r.id = ${id}`)
  if (!found) throw new Refusal('not_found')
  return found
}
