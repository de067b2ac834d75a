/** What providers say of payouts: asked for by the worker, or told by a signed notice. */
import { sql, type Tx } from '../../db/database.ts'
import { isClosed } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { releaseHold, useHold as takeHeld } from '../../ledger/holds.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import type { Currency } from '../../money/money.ts'
import type { PayoutSettled, ProviderPayout } from '../../payments/payout-contract.ts'
import { settings } from '../../settings.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { keepWithinFloat } from '../keep-within-float.ts'
import { payoutAccepted, payoutFailed, payoutPaid, payoutReturned } from './payout-postings.ts'
import { type PayoutState, secondsToNextTry, stepsOf, type TryState } from './payout-rules.ts'
import { tellOfPayout } from './tell-of-payout.ts'

export type Payout = {
  id: string
  number: string
  member_id: string
  store: string
  currency: Currency
  amount_minor: bigint
  provider: string
  hold_id: string
  state: PayoutState
  tries: number
  accepted_at: Date | null
}
type Reach = Pick<Karat, 'config'>
type Try = { id: string; state: TryState; payout_id: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A payout, held until the end of the transaction, with its member's place, which is held first: as everywhere in the vault. */
export async function lockPayout(tx: Tx, id: string): Promise<Payout | undefined> {
  const whose = await tx.row<Pick<Holder, 'memberId' | 'store'>>(sql`
    select member_id as "memberId", store from vault.payouts where id = ${id}`)
  if (!whose) return undefined
  await holdPlace(tx, whose)
  return tx.row<Payout>(sql`
    select id, number, member_id, store, currency, amount_minor, provider, hold_id, state, tries, accepted_at
    from vault.payouts where id = ${id} for update`)
}

/**
 * Brings a try, and its payout, to what its provider says, once, and tells the member. Money moves with each step that is new: accepted,
 * paid, returned; a try that failed is followed by another, and after the last the money is the member's again.
 *
 * An answer about another amount, or one that takes back what it said for good, is a defect: a person has to look at it.
 */
export async function settleTry(tx: Tx, karat: Reach, told: ProviderPayout): Promise<PayoutSettled> {
  const found = UUID.test(told.reference)
    ? await tx.row<{ payout_id: string }>(sql`select payout_id from vault.payout_tries where id = ${told.reference}`)
    : undefined
  const payout = found && (await lockPayout(tx, found.payout_id))
  const tried = await tx.row<Try>(sql`
    select id, state, payout_id from vault.payout_tries where id = ${found ? told.reference : null} for update`)
  if (!payout || !tried) return 'unknown_payout'
  if (told.amountMinor !== payout.amount_minor || told.currency !== payout.currency)
    throw new Error(`the provider pays ${told.amountMinor} ${told.currency} for payout ${payout.number}`)
  const steps = stepsOf(tried.state, told.state)
  if (steps === 'contradicts') throw new Error(`payout ${payout.number} is ${told.state} after it was ${tried.state}`)
  for (const step of steps) await take(tx, karat, { payout, tried, told, step })
  const last = steps.at(-1)
  return last === undefined || last === 'asking' ? 'nothing_new' : `payout_${last}`
}

type Step = { payout: Payout; tried: Try; told: ProviderPayout; step: TryState }

async function take(tx: Tx, karat: Reach, { payout, tried, told, step }: Step): Promise<void> {
  await tx.run(sql`
    update vault.payout_tries set state = ${step}, provider_reference = coalesce(${told.providerReference}, provider_reference),
      failure = ${step === 'failed' || step === 'returned' ? (told.failure ?? 'refused') : null}, decided_at = now(),
      next_ask_at = case when ${step === 'failed' || step === 'returned'} then null
        when ${step === 'paid'} then now() + make_interval(secs => ${settings.payouts.returnAskSeconds}::int) else next_ask_at end
    where id = ${tried.id}`)
  if (step === 'accepted') await accept(tx, payout)
  if (step === 'paid') await pay(tx, payout)
  if (step === 'returned') await comeBack(tx, karat, payout, told.failure)
  if (step === 'failed') await tryAgainOrGiveUp(tx, karat, payout, told.failure)
}

/** The first provider's yes: from here on its money is not the member's to have back by itself. */
async function accept(tx: Tx, payout: Payout): Promise<void> {
  if (payout.accepted_at !== null) return
  await takeHeld(tx, payout.hold_id, payoutAccepted(payout))
  const row = await tx.row<{ at: Date }>(sql`
    update vault.payouts set accepted_at = now() where id = ${payout.id} returning accepted_at as at`)
  payout.accepted_at = row?.at ?? null
}

async function pay(tx: Tx, payout: Payout): Promise<void> {
  await accept(tx, payout)
  await tx.run(
    sql`update vault.payouts set state = 'paid', paid_at = now(), next_try_at = null where id = ${payout.id}`,
  )
  await postTransfer(tx, payoutPaid(payout))
  await tellOfPayout(tx, payout.id, 'payout_paid')
}

async function comeBack(tx: Tx, karat: Reach, payout: Payout, failure: string | null): Promise<void> {
  const to = (await isClosed(tx, payout.member_id)) ? 'payout_clearing' : 'cash'
  await tx.run(sql`
    update vault.payouts set state = 'returned', ended_at = now(), failure = ${failure ?? 'refused'}, returned_to = ${to}
    where id = ${payout.id}`)
  await postTransfer(tx, payoutReturned(payout, to))
  if (to === 'payout_clearing') return
  await tellOfPayout(tx, payout.id, 'payout_returned')
  await isBack(tx, karat, payout)
}

async function tryAgainOrGiveUp(tx: Tx, karat: Reach, payout: Payout, failure: string | null): Promise<void> {
  const wait = secondsToNextTry(payout.tries)
  if (wait === null)
    return giveBack(tx, karat, payout, { failure: failure ?? 'refused', actor: `provider:${payout.provider}` })
  await tx.run(sql`
    update vault.payouts set next_try_at = now() + make_interval(secs => ${wait}::int) where id = ${payout.id}`)
}

/** A payout that waits, and of which no try may still be paid, is over: its money is the member's, in their cash as far as the float has room, and they are told why. */
export async function giveBack(
  tx: Tx,
  karat: Reach,
  payout: Payout,
  { failure, actor, isReleased = false }: { failure: string; actor: string; isReleased?: boolean },
): Promise<void> {
  await tx.run(sql`
    update vault.payouts set state = 'failed', failure = ${failure}, next_try_at = null, ended_at = now() where id = ${payout.id}`)
  if (payout.accepted_at) await postTransfer(tx, payoutFailed(payout, actor))
  else if (!isReleased) await releaseHold(tx, payout.hold_id, actor)
  await tellOfPayout(tx, payout.id, 'payout_failed')
  await isBack(tx, karat, payout)
}

/** Its money is the member's cash again, or owed to them where the float has no room: another letter says so. */
const isBack = (tx: Tx, karat: Reach, { member_id: memberId, store, currency, amount_minor: amount }: Payout) =>
  keepWithinFloat(tx, karat, { memberId, store, currency }, { amount, isBack: true })
