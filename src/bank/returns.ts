/** What goes back at the bank: listed by two people, paid by a line of a later statement, or as a person says (decision 0139). */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { problem } from '../locale/field-rules.ts'
import { amountOf } from '../money/money.ts'
import { settleRefund } from '../payments/process-refund.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { bankRefundPaid, bankReturned } from './bank-postings.ts'
import type { StatementLine } from './statements/statement-rules.ts'

export type ListedReturn = {
  id: string
  number: string
  store: string
  currency: string
  amount: bigint
  line: string
  refund: string | null
}

const columns = sql`id, number, store, currency, amount_minor as amount, line_id as line, refund_id as refund`

/** What stands on lists and is not known to be paid. */
export const readListedReturns = (db: Queryable, store: string): Promise<ListedReturn[]> =>
  db.rows(sql`select ${columns} from bank.returns where store = ${store} and list_id is not null and paid_at is null`)

/** The one that a line out of the account pays: its number, and exactly its amount. */
export function findPaidReturn(
  listed: readonly ListedReturn[],
  line: StatementLine,
  unit: bigint,
): ListedReturn | undefined {
  const said = ` ${line.texts
    .join(' ')
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, ' ')} `
  return listed.find(({ number, amount }) => said.includes(` ${number} `) && -line.amount === amount * unit)
}

type Paying = { line: string | null; by: string | null; actor: string }

/** It has left the bank: the refund it is of is settled and its payer told, or its line is over. Of any number at once one does; false for the others. */
export async function payReturn(
  tx: Tx,
  settlers: Bag<'bank'>['settlers'],
  back: ListedReturn,
  { line, by, actor }: Paying,
): Promise<boolean> {
  const paid = await tx.run(sql`
    update bank.returns set paid_at = now(), paid_line_id = ${line}, paid_by = ${by === null ? null : [by]}::uuid[]
    where id = ${back.id} and paid_at is null and list_id is not null`)
  if (paid === 0) return false
  const of = { ...back, actor }
  if (back.refund === null) {
    await postTransfer(tx, bankReturned(of))
    await tx.run(sql`update bank.lines set state = 'returned' where id = ${back.line} and state = 'returning'`)
    return true
  }
  await postTransfer(tx, bankRefundPaid(of))
  await settleRefund(tx, settlers, {
    ...{
      reference: back.refund,
      providerReference: back.number,
      state: 'settled',
      amountMinor: back.amount,
      failure: null,
    },
  })
  return true
}

/** A person has seen at the bank that it was paid. Refuses permission_missing; not_found; line_decided where it is on no list, or paid. */
export const notePaid = (
  karat: Bag<'bank'>,
  staff: Staff,
  { return_id, reason }: { return_id: string; reason: string },
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const back = await tx.row<ListedReturn>(sql`select ${columns} from bank.returns where id = ${return_id}`)
    if (!back) throw new Refusal('not_found')
    const actor = `staff:${staff.id}`
    if (!(await payReturn(tx, karat.settlers, back, { line: null, by: staff.id, actor })))
      throw new Refusal('line_decided', { state: 'changed' })
    await recordAction(tx, staff, {
      ...{ action: 'bank.confirm', subject: { kind: 'bank_return', id: back.id }, store: back.store, reason },
      details: { did: 'bank_paid', amount: amountOf(back.amount, back.currency), number: back.number },
    })
    return { done: true }
  })

/** Where the bank named no account, what its own record says of the payer; on a list it stands. Refuses permission_missing; not_found; line_decided. */
export const completeReturn = (
  karat: Bag<'bank'>,
  staff: Staff,
  { return_id, name, account, reason }: { return_id: string; name: string; account: string; reason: string },
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const row = await tx.row<{ store: string }>(sql`
      update bank.returns set name = coalesce(name, ${name.trim()}), account = ${account.trim()}
      where id = ${return_id} and list_id is null and account is null returning store`)
    if (!row) throw new Refusal('line_decided', { state: 'changed' })
    await recordAction(tx, staff, {
      ...{ action: 'bank.confirm', subject: { kind: 'bank_return', id: return_id }, store: row.store, reason },
      details: { did: 'bank_completed', name: name.trim(), account_end: account.trim().slice(-4) },
    })
    return { done: true }
  })

const PAY = 'bank.pay'
type Meant = { returns: string[]; total: { minor: string; currency: string } }

/**
 * Asks for the second person with whom these stand on a payout list, which is a file for the bank.
 *
 * Refuses permission_missing; invalid_input (returns) where one has no account, is listed already or of another store; reason; approval_waiting.
 */
export const askList = (
  karat: Bag<'bank'>,
  staff: Staff,
  { store, returns, reason }: { store: string; returns: string[]; reason: string },
  key: Once,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const rows = await tx.rows<{ amount: bigint; currency: string }>(sql`
      select amount_minor as amount, currency from bank.returns
      where id = any(${returns}::uuid[]) and store = ${store} and list_id is null and account is not null`)
    const [first] = rows
    if (!first || rows.length !== new Set(returns).size) throw invalidInput({ returns: problem('unknown') })
    const total = amountOf(
      rows.reduce((sum, { amount }) => sum + amount, 0n),
      first.currency,
    )
    return requestApproval(tx, staff, {
      action: PAY,
      subject: { kind: 'store', id: store },
      store,
      reason,
      params: { returns, total },
    })
  })

export const payListExecutor: Executor = {
  action: PAY,
  async execute(_karat, tx, { subject, params }, { requester, approver }) {
    const { returns, total } = params as Meant
    const id = newId()
    await tx.run(sql`
      insert into bank.lists (id, store, currency, made_by) values (${id}, ${subject.id}, ${total.currency}, ${[requester.id, approver.id]}::uuid[])`)
    const listed = await tx.rows<{ amount: bigint }>(sql`
      update bank.returns set list_id = ${id} where id = any(${returns}::uuid[]) and store = ${subject.id} and list_id is null and account is not null
      returning amount_minor as amount`)
    if (String(listed.reduce((sum, { amount }) => sum + amount, 0n)) !== total.minor)
      throw new Refusal('line_decided', { state: 'changed' })
  },
}
