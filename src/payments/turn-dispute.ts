/** A dispute that stands in another way than it was booked: what the former round booked is taken back, the new one is booked (decision 0064). */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import type { Dispute, Payment, ProviderDispute } from './contract.ts'
import { givenBack, type LossShare, noLoss, shareLoss } from './dispute-rules.ts'
import { disputeTurned } from './payment-postings.ts'
import { oweDisputeAgain } from './receivable.ts'
import { giveUpWaiting, returnAgain, returnWhatIsThere, stillThere, takeFromPayer } from './return-money.ts'
import type { Settlers } from './settler.ts'

/**
 * What a lost dispute of `amount` takes. The payment is held locked; what its former round took (`was`) counts as given back.
 */
export async function judgeLoss(
  tx: Tx,
  settlers: Settlers,
  payment: Payment,
  { amount, was }: { amount: bigint; was: Pick<Dispute, 'loss_minor' | 'spent_minor' | 'taken_minor'> },
): Promise<LossShare> {
  const left = await tx.row<{ minor: bigint; suspended: bigint }>(sql`
    select greatest(captured_minor + short_minor - covered_minor + paid_minor
      - refunded_allocated_minor - refunded_suspense_minor - charged_back_minor + ${was.loss_minor + was.spent_minor}::bigint, 0)::bigint as minor,
      (captured_minor + short_minor - coalesce(allocated_minor, 0) - refunded_suspense_minor - offset_minor)::bigint as suspended
    from payments.payments where id = ${payment.id}`)
  const there = left && left.minor < amount ? left.minor : amount
  const has = await settlers[payment.purpose].payerHas?.(tx, payment)
  return shareLoss({
    ...{ there, suspended: left?.suspended ?? 0n },
    has: has === undefined ? undefined : has + was.taken_minor,
  })
}

type Turn = { payment: Payment; dispute: Dispute; state: Dispute['state']; told: ProviderDispute }

/**
 * Books the next round of a dispute. The payment and the dispute are held locked. What had been set off against its loss and is there
 * again stands in the balance of its payer, where it was taken from there and may be there, and else in suspense, from where it goes
 * back. What its payer owed is owed no longer; what of that was written off is so no more, and what was paid at the bank is theirs:
 * `covered_minor` exceeds `short_minor` until staff have returned it there.
 */
export async function turnDispute(tx: Tx, settlers: Settlers, { payment, dispute, state, told }: Turn): Promise<void> {
  const waiting = state === 'lost' ? await giveUpWaiting(tx, payment.id, 'charged_back') : []
  const amount = told.amountMinor
  const share = state === 'lost' ? await judgeLoss(tx, settlers, payment, { amount, was: dispute }) : noLoss
  const back = await judgeBack(tx, settlers, payment, { dispute, share })
  const now = {
    ...{ state, amount_minor: amount, loss_minor: share.loss },
    short_minor: state === 'lost' ? amount - share.loss : 0n,
  }
  const id = newId()
  await tx.run(sql`
    insert into payments.dispute_rounds (id, dispute_id, number, kind, state, amount_minor, respond_by, loss_minor, short_minor,
      spent_minor, taken_minor, suspense_minor, cash_minor)
    values (${id}, ${dispute.id}, ${dispute.rounds + 1}, 'dispute_turned', ${state}, ${amount}, ${told.respondBy}, ${now.loss_minor},
      ${now.short_minor}, ${share.spent}, ${share.taken}, ${back.suspense}, ${back.cash})`)
  const posting = disputeTurned(payment, dispute, { id, was: dispute, now, ...back })
  if (posting.legs.some((leg) => leg.amount !== 0n)) await postTransfer(tx, posting)
  await oweDisputeAgain(tx, payment, dispute.id)
  const taken = share.taken - dispute.taken_minor
  await takeFromPayer(tx, payment, { loss: taken, occasion: `charged_back:${dispute.id}` })
  await returnRegained(tx, payment, { amount: back.suspense, occasion: `turned:${id}` })
  await returnAgain(tx, waiting)
}

async function judgeBack(
  tx: Tx,
  settlers: Settlers,
  payment: Payment,
  { dispute, share }: { dispute: Dispute; share: LossShare },
): Promise<{ cash: bigint; suspense: bigint }> {
  const row = await tx.row<{ minor: bigint }>(sql`select payments.set_off_of(${payment.id})::bigint as minor`)
  const chargedBack = payment.charged_back_minor - dispute.loss_minor - dispute.spent_minor + share.loss + share.spent
  const back = givenBack({
    ...{ setOff: row?.minor ?? 0n, chargedBack },
    ...{ wasTaken: dispute.taken_minor, taken: share.taken },
  })
  const mayHave = back.cash > 0n && (await settlers[payment.purpose].payerMayHave?.(tx, payment, back.cash))
  return mayHave ? back : { cash: 0n, suspense: back.cash + back.suspense }
}

/** What was to go back before the bank took it goes back, as far as it is there. */
async function returnRegained(tx: Tx, { id }: Payment, { amount, occasion }: { amount: bigint; occasion: string }) {
  const payment = await tx.row<Payment>(sql`select * from payments.payments where id = ${id}`)
  const there = payment ? stillThere(payment) : 0n
  const suspense = amount < there ? amount : there
  if (suspense > 0n) await returnWhatIsThere(tx, id, { parts: { suspense }, occasion, actor: 'system' })
}
