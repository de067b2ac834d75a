/** How what is owed to the house ends: paid at the bank, or written off. Of a payment, or of a lost dispute about it. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import type { Payment } from './contract.ts'
import { receivablePaid, receivableWrittenOff } from './payment-postings.ts'
import type { NoteKind } from './taken-back-rules.ts'

/** What corrections of a payment left owed to the house. */
export const owedOf = (payment: Payment): bigint => payment.short_minor - payment.covered_minor

export type Note = {
  /** Null: it is what corrections of the payment left. */
  disputeId: string | null
  kind: NoteKind
  /** Negative takes back what was noted. */
  amount: bigint
  reference: string | null
  reason: string
  actor: string
  takesBack?: string
}

/** Writes the note and books it. The payment is held locked by the caller, who has judged the amount. */
export async function writeNote(tx: Tx, payment: Payment, note: Note): Promise<void> {
  const id = newId()
  const { disputeId, kind, amount, reference, reason, actor, takesBack } = note
  await tx.run(sql`
    insert into payments.receivable_notes (id, payment_id, dispute_id, kind, amount_minor, reference, reason, actor, takes_back)
    values (${id}, ${payment.id}, ${disputeId}, ${kind}, ${amount}, ${reference}, ${reason}, ${actor}, ${takesBack ?? null})`)
  const currency = payment.captured_currency ?? payment.currency
  const owed = { id, store: payment.store, currency, amount, actor, reason }
  await postTransfer(tx, kind === 'paid' ? receivablePaid(owed) : receivableWrittenOff(owed))
}

/**
 * Up to `needed` of what was written off of a payment is owed again: its money came after all, or its sale is undone and it
 * is to be set off. How much it was. The payment is held locked by the caller.
 */
export async function oweAgain(tx: Tx, payment: Payment, needed: bigint, actor: string): Promise<bigint> {
  const amount = needed < payment.written_off_minor ? needed : payment.written_off_minor
  if (amount <= 0n) return 0n
  await unwriteOff(tx, payment, { disputeId: null, amount, actor })
  return amount
}

const unwriteOff = (tx: Tx, payment: Payment, { amount, ...of }: Pick<Note, 'disputeId' | 'amount' | 'actor'>) =>
  writeNote(tx, payment, {
    ...{ ...of, kind: 'written_off', amount: -amount, reference: null },
    reason: 'what was written off is settled in another way',
  })

/** What is written off of a dispute, by all notes together. */
export async function writtenOffOf(tx: Tx, disputeId: string): Promise<bigint> {
  const row = await tx.row<{ minor: bigint }>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as minor from payments.receivable_notes
    where dispute_id = ${disputeId} and kind = 'written_off'`)
  return row?.minor ?? 0n
}

/** What was written off of a dispute that takes less now is no loss any more, as far as it is more than is owed. The payment is held locked by the caller. */
export async function oweDisputeAgain(tx: Tx, payment: Payment, disputeId: string): Promise<void> {
  const dispute = await tx.row<{ exceeding: bigint }>(sql`
    select (covered_minor - short_minor)::bigint as exceeding from payments.disputes where id = ${disputeId}`)
  const [exceeding, writtenOff] = [dispute?.exceeding ?? 0n, await writtenOffOf(tx, disputeId)]
  const amount = exceeding < writtenOff ? exceeding : writtenOff
  if (amount > 0n) await unwriteOff(tx, payment, { disputeId, amount, actor: `provider:${payment.provider}` })
}
