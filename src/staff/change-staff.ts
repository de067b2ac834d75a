/** What an owner changes about others of the house. One owner who can sign in always stays. */

import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Executor, requestApproval } from './approvals.ts'
import type { InvitationSentView, StaffChangedView } from './contract.ts'
import type { Details } from './did-rules.ts'
import type { Staff } from './door.ts'
import { hasAnotherOwner, inviteThemAgain, isOwnerBesides } from './invite-staff.ts'
import type { Role } from './permission-rules.ts'
import { recordAction } from './record-action.ts'
import { tellStaffNews } from './tell-staff.ts'

type Change = { personId: string; reason: string }
type Person = { id: string; name: string; roles: Role[]; disabled: boolean; cameIn: boolean }

/** Locks every owner in one order before anything else, so that two who remove each other wait for one another. */
async function lockPerson(tx: Tx, personId: string): Promise<Person> {
  await tx.rows(sql`select id from staff.people where 'owner' = any(roles) order by id for no key update`)
  const person = await tx.row<Person>(
    sql`select id, name, roles, disabled_at is not null as disabled, password_hash is not null as "cameIn"
      from staff.people where id = ${personId} for no key update`,
  )
  if (!person) throw new Refusal('not_found')
  return person
}

/** Refuses last_owner when nobody would be left who is owner and can sign in. */
async function requireAnOwner(tx: Tx) {
  const left = await tx.row<{ count: number }>(sql`select count(*)::int as count from staff.people
    where 'owner' = any(roles) and disabled_at is null and password_hash is not null`)
  if (!left?.count) throw new Refusal('last_owner')
}

const endSessions = (tx: Tx, personId: string, because: string) =>
  tx.run(sql`update staff.sessions set ended_at = now(), ended_because = ${because}
    where person_id = ${personId} and ended_at is null and expires_at > now()`)

/** Whoever was given more approves nothing for a day. */
const holdBack = (tx: Tx, personId: string) =>
  tx.run(sql`update staff.people
    set approves_from = clock_timestamp() + make_interval(secs => ${settings.staff.newcomerSeconds}::int) where id = ${personId}`)

function change<T>(
  karat: Bag<'staff'>,
  staff: Staff,
  { personId, reason }: Change,
  work: (tx: Tx, person: Person) => Promise<{ details: Details; answer: T }>,
): Promise<T> {
  return karat.db.transaction(async (tx) => {
    const person = await lockPerson(tx, personId)
    const { details, answer } = await work(tx, person)
    await requireAnOwner(tx)
    await recordAction(tx, staff, { action: 'staff.change', subject: { kind: 'staff', id: personId }, reason, details })
    return answer
  })
}

/** What may put an owner out. */
type Wish = { did: 'change_roles'; roles: Role[] } | { did: 'disable' }

/**
 * The person has these roles from their next call on. An owner who loses that role by it is confirmed by another owner first, where one
 * besides the two can sign in; else the change is made at once and they count as a second owner for a week. Refuses not_found;
 * last_owner; approval_waiting.
 */
export const changeRoles = (karat: Bag<'staff'>, staff: Staff, { roles, ...input }: Change & { roles: Role[] }) =>
  changeOrAsk(karat, staff, input, { did: 'change_roles', roles })

/** The person is out by their next call and cannot sign in; an owner as in `changeRoles`. Refuses not_found; last_owner; approval_waiting. */
export const disableStaff = (karat: Bag<'staff'>, staff: Staff, input: Change) =>
  changeOrAsk(karat, staff, input, { did: 'disable' })

const putsOwnerOut = ({ roles, disabled, cameIn }: Person, wish: Wish) =>
  roles.includes('owner') && !disabled && cameIn && !(wish.did === 'change_roles' && wish.roles.includes('owner'))

