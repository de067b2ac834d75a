import type { Karat } from '../karat.ts'
import {
  askForCharge,
  askForDispute,
  askForMandate,
  askForPayout,
  askForToldRefund,
  type EventId,
  isAsFar,
  isBorneOut,
  isMandateAsFar,
  type Knock,
  postponeUnanswered,
  readKnock,
  waitForConfirmation,
} from './ask-about-event.ts'
import { takePaymentsToClose } from './close-charge.ts'
import type { Payment, PaymentProvider, ProviderAnswer, ProviderRefund } from './contract.ts'
import { type DisputeSettled, takeDisputesToAsk } from './dispute.ts'
import { type MandateSettled, settleMandate } from './mandates.ts'
import { closeAbsentPayment, markPending, takeCapturedToAsk } from './open-payment.ts'
import { payAtOnce } from './pay-at-once.ts'
import type { PayoutSettled } from './payout-contract.ts'
import { type RefundSettled, settleRefund } from './process-refund.ts'
import { settleAndTellDispute } from './settle-and-tell-dispute.ts'
import { type Settled, settlePayment } from './settle-payment.ts'
import { paidOf } from './settler.ts'
import { finishEvent, lockPayment, postponeEvent, takeEvent, takeEventOf } from './store-event.ts'

type Reach = Pick<Karat, 'db' | 'providers' | 'settlers' | 'settlePayout' | 'mandateSettler' | 'sealing'>
type UnknownThing = Extract<Knock, { about: 'nothing of ours' }>['outcome']
/** `waiting`: the provider gave no answer, or does not bear the notice out yet; it is asked again. */
type EventOutcome =
  | Settled
  | RefundSettled
  | DisputeSettled
  | PayoutSettled
  | MandateSettled
  | UnknownThing
  | 'not_confirmed'
  | 'waiting'

/** Processes one stored notice as `processKnock` does. Undefined when another process has it or had it. */
export async function processPaymentEvent(karat: Reach, event: EventId): Promise<EventOutcome | undefined> {
  const knock = await readKnock(karat, event)
  return knock && processKnock(karat, knock)
}

/**
 * Processes what a stored notice is about, once: its provider is asked, outside any transaction, and what it answers is
 * settled in the transaction that finishes the notice. What the notice itself says books nothing. A failure puts it off and
 * is thrown on.
 */
export async function processKnock(karat: Reach, knock: Knock): Promise<EventOutcome | undefined> {
  try {
    if (knock.about === 'charge') return await processCharge(karat, knock)
    if (knock.about === 'refund') return await processRefund(karat, knock)
    if (knock.about === 'dispute') return await processDispute(karat, knock)
    if (knock.about === 'payout') return await processPayout(karat, knock)
    if (knock.about === 'mandate') return await processMandate(karat, knock)
    return await finish(karat, knock, knock.outcome)
  } catch (error) {
    await postponeEvent(karat.db, knock, (error as Error).message)
    throw error
  }
}

async function processCharge(karat: Reach, knock: Extract<Knock, { about: 'charge' }>) {
  const answer = await askForCharge(karat.providers, knock)
  if (answer.outcome === 'unknown') return putOff(karat, knock)
  const charge = answer.outcome === 'known' ? answer.charge : null
  const usual: Settled = paidOf(knock.purpose)
  if (
    charge &&
    isBorneOut(knock.told, charge) &&
    (await payAtOnce(karat, { event: knock, usual: knock.usual, charge }))
  )
    return usual
  return karat.db.transaction(async (tx) => {
    const { taken, payment, contact } = await takeEventOf(tx, knock, usual)
    if (!taken) return undefined
    const outcome =
      payment && charge
        ? await settlePayment(tx, karat.settlers, { payment, charge, asked: knock.bookings, contact })
        : 'nothing_new'
    if (!isBorneOut(knock.told, charge)) return (await waitForConfirmation(tx, knock)) ? 'waiting' : 'not_confirmed'
    if (outcome !== usual) await finishEvent(tx, knock, outcome)
    return outcome
  })
}

async function processRefund(karat: Reach, knock: Extract<Knock, { about: 'refund' }>) {
  const answer = await askForToldRefund(karat.providers, knock)
  if (answer.outcome === 'unknown') return putOff(karat, knock)
  if (answer.outcome === 'absent') return finish(karat, knock, 'not_confirmed')
  const refund: ProviderRefund = { ...answer.refund, reference: knock.reference }
  return karat.db.transaction(async (tx) => {
    if (!(await takeEvent(tx, knock, 'refund_settled' satisfies RefundSettled))) return undefined
    const outcome = await settleRefund(tx, karat.settlers, refund)
    if (outcome !== 'refund_settled') await finishEvent(tx, knock, outcome)
    return outcome
  })
}

async function processDispute(karat: Reach, knock: Extract<Knock, { about: 'dispute' }>) {
  const answer = await askForDispute(karat.providers, knock)
  if (answer.outcome === 'unknown') return putOff(karat, knock)
  return karat.db.transaction(async (tx) => {
    if (!(await takeEvent(tx, knock, 'nothing_new' satisfies DisputeSettled))) return undefined
    // Nothing but its notice tells of a dispute: one that its provider does not know yet is asked about again.
    if (answer.outcome === 'absent') return (await waitForConfirmation(tx, knock)) ? 'waiting' : 'not_confirmed'
    const outcome = await settleAndTellDispute(tx, karat.settlers, {
      ...{ provider: knock.provider, told: answer.dispute, asked: knock.rounds },
    })
    await finishEvent(tx, knock, outcome)
    return outcome
  })
}

