/** Everything that is held about a member, by area, in one place: what the copy has, and whom a deletion must reach. */

import { heldByActivities } from '../activities/held-queries.ts'
import { heldByAgents } from '../agents/held-queries.ts'
import { heldByBusiness } from '../business/held-queries.ts'
import { cartHeld } from '../cart/forget-cart.ts'
import { heldByCommunity } from '../community/forget-author.ts'
import { heldByComplaints } from '../complaints/held-queries.ts'
import { type Queryable, sql } from '../db/database.ts'
import { addressesHeld } from '../delivery/held-queries.ts'
import { imagesHeld } from '../files/forget-images.ts'
import { heldByGoldback } from '../goldback/held-queries.ts'
import { heldByIdentity } from '../identity/held-queries.ts'
import { getContactData, getMember } from '../identity/members-for-staff.ts'
import { heldByKyc } from '../kyc/held-queries.ts'
import { holdsOf } from '../ledger/hold-queries.ts'
import { listAccountSums } from '../ledger/ledger-queries.ts'
import { heldByMail } from '../mail/held-queries.ts'
import { heldByOrders } from '../orders/core/held-queries.ts'
import { heldByPayments } from '../payments/held-queries.ts'
import { payoutsHeld } from '../payouts/held-queries.ts'
import { heldByReferral } from '../referral/held-queries.ts'
import { heldByVault } from '../vault/held-queries.ts'
import { heldByWishes } from '../wishes/forget-wishes.ts'

/** E-mail address and mobile number, whichever there are, and since when there is such a member. */
export async function reachedAt(db: Queryable, memberId: string): Promise<{ destinations: string[]; since: Date }> {
  const [{ email, mobile }, { member_since: since }] = await Promise.all([
    getContactData(db, memberId),
    getMember(db, memberId),
  ])
  return { destinations: [email, mobile].filter((one) => one !== null), since: new Date(since) }
}

/** What staff note may name a suspicion, which members must not learn from us, or another person. */
const NOTES = 'Not in this file. Ask us for them: a person gives them, after weighing the rights of others.'

/** No hash, token or key; numbers of identity papers and accounts by their end. */
export async function collectHeld(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const about = { memberId, ...(await reachedAt(db, memberId)) }
  const [balances, requests] = await Promise.all([
    listAccountSums(db, { memberId }),
    db.rows(sql`select kind, state, about, words, asked_at, due_at, decided_at, ground, answer from rights.requests
      where member_id = ${memberId} order by asked_at`),
  ])
  return plain({
    account: await heldByIdentity(db, memberId),
    identity_papers: await heldByKyc(db, memberId),
    addresses: await addressesHeld(db, memberId),
    orders: await heldByOrders(db, memberId),
    payments: await heldByPayments(db, memberId),
    gold_and_money: balances.map(({ store, kind, asset, sum }) => ({ store, kind, asset, sum })),
    set_aside: await holdsOf(db, memberId),
    vault: await heldByVault(db, memberId),
    large_trades: await heldByBusiness(db, memberId),
    agent: await heldByAgents(db, memberId),
    gold_sold_back: await heldByGoldback(db, memberId),
    links_and_invitations: await heldByReferral(db, memberId),
    activities: await heldByActivities(db, about),
    payout_accounts: await payoutsHeld(db, memberId),
    ...{ cart: await cartHeld(db, memberId), wishes: await heldByWishes(db, memberId) },
    written: await heldByCommunity(db, about),
    complaints: await heldByComplaints(db, memberId),
    pictures: await imagesHeld(db, memberId),
    letters_and_consents: await heldByMail(db, about),
    notes_of_the_house: NOTES,
    requests_about_data: requests,
  }) as Record<string, unknown>
}

/** As JSON has it: moments in UTC, whole numbers that may be large as text. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]))
}
