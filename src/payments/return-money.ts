/** Money that is to go back, as far as it is still there: what its provider or a bank took already is set off, not returned. */
import { v7 as newId } from 'uuid'
import { type Db, sql, type Tx } from '../db/database.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { Refusal } from '../refusals.ts'
import type { Payment, Refund } from './contract.ts'
import { paymentSetOff } from './payment-postings.ts'
import { oweAgain, owedOf } from './receivable.ts'
import { type RefundParts, rowsOfParts, splitParts, sumOfParts } from './refund-parts-rules.ts'
import { lockRefund, openRefund, readParts, suspendedRest } from './refunds.ts'

/** What of a captured payment is still there: not returned, on its way, or charged back. Minor units of what it brought. */
export function stillThere(payment: Payment): bigint {
  const gone = payment.refunded_allocated_minor + payment.refunded_suspense_minor + payment.charged_back_minor
  const rest = (payment.captured_minor ?? 0n) - gone
  return rest > 0n ? rest : 0n
}

/** What waits in suspense and is there, and in no dispute: what may be used. */
export function freeSuspense(payment: Payment): bigint {
  const [rest, there] = [suspendedRest(payment), stillThere(payment) - payment.disputed_minor]
  return rest < there ? rest : there > 0n ? there : 0n
}

/** Whether a bank has money of it, or had it and kept it. */
export const isDisputed = (payment: Payment): boolean => payment.disputed_minor > 0n || payment.charged_back_minor > 0n

/**
 * Refuses payment_disputed, payment_short when not all of what a payment had captured is there for its own use: neither what
 * came at the bank instead nor what the house bears can go back by its provider.
 */
export function requireComplete(payment: Payment): void {
  if (isDisputed(payment)) throw new Refusal('payment_disputed')
  const notThere = owedOf(payment) + payment.paid_minor + payment.written_off_minor
  if (notThere > 0n || payment.foreign_currency !== null) throw new Refusal('payment_short')
}

export type Return = { parts: RefundParts; occasion: string; actor: string }

/**
 * Records that these parts of a payment, which the caller holds locked, go back: as a refund what is still there of them, and
 * as a set-off what is not, against what is owed for it or was lost with it. Undefined when nothing goes back.
 *
 * What was written off is owed again for that. Refuses as openRefund does, paid_at_bank where what was noted as paid there
 * has to go back there first, and refund_exceeds_captured for what is gone in another way.
 */
export async function returnWhatIsThere(
  tx: Tx,
  paymentId: string,
  { parts, occasion, actor }: Return,
): Promise<Refund | undefined> {
  const payment = await tx.row<Payment>(sql`select * from payments.payments where id = ${paymentId} for update`)
  if (!payment) throw new Error('a payment disappeared')
  const [wanted, there] = [sumOfParts(parts), stillThere(payment)]
  const missing = wanted > there ? wanted - there : 0n
  const { first: gone, rest: back } = splitParts(parts, missing)
  if (missing > 0n) await setOff(tx, payment, { parts: gone, occasion, actor })
  return missing < wanted ? openRefund(tx, payment, { parts: back, occasion, actor }) : undefined
}

async function setOff(tx: Tx, payment: Payment, { parts, occasion, actor }: Return) {
  const missing = sumOfParts(parts)
  const owed = owedOf(payment) + (await oweAgain(tx, payment, missing - owedOf(payment), actor))
  const receivable = missing < owed ? missing : owed
  const loss = missing - receivable
  const lost = await tx.row<{ minor: bigint }>(sql`
    select (${payment.charged_back_minor} - coalesce(sum(loss_minor), 0))::bigint as minor from payments.set_offs
    where payment_id = ${payment.id}`)
  if (loss > (lost?.minor ?? 0n))
    throw new Refusal(payment.paid_minor > 0n ? 'paid_at_bank' : 'refund_exceeds_captured')
  await writeSetOff(tx, payment, { parts, receivable, loss, occasion, actor })
}

type SetOff = Return & { receivable: bigint; loss: bigint }

