/** People sign up for an event: a place while there is one, then the waiting list. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { readEmail } from '../identity/account-rules.ts'
import { issueCode } from '../identity/issue-code.ts'
import { takeSending } from '../identity/take-sending.ts'
import { spendCode, tryCode } from '../identity/try-code.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { newCode } from '../referral/links.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { wordsFor } from './activity-rules.ts'
import { type Activity, activityColumns, holdActivity } from './hold-activity.ts'
import { limitsOf } from './may-hold.ts'
import type { ParticipantState } from './participant-rules.ts'
import { tellParticipants } from './tell-participants.ts'
import { ticketToken } from './ticket-link.ts'

/** Who signs up: a member, or a visitor with an address that they have proved. */
type Who = { memberId: string } | { name: string; email: string }
type Joining = { code: string; store: string; language: string }
export type Joined = { state: ParticipantState; token: string }

/**
 * A member signs up with one press. Whoever has signed up already has what they have.
 *
 * Refuses not_found for a code of no event of the store; activity_not_open when nobody signs up for it (any more);
 * activity_full when as many wait as the store lets wait.
 */
export const joinAsMember = (
  karat: Bag<'activities'>,
  memberId: string,
  joining: Joining,
  key: Once,
): Promise<Joined> => once(karat.db, key, (tx) => signUp(tx, karat, joining, { memberId }))

async function signUp(tx: Tx, { config }: Bag<'activities'>, joining: Joining, who: Who): Promise<Joined> {
  const own = await holdActivity(tx, ofCode(joining))
  requireOpen(own)
  const there = await findSignUp(tx, own.id, who)
  if (there) return { state: there.state, token: ticketToken(config, there.id) }
  const state = own.taken < (own.capacity ?? 0) ? 'placed' : 'waiting'
  if (state === 'waiting') await requireRoomToWait(tx, own)
  const id = newId()
  const { memberId, name, email } = { memberId: null, name: null, email: null, ...who }
  await tx.run(sql`
    insert into activities.participants (id, activity_id, member_id, name, email, language, ticket, state, placed_at)
    values (${id}, ${own.id}, ${memberId}, ${name}, ${email}, ${joining.language}, ${newCode()}, ${state},
      ${state === 'placed' ? sql`now()` : sql`null`})`)
  const placed = own.kind === 'event_online' ? 'activity_signed_up_online' : 'activity_signed_up'
  const template = state === 'placed' ? placed : 'activity_waiting'
  await tellParticipants(tx, { config }, own, { who: sql`p.id = ${id}`, template, of: 'sign-up' })
  return { state, token: ticketToken(config, id) }
}

/** Under the hold of the activity: nobody else is added meanwhile. */
async function requireRoomToWait(tx: Tx, { id, store }: Activity): Promise<void> {
  const [there, limits] = await Promise.all([
    tx.row<{ waiting: number }>(sql`
      select count(*)::int as waiting from activities.participants where activity_id = ${id} and state = 'waiting'`),
    limitsOf(tx, store),
  ])
  if ((there?.waiting ?? 0) >= limits.waiting) throw new Refusal('activity_full')
}

const ofCode = ({ code, store }: Pick<Joining, 'code' | 'store'>) => sql`a.code = ${code} and a.store = ${store}`

function requireOpen({ state, kind, isPast }: Activity) {
  if (state !== 'live' || kind === 'campaign' || isPast) throw new Refusal('activity_not_open')
}

const findSignUp = (
  db: Queryable,
  activityId: string,
  who: Who,
): Promise<{ id: string; state: ParticipantState } | undefined> =>
  db.row(sql`
    select id, state from activities.participants where activity_id = ${activityId} and state <> 'cancelled'
      and ${'memberId' in who ? sql`member_id = ${who.memberId}` : sql`email = ${who.email}`}`)

type Visitor = { name: string; email: string; address: string }
type Kept = Joining & { name: string }

/**
 * Sends a visitor a code to the address with which they sign up; codes sent there for an event before are dead.
 *
 * Refuses invalid_input (email); not_found; activity_not_open; code_too_soon, also for one network address that has asked for many today.
 */
export async function sendJoinCode(
  karat: Bag<'activities'>,
  joining: Joining,
  { name, email, address }: Visitor,
): Promise<{ sign_up_id: string; expires_at: string }> {
  const destination = readEmail(email)
  if (destination === null) throw invalidInput({ email: problem('email') })
  return karat.db.transaction(async (tx) => {
    const own = await tx.row<Activity>(
      sql`select ${activityColumns} from activities.activities a where ${ofCode(joining)}`,
    )
    if (!own) throw new Refusal('not_found')
    requireOpen(own)
    await takeSending(tx, destination, 'activity', { is: 'anybody', address })
    const { language, store } = joining
    const issued = await issueCode(tx, karat.config, {
      ...{
        purpose: 'activity',
        to: { channel: 'email', destination },
        details: { ...joining, name: name.trim() } satisfies Kept,
      },
    })
    await queueMail(tx, {
      ...{ destination, channel: 'email', template: 'activity_code', language, store },
      values: { code: issued.code, minutes: issued.minutes, title: wordsFor(own, language).title },
    })
    return { sign_up_id: issued.id, expires_at: issued.expiresAt.toISOString() }
  })
}

/**
 * A visitor who has the code signs up. Refuses code_expired, code_wrong with the tries left; as `joinAsMember`.
 */
export async function joinAsVisitor(karat: Bag<'activities'>, guess: { id: string; code: string }): Promise<Joined> {
  const { details, destination } = await tryCode<Kept>(karat.db, karat.config, { purpose: 'activity', ...guess })
  return karat.db.transaction(async (tx) => {
    await spendCode(tx, guess.id)
    const { name, ...joining } = details
    return signUp(tx, karat, joining, { name, email: destination })
  })
}
