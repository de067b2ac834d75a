/** Everything that is held about a member, by area, in one place: what the copy has, and whom a deletion must reach. */
import { cartHeld } from '../cart/forget-cart.ts'
import { heldByCommunity } from '../community/forget-author.ts'
import { type Queryable, sql } from '../db/database.ts'
import { addressesHeld } from '../delivery/held-queries.ts'
import { imagesHeld } from '../files/forget-images.ts'
import { heldByIdentity } from '../identity/held-queries.ts'
import { getContactData } from '../identity/members-for-staff.ts'
import { heldByKyc } from '../kyc/held-queries.ts'
import { listAccountSums } from '../ledger/ledger-queries.ts'
import { heldByMail } from '../mail/held-queries.ts'
import { heldByOrders } from '../orders/held-queries.ts'
import { heldByPayments } from '../payments/held-queries.ts'
import { payoutsHeld } from '../payouts/held-queries.ts'
import { listNotes } from '../staff/notes.ts'
import { heldByWishes } from '../wishes/forget-wishes.ts'

/** E-mail address and mobile number, whichever there are. */
export async function destinationsOf(db: Queryable, memberId: string): Promise<string[]> {
  const { email, mobile } = await getContactData(db, memberId)
  return [email, mobile].filter((one) => one !== null)
}

/** No hash, token or key; numbers of identity papers and accounts by their end. */
export async function collectHeld(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const about = { memberId, destinations: await destinationsOf(db, memberId) }
  const [notes, balances, requests] = await Promise.all([
    listNotes(db, { kind: 'member', id: memberId }),
    listAccountSums(db, `member:${memberId}`),
    db.rows(sql`select kind, state, about, words, asked_at, due_at, decided_at, ground, answer from rights.requests
      where member_id = ${memberId} order by asked_at`),
  ])
  return plain({
    account: await heldByIdentity(db, memberId),
    identity_papers: await heldByKyc(db, memberId),
    addresses: await addressesHeld(db, memberId),
    orders: await heldByOrders(db, memberId),
    payments: await heldByPayments(db, memberId),
    gold_and_money: balances.map(({ kind, asset, sum }) => ({ kind, asset, sum })),
    payout_accounts: await payoutsHeld(db, memberId),
    ...{ cart: await cartHeld(db, memberId), wishes: await heldByWishes(db, memberId) },
    written: await heldByCommunity(db, about),
    pictures: await imagesHeld(db, memberId),
    letters_and_consents: await heldByMail(db, about),
    notes_of_the_house: notes.map(({ text, created_at }) => ({ text, created_at })),
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