/** Written and booked. The payment is held locked by the caller; the database refuses more than is owed or was lost. */
async function writeSetOff(tx: Tx, payment: Payment, { parts, receivable, loss, occasion, actor }: SetOff) {
  const id = newId()
  const { kinds, amounts } = rowsOfParts(parts)
  await tx.run(sql`
    with set_off as (
      insert into payments.set_offs (id, payment_id, occasion, receivable_minor, loss_minor, actor)
      values (${id}, ${payment.id}, ${occasion}, ${receivable}, ${loss}, ${actor}) returning id)
    insert into payments.set_off_parts (set_off_id, account_kind, amount_minor)
    select set_off.id, part.kind, part.amount from set_off, unnest(${kinds}::text[], ${amounts}::bigint[]) as part(kind, amount)`)
  const { store, member_id: memberId } = payment
  const currency = payment.captured_currency ?? payment.currency
  await postTransfer(tx, paymentSetOff({ id, store, memberId, currency, parts, receivable, loss, occasion, actor }))
}

/** What a payer has with the store is taken for what was lost of their payment. Nothing of nothing. */
export async function takeFromPayer(
  tx: Tx,
  payment: Payment,
  { loss, occasion }: { loss: bigint; occasion: string },
): Promise<void> {
  const taken = { parts: { cash: loss }, receivable: 0n, loss, occasion, actor: 'system' }
  if (loss > 0n) await writeSetOff(tx, payment, taken)
}

/** What they have is taken for what is owed of it by now, as far as that goes. The payment is held locked by the caller. */
export async function takeOwed(
  tx: Tx,
  payment: Payment,
  { has, occasion }: { has: bigint; occasion: string },
): Promise<void> {
  const now = await tx.row<Payment>(sql`select * from payments.payments where id = ${payment.id}`)
  const owed = now ? owedOf(now) : 0n
  const receivable = has < owed ? has : owed
  if (receivable > 0n)
    await writeSetOff(tx, payment, { parts: { cash: receivable }, receivable, loss: 0n, occasion, actor: 'system' })
}

/** Gives up the refunds of a payment that nobody has asked its provider for, or that wait for a balance; `returnAgain` returns what is there of them. */
export const giveUpWaiting = (tx: Tx, paymentId: string, failure: 'short' | 'charged_back'): Promise<Refund[]> =>
  tx.rows<Refund>(sql`
    update payments.refunds set state = 'failed', failure = ${failure}, decided_at = now()
    where payment_id = ${paymentId} and state = 'pending' and (tries = 0 or way = 'balance') returning *`)

/** By the shop itself, so that they wait for another dispute instead of being refused. */
export async function returnAgain(tx: Tx, refunds: Refund[]): Promise<void> {
  for (const refund of refunds) {
    const { payment_id, occasion } = refund
    await returnWhatIsThere(tx, payment_id, { parts: await readParts(tx, refund), occasion, actor: 'system' })
  }
}

/** Tries a refused refund once more, as a new record with a new key. Refuses not_found, refund_state unless it was refused; refund_exceeds_captured when nothing of it is there. */
export const retryRefund = (db: Db, wish: { refundId: string; actor: string }): Promise<Refund> =>
  db.transaction((tx) => retryWithin(tx, wish))

/** The same inside a transaction. */
export async function retryWithin(tx: Tx, { refundId, actor }: { refundId: string; actor: string }): Promise<Refund> {
  const failed = await lockRefund(tx, refundId)
  if (!failed) throw new Refusal('not_found')
  const replaced = await tx.row(sql`
    select 1 from payments.refunds where occasion = ${failed.occasion} and payment_id = ${failed.payment_id} and id <> ${refundId}
      and state <> 'failed'`)
  const isRefused = failed.state === 'failed' && !replaced && !['short', 'charged_back'].includes(failed.failure ?? '')
  const payment = await tx.row<Payment>(sql`select * from payments.payments where id = ${failed.payment_id} for update`)
  if (isRefused && payment && stillThere(payment) === 0n) throw new Refusal('refund_exceeds_captured')
  const wish = { parts: await readParts(tx, failed), occasion: failed.occasion, actor }
  const again = isRefused && (await returnWhatIsThere(tx, failed.payment_id, wish))
  if (!again) throw new Refusal('refund_state', { state: failed.state })
  return again
}
