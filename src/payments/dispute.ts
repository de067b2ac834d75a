/** Money that the bank of a card takes back: asked about at its provider, booked by its own purposes, and by rounds of its own when it turns. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { moneyAsset } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { settings } from '../settings.ts'
import type { Dispute, Payment, ProviderDispute } from './contract.ts'
import { lockCharge } from './correct-charge.ts'
import { type LossShare, noLoss } from './dispute-rules.ts'
import { disputeLost, disputeOpened, disputeWon } from './payment-postings.ts'
import { giveUpWaiting, returnAgain, takeFromPayer } from './return-money.ts'
import type { Settlers } from './settler.ts'
import { judgeLoss, turnDispute } from './turn-dispute.ts'

export type DisputeSettled =
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_turned_won'
  | 'dispute_turned_lost'
  | 'nothing_new'

/** What a provider answered about a dispute; `asked`: how many rounds of it were booked before it was asked, 0 when none was known. */
export type DisputeTold = { provider: string; told: ProviderDispute; asked: number }

/**
 * Brings a dispute to what its provider says of it, whatever came before. Opened: the bank has the money, which waits in
 * `disputed`, and nothing of the payment is returned meanwhile. Won: it is back. Lost: it is the house's loss as far as it
 * was still there; what had been returned before is a receivable, so that returned and charged back are never more than was
 * captured. Of what is nothing but money its payer gives it back as far as they have it, and the rest is a receivable. Of refunds that nobody had asked the provider for only what a lost one leaves goes back. While a refund that it was
 * asked for is not decided, a lost one stays open and is asked about again: what had gone back is not known yet.
 *
 * What was decided and is not so any more, or is of another amount, is a further round (turn-dispute.ts). A lost one that is open
 * again changes nothing: the bank has the money either way, and its next decision is booked.
 *
 * Throws for a charge that is not captured here: a person looks at that. Throws, to be asked again, when another round was booked
 * while the provider was asked and this answer says something else: it may be the older one; and when a lost one is of another amount
 * while a refund is on its way.
 */
export async function settleDispute(
  tx: Tx,
  settlers: Settlers,
  { provider, told, asked }: DisputeTold,
): Promise<DisputeSettled> {
  const payment = await lockCharge(tx, provider, told.charge)
  if (payment?.state !== 'captured' || payment.captured_currency !== moneyAsset(told.currency))
    throw new Error(`the dispute ${told.providerReference} is of no captured charge in ${told.currency}`)
  const known = await tx.row<Dispute>(sql`
    select * from payments.disputes where provider = ${provider} and provider_reference = ${told.providerReference} for update`)
  const isAs = (state: Dispute['state']) => known?.state === state && known.amount_minor === told.amountMinor
  if (isAs(told.state)) return 'nothing_new'
  const waits = told.state === 'lost' && (await isReturning(tx, payment))
  const state = waits ? 'open' : told.state
  if (isAs(state)) return 'nothing_new'
  if (known?.state === 'lost' && told.state === 'open') return 'nothing_new'
  if (known?.state === 'lost' && waits) throw new Error(`a refund of the disputed payment ${payment.id} is on its way`)
  if (known && (known.rounds > 1 || known.amount_minor !== told.amountMinor)) {
    if (known.rounds !== asked) throw new Error(`the dispute ${known.id} changed while its provider was asked`)
    await turnDispute(tx, settlers, { payment, dispute: known, state, told })
    return outcomeOf(known, state)
  }
  const dispute = known ?? (await open(tx, payment, provider, told))
  if (state === 'open') return 'dispute_opened'
  return state === 'won' ? win(tx, payment, dispute) : lose(tx, settlers, payment, dispute)
}

/** Of what was decided before, a decision is another one. */
function outcomeOf(was: Dispute, state: Dispute['state']): DisputeSettled {
  if (state === 'open') return 'dispute_opened'
  return was.state === 'open' ? `dispute_${state}` : `dispute_turned_${state}`
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
  await decide(tx, dispute, 'won', noLoss)
  await tx.run(sql`update payments.payments set disputed_minor = disputed_minor - ${amount} where id = ${payment.id}`)
  await postTransfer(tx, disputeWon(payment, dispute))
  return 'dispute_won'
}

async function lose(tx: Tx, settlers: Settlers, payment: Payment, dispute: Dispute): Promise<'dispute_lost'> {
  const waiting = await giveUpWaiting(tx, payment.id, 'charged_back')
  const amount = dispute.amount_minor
  const share = await judgeLoss(tx, settlers, payment, { amount, was: dispute })
  const { loss, spent, taken } = share
  await decide(tx, dispute, 'lost', share)
  await tx.run(sql`
    update payments.payments set disputed_minor = disputed_minor - ${amount}, charged_back_minor = charged_back_minor + ${loss + spent}
    where id = ${payment.id}`)
  await postTransfer(tx, disputeLost(payment, dispute, loss))
  await takeFromPayer(tx, payment, { loss: taken, occasion: `charged_back:${dispute.id}` })
  await returnAgain(tx, waiting)
  return 'dispute_lost'
}

const decide = (tx: Tx, { id, amount_minor }: Dispute, state: 'won' | 'lost', { loss, spent, taken }: LossShare) =>
  tx.run(sql`
    update payments.disputes set state = ${state}, decided_at = clock_timestamp(), loss_minor = ${loss}, spent_minor = ${spent},
      taken_minor = ${taken}, short_minor = ${state === 'lost' ? amount_minor - loss : 0n} where id = ${id}`)

/** Open disputes that nobody has asked about for a while. */
export const takeDisputesToAsk = (db: Queryable) =>
  db.rows<Pick<Dispute, 'provider' | 'provider_reference' | 'rounds'>>(sql`
    update payments.disputes set checked_at = now() where id in (
      select id from payments.disputes where state = 'open' and checked_at < now() - make_interval(secs => ${settings.disputes.askSeconds}::int)
      order by checked_at limit 50 for update skip locked)
    returning provider, provider_reference, rounds`)