async function processPayout(karat: Reach, knock: Extract<Knock, { about: 'payout' }>) {
  const answer = await askForPayout(karat.providers, knock)
  if (answer.outcome === 'unknown') return putOff(karat, knock)
  return karat.db.transaction(async (tx) => {
    if (!(await takeEvent(tx, knock, 'nothing_new' satisfies PayoutSettled))) return undefined
    const outcome = answer.outcome === 'known' ? await karat.settlePayout(tx, answer.payout) : 'nothing_new'
    if (answer.outcome === 'absent' || !isAsFar(knock.told, answer.payout.state))
      return (await waitForConfirmation(tx, knock)) ? 'waiting' : 'not_confirmed'
    await finishEvent(tx, knock, outcome)
    return outcome
  })
}

async function processMandate(karat: Reach, knock: Extract<Knock, { about: 'mandate' }>) {
  const answer = await askForMandate(karat.providers, knock)
  if (answer.outcome === 'unknown') return putOff(karat, knock)
  return karat.db.transaction(async (tx) => {
    if (!(await takeEvent(tx, knock, 'nothing_new' satisfies MandateSettled))) return undefined
    const outcome = answer.outcome === 'known' ? await settleMandate(tx, karat, answer.mandate) : 'nothing_new'
    if (answer.outcome === 'absent' || !isMandateAsFar(knock.told, answer.mandate.state))
      return (await waitForConfirmation(tx, knock)) ? 'waiting' : 'not_confirmed'
    await finishEvent(tx, knock, outcome)
    return outcome
  })
}

/** Asks about open disputes that nobody has told us the end of; one that fails does not hold up the others. */
export async function askAboutDisputes(karat: Reach & Pick<Karat, 'log'>): Promise<void> {
  for (const { provider, provider_reference: theirs, rounds: asked } of await takeDisputesToAsk(karat.db)) {
    try {
      const answer = await karat.providers.get(provider)?.findDispute(theirs)
      if (answer?.outcome === 'known')
        await karat.db.transaction((tx) =>
          settleAndTellDispute(tx, karat.settlers, { provider, told: answer.dispute, asked }),
        )
    } catch (error) {
      karat.log.warn({ err: error, dispute: theirs }, 'dispute cannot be settled')
    }
  }
}

async function putOff({ db }: Reach, knock: Knock): Promise<'waiting'> {
  await postponeUnanswered(db, knock)
  return 'waiting'
}

const finish = <Outcome extends EventOutcome>({ db }: Reach, knock: Knock, outcome: Outcome) =>
  db.transaction(async (tx) => ((await takeEvent(tx, knock, outcome)) ? outcome : undefined))

/**
 * Asks the provider of a payment what became of it, of one that was replaced to close it, and settles that. Trouble at the
 * provider changes nothing; a payment that it never heard of ends some time after it could have been paid.
 */
export function askProvider(karat: Reach, payment: Payment): Promise<Settled | 'unknown' | 'absent'> {
  return settleAnswer(karat, payment, (provider) =>
    payment.replaced_at ? provider.closeCharge(payment.id) : provider.findCharge(payment.id),
  )
}

/**
 * Asks providers to take no more money under charges whose subjects are over. What was captured before that is late money,
 * and settled as such; without an answer, and while a bank is at it, the charge is asked for again. One that fails does not
 * hold up the others.
 */
export async function closeCharges(karat: Reach & Pick<Karat, 'log'>): Promise<void> {
  for (const payment of await takePaymentsToClose(karat.db))
    await settleAnswer(karat, payment, (provider) => provider.closeCharge(payment.id)).catch((error) =>
      karat.log.warn({ err: error, payment: payment.id }, 'charge cannot be closed'),
    )
}

/**
 * Asks about captured payments again, and books what their providers have corrected without our hearing of it. One that fails
 * does not hold up the others.
 */
export async function askAboutCaptured(karat: Reach & Pick<Karat, 'log'>, atOnce?: number): Promise<void> {
  for (const payment of await takeCapturedToAsk(karat.db, atOnce)) {
    const theirs = payment.provider_reference ?? undefined
    await settleAnswer(karat, payment, (provider) => provider.findCharge(payment.id, theirs)).catch((error) =>
      karat.log.warn({ err: error, payment: payment.id }, 'captured payment cannot be compared'),
    )
  }
}

/** A charge that its bank has not decided is pending from now on; nobody else says so of one that a mandate pays. */
export async function settleAnswer(
  { db, providers, settlers }: Reach,
  payment: Payment,
  ask: (provider: PaymentProvider) => Promise<ProviderAnswer>,
): Promise<Settled | 'unknown' | 'absent'> {
  const provider = providers.get(payment.provider)
  const answer: ProviderAnswer = provider ? await ask(provider) : { outcome: 'unknown' }
  if (answer.outcome === 'absent') await closeAbsentPayment(db, payment.id)
  if (answer.outcome !== 'known') return answer.outcome
  return db.transaction(async (tx) => {
    const locked = await lockPayment(tx, payment.id)
    if (!locked) return 'nothing_new'
    if (payment.mandate_id && answer.charge.state === 'pending') await markPending(tx, payment.id, answer.charge)
    return settlePayment(tx, settlers, { payment: locked, charge: answer.charge, asked: payment.bookings })
  })
}
