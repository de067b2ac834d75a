/** Money that the bank of a card takes back: asked about at its provider, booked by its own purposes, decided once. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { moneyAsset } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { settings } from '../settings.ts'
import type { Dispute, Payment, ProviderDispute } from './contract.ts'
import { lockCharge } from './correct-charge.ts'
import { disputeLost, disputeOpened, disputeWon } from './payment-postings.ts'
import { giveUpWaiting, returnAgain, takeFromPayer } from './return-money.ts'
import type { Settlers } from './settler.ts'

export type DisputeSettled = 'dispute_opened' | 'dispute_won' | 'dispute_lost' | 'nothing_new'

/**
 * Brings a dispute to what its provider says of it, whatever came before. Opened: the bank has the money, which waits in
 * `disputed`, and nothing of the payment is returned meanwhile. Won: it is back. Lost: it is the house's loss as far as it
 * was still there; what had been returned before is a receivable, so that returned and charged back are never more than was
 * captured. Of what is nothing but money its payer gives it back as far as they have it, and the rest is a receivable. Of refunds that nobody had asked the provider for only what a lost one leaves goes back. While a refund that it was
 * asked for is not decided, a lost one stays open and is asked about again: what had gone back is not known yet.
 *
 * Throws for a charge that is not captured here, for another amount than before, and for what was decided and is not so any
 * more: a person looks at that.
 */
export async function settleDispute(
  tx: Tx,
  settlers: Settlers,
  provider: string,
  told: ProviderDispute,
): Promise<DisputeSettled> {
  const payment = await lockCharge(tx, provider, told.charge)
  if (payment?.state !== 'captured' || payment.captured_currency !== moneyAsset(told.currency))
    throw new Error(`the dispute ${told.providerReference} is of no captured charge in ${told.currency}`)
  const known = await tx.row<Dispute>(sql`
    select * from payments.disputes where provider = ${provider} and provider_reference = ${told.providerReference} for update`)
  if (known && known.amount_minor !== told.amountMinor)
    throw new Error(`the dispute ${known.id} of ${known.amount_minor} is of ${told.amountMinor} now`)
  if (known && known.state !== 'open' && known.state !== told.state)
    throw new Error(`the dispute ${known.id} was ${known.state} and is ${told.state} now`)
  if (known && known.state !== 'open') return 'nothing_new'
  const dispute = known ?? (await open(tx, payment, provider, told))
  const waits = told.state === 'open' || (told.state === 'lost' && (await isReturning(tx, payment)))
  if (waits) return known ? 'nothing_new' : 'dispute_opened'
  return told.state === 'won' ? win(tx, payment, dispute) : lose(tx, settlers, payment, dispute)
}

async function open(tx: Tx, payment: Payment, provider: string, told: ProviderDispute): Promise<Dispute> {
  const opened = await tx.row<Dispute>(sql`
    insert into payments.disputes (id, payment_id, provider, provider_reference, amount_minor, currency, reason, respond_by)
    values (${newId()}, ${payment.id}, ${provider}, ${told.providerReference}, ${told.amountMinor}, ${payment.captured_currency},
      ${told.reason}, ${told.respondBy}) returning *`)
  if (!opened) throw new Error('a dispute disappeared')
  await tx.run(sql`
    update payments.payments set disputed_minor = disputed_minor + ${told.amountMinor} where id = ${payment.id}`)
  await postTransfer(tx, disputeOpened(payment, opened))
  return opened
}

const isReturning = async (tx: Tx, { id }: Payment): Promise<boolean> =>
  (await tx.row(
    sql`select from payments.refunds where payment_id = ${id} and state = 'pending' and tries > 0 limit 1`,
  )) !== undefined

async function win(tx: Tx, payment: Payment, dispute: Dispute): Promise<'dispute_won'> {
  const amount = dispute.amount_minor
  await decide(tx, dispute, { state: 'won', loss: 0n, spent: 0n })
  await tx.run(sql`update payments.payments set disputed_minor = disputed_minor - ${amount} where id = ${payment.id}`)
  await postTransfer(tx, disputeWon(payment, dispute))
  return 'dispute_won'
}

async function lose(tx: Tx, settlers: Settlers, payment: Payment, dispute: Dispute): Promise<'dispute_lost'> {
  const waiting = await giveUpWaiting(tx, payment.id, 'charged_back')
  const left = await tx.row<{ minor: bigint; suspended: bigint }>(sql`
    select greatest(captured_minor + short_minor - covered_minor + paid_minor
      - refunded_allocated_minor - refunded_suspense_minor - charged_back_minor, 0)::bigint as minor,
      (captured_minor + short_minor - coalesce(allocated_minor, 0) - refunded_suspense_minor - offset_minor)::bigint as suspended
    from payments.payments where id = ${payment.id}`)
  const amount = dispute.amount_minor
  const there = left && left.minor < amount ? left.minor : amount
  const has = await settlers[payment.purpose].payerHas?.(tx, payment)
  const { loss, spent, taken } = shareLoss({ there, suspended: left?.suspended ?? 0n, has })
  await decide(tx, dispute, { state: 'lost', loss, spent })
  await tx.run(sql`
    update payments.payments set disputed_minor = disputed_minor - ${amount}, charged_back_minor = charged_back_minor + ${loss + spent}
    where id = ${payment.id}`)
  await postTransfer(tx, disputeLost(payment, dispute, loss))
  await takeFromPayer(tx, payment, { loss: taken, occasion: `charged_back:${dispute.id}` })
  await returnAgain(tx, waiting)
  return 'dispute_lost'
}

type Lost = { there: bigint; suspended: bigint; has: bigint | undefined }

/**
 * Of what a lost dispute takes of money that is still there: `loss` is booked as the house's, `taken` of it is taken from its payer
 * for that, `spent` is owed by them. What waited in suspense was never theirs; without `has` nothing is asked of them.
 */
function shareLoss({ there, suspended, has }: Lost): { loss: bigint; spent: bigint; taken: bigint } {
  const own = has === undefined || there < suspended ? 0n : there - suspended
  const taken = has !== undefined && has < own ? has : own
  return { loss: there - own + taken, spent: own - taken, taken }
}

type Decided = { state: 'won' | 'lost'; loss: bigint; spent: bigint }

const decide = (tx: Tx, { id, amount_minor }: Dispute, { state, loss, spent }: Decided) =>
  tx.run(sql`
    update payments.disputes set state = ${state}, decided_at = clock_timestamp(), loss_minor = ${loss},
      short_minor = ${state === 'lost' ? amount_minor - loss : 0n}, spent_minor = ${spent} where id = ${id}`)

/** Open disputes that nobody has asked about for a while. */
export const takeDisputesToAsk = (db: Queryable) =>
  db.rows<{ provider: string; provider_reference: string }>(sql`
    update payments.disputes set checked_at = now() where id in (
      select id from payments.disputes where state = 'open' and checked_at < now() - make_interval(secs => ${settings.disputes.askSeconds}::int)
      order by checked_at limit 50 for update skip locked)
    returning provider, provider_reference`)
