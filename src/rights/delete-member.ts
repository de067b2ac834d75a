/** Deleting an account: what hinders it, what goes, what stays. */

import { forgetActivities, holdActivitiesOf } from '../activities/held-queries.ts'
import { owesCommissions } from '../agents/commissions/commission-queries.ts'
import { forgetAgents } from '../agents/held-queries.ts'
import { forgetBusiness } from '../business/held-queries.ts'
import { forgetCart } from '../cart/forget-cart.ts'
import { hasCase } from '../cases/legal-hold.ts'
import { forgetAuthor } from '../community/forget-author.ts'
import { hasOpenComplaint } from '../complaints/held-queries.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { forgetAddresses } from '../delivery/forget-addresses.ts'
import { forgetImages } from '../files/forget-images.ts'
import { forgetCaseAddresses } from '../goldback/case-address.ts'
import { hasOpenCase } from '../goldback/held-queries.ts'
import { closeAccount, holdForClosing } from '../identity/close-account.ts'
import type { Bag } from '../karat.ts'
import { findKept } from '../kyc/destroy-member.ts'
import { closeRelation } from '../kyc/end-relation.ts'
import { holdsIdentity } from '../kyc/held-queries.ts'
import { listAccountSums } from '../ledger/ledger-queries.ts'
import { endConsents, forgetLetters } from '../mail/forget-letters.ts'
import { markDeparture, ordersKeptUntil } from '../orders/core/forget-order.ts'
import { standingOf } from '../orders/core/held-queries.ts'
import { forgetDrafts } from '../orders/drafts/end-draft.ts'
import { endGuarantees } from '../orders/exposure/commitments.ts'
import { returnsMoney } from '../payments/held-queries.ts'
import { forgetMandates } from '../payments/mandates.ts'
import { removeDestinations } from '../payouts/forget-destinations.ts'
import { payoutsHeld } from '../payouts/held-queries.ts'
import { giveUpRewards } from '../referral/move-rewards.ts'
import { Refusal } from '../refusals.ts'
import { forgetNotes } from '../staff/notes.ts'
import { forgetAlerts } from '../vault/alerts/forget-alerts.ts'
import { isDepositing, isWithdrawing } from '../vault/held-queries.ts'
import { holdOwnPlaces } from '../vault/holder.ts'
import { forgetPlans } from '../vault/plans/forget-plans.ts'
import { forgetWishes } from '../wishes/forget-wishes.ts'
import { reachedAt } from './collect-held.ts'
import type { DeletionPlanView } from './office-contract.ts'
import { deletedParts, keptOf, type Obstacle, type Outcome } from './request-rules.ts'

/** What hinders closing an account now, and what would go and stay. */
export async function planDeletion(karat: Bag<'rights'>, db: Queryable, memberId: string): Promise<DeletionPlanView> {
  const { settings, now } = karat
  const [
    standing,
    ordersUntil,
    returns,
    deposits,
    withdraws,
    brought,
    cases,
    balances,
    identity,
    papers,
    payouts,
    commissions,
    complains,
  ] = await Promise.all([
    standingOf(db, memberId),
    ordersKeptUntil(karat, db, memberId),
    returnsMoney(db, memberId),
    isDepositing(db, memberId),
    isWithdrawing(db, memberId),
    hasOpenCase(db, memberId),
    hasCase(db, memberId),
    listAccountSums(db, { memberId }),
    holdsIdentity(db, memberId),
    findKept(db, memberId),
    payoutsHeld(db, memberId),
    owesCommissions(db, memberId),
    hasOpenComplaint(db, memberId),
  ])
  const found: Record<Obstacle, boolean> = {
    open_orders: standing.open > 0,
    money_on_its_way: returns || deposits || withdraws || commissions || standing.moneyOnItsWay > 0,
    gold_or_money_held: balances.some(({ kind, sum }) => kind !== 'reward_pending' && sum !== 0n),
    gold_brought: brought,
    complaint_open: complains,
    looked_into: cases,
  }
  const years = {
    ...{ payouts: settings.payouts.keepRemovedYears, proof: settings.rights.keepProofYears },
    identity: settings.kyc.keep.afterClosingYears,
  }
  const kept = keptOf(
    {
      ...{ orders: standing.orders, ordersUntil, identity, identityUntil: papers?.until ?? null },
      payouts: payouts.some(({ number }) => number !== null),
    },
    { now: new Date(now()), years },
  )
  return {
    obstacles: (Object.keys(found) as Obstacle[]).filter((one) => found[one]),
    outcome: { deleted: [...deletedParts], kept },
  }
}

/**
 * Closes a member's account and forgets what no law asks to keep, in the caller's transaction. Orders that are being submitted
 * at this moment are waited for and found; sign-ins wait and find nobody; whatever else would name the member waits and is refused
 * by the database (identity.refuse_closed).
 * `passwordHash` is of a password that nobody knows. Answers what went and what stays.
 *
 * Refuses not_found for an account that is closed; account_not_closable with the `obstacles`.
 */
export async function deleteMember(
  karat: Bag<'rights'>,
  tx: Tx,
  { memberId, passwordHash }: { memberId: string; passwordHash: string },
): Promise<Outcome> {
  await holdOwnPlaces(tx, memberId)
  await giveUpRewards(tx, memberId)
  await holdActivitiesOf(tx, { memberId, destinations: (await reachedAt(tx, memberId)).destinations })
  await endGuarantees(tx, memberId)
  await holdForClosing(tx, memberId)
  // What was given while the line above waited.
  await endGuarantees(tx, memberId)
  await forgetDrafts(tx, memberId)
  await giveUpRewards(tx, memberId)
  const { obstacles, outcome } = await planDeletion(karat, tx, memberId)
  if (obstacles.length > 0) throw new Refusal('account_not_closable', { obstacles })
  const reached = await reachedAt(tx, memberId)
  await endConsents(tx, memberId, 'account deleted')
  await forgetAddresses(tx, memberId)
  await forgetCaseAddresses(tx, memberId)
  await forgetCart(tx, memberId)
  await forgetWishes(tx, memberId)
  await forgetAlerts(tx, memberId)
  await forgetPlans(tx, memberId)
  await forgetMandates(tx, memberId)
  await forgetBusiness(tx, memberId)
  await forgetAgents(tx, memberId)
  await forgetActivities(tx, karat, { memberId, destinations: reached.destinations })
  await forgetAuthor(tx, { memberId, destinations: reached.destinations })
  await forgetImages(tx, memberId, [])
  await removeDestinations(tx, memberId)
  await forgetLetters(tx, { memberId, ...reached })
  await closeRelation(tx, memberId)
  await markDeparture(tx, memberId)
  await tx.run(sql`update rights.requests set words = '', state = case when state = 'waiting' and kind <> 'deletion' then 'withdrawn' else state end,
    decided_at = case when state = 'waiting' and kind <> 'deletion' then now() else decided_at end where member_id = ${memberId}`)
  await closeAccount(tx, { memberId, passwordHash })
  await forgetNotes(tx, memberId)
  return outcome
}