function changeOrAsk(
  karat: Bag<'staff'>,
  staff: Staff,
  { personId, reason }: Change,
  wish: Wish,
): Promise<StaffChangedView> {
  return karat.db.transaction(async (tx) => {
    const person = await lockPerson(tx, personId)
    const subject = { kind: 'staff', id: personId }
    if (putsOwnerOut(person, wish) && (await isOwnerBesides(tx, [staff.id, personId]))) {
      const params = { ...wish, name: person.name }
      return { done: false, ...(await requestApproval(tx, staff, { action: 'staff.change', subject, reason, params })) }
    }
    const details = await carryOut(tx, person, wish, staff.name)
    await recordAction(tx, staff, { action: 'staff.change', subject, reason, details })
    return { done: true, approval_id: null }
  })
}

async function carryOut(tx: Tx, person: Person, wish: Wish, by: string): Promise<Record<string, unknown>> {
  const { id, roles: before } = person
  if (putsOwnerOut(person, wish))
    await tx.run(sql`update staff.people
      set owner_until = clock_timestamp() + make_interval(secs => ${settings.staff.ownerCountsSeconds}::int) where id = ${id}`)
  if (wish.did === 'disable') {
    await tx.run(sql`update staff.people set disabled_at = coalesce(disabled_at, now()) where id = ${id}`)
    await tx.run(sql`update staff.invitations set used_at = now() where person_id = ${id} and used_at is null`)
  } else {
    await tx.run(sql`update staff.people set roles = ${wish.roles} where id = ${id}`)
    if (wish.roles.some((role) => !before.includes(role))) await holdBack(tx, id)
  }
  await requireAnOwner(tx)
  await tellStaffNews(tx, { personId: id, news: wish.did === 'disable' ? 'disabled' : 'roles_changed', by })
  if (wish.did === 'change_roles') return { did: wish.did, before, after: wish.roles }
  return { did: wish.did, ended: await endSessions(tx, id, 'disabled') }
}

/** The person may sign in again, with the factors they had. Refuses not_found. */
export const enableStaff = (karat: Bag<'staff'>, staff: Staff, input: Change): Promise<{ done: true }> =>
  change(karat, staff, input, async (tx, { id }) => {
    await tx.run(sql`update staff.people set disabled_at = null where id = ${id}`)
    await holdBack(tx, id)
    await tellStaffNews(tx, { personId: id, news: 'enabled', by: staff.name })
    return { details: { did: 'enable' }, answer: { done: true } }
  })

/** Ends every session of the person. Refuses not_found. */
export const endStaffSessions = (karat: Bag<'staff'>, staff: Staff, input: Change): Promise<{ ended: number }> =>
  change(karat, staff, input, async (tx, { id }) => {
    const ended = await endSessions(tx, id, 'ended_by_owner')
    return { details: { did: 'end_sessions', ended }, answer: { ended } }
  })

/**
 * A new link for somebody whose password or authenticator is lost, sent to their own address; until it is used the old ones go on.
 * Where there is another owner, that one has to confirm it first. Refuses not_found; approval_waiting.
 */
export async function inviteAgain(
  karat: Bag<'staff'>,
  staff: Staff,
  { personId, reason }: Change,
): Promise<InvitationSentView> {
  return karat.db.transaction(async (tx) => {
    const person = await lockPerson(tx, personId)
    if (person.disabled) throw new Refusal('not_found')
    const subject = { kind: 'staff', id: personId }
    if (await hasAnotherOwner(tx, staff.id)) {
      const params = { did: 'invite_again', name: person.name }
      return { sent: false, ...(await requestApproval(tx, staff, { action: 'staff.change', subject, reason, params })) }
    }
    await inviteThemAgain(karat, tx, personId, staff.name)
    await recordAction(tx, staff, { action: 'staff.change', subject, reason, details: { did: 'invite_again' } })
    return { sent: true, approval_id: null }
  })
}

/**
 * Does to somebody what one owner asked for and another confirmed: a new link, other roles, or out. Refuses not_found for a link to
 * somebody who is out; last_owner.
 */
export const changeStaffExecutor: Executor = {
  action: 'staff.change',
  async execute(karat, tx, { subject, params }, { requester }) {
    const person = await lockPerson(tx, subject.id)
    const wish = params as Wish | { did: 'invite_again' }
    if (wish.did !== 'invite_again') await carryOut(tx, person, wish, requester.name)
    else if (person.disabled) throw new Refusal('not_found')
    else await inviteThemAgain(karat, tx, subject.id, requester.name)
  },
}
