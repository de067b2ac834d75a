/** What an owner changes about others of the house. One owner who can sign in always stays. */
import { sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Executor, requestApproval } from './approvals.ts'
import type { InvitationSentView } from './contract.ts'
import type { Staff } from './door.ts'
import { hasAnotherOwner, inviteThemAgain } from './invite-staff.ts'
import type { Role } from './permission-rules.ts'
import { recordAction } from './record-action.ts'
import { tellStaffNews } from './tell-staff.ts'

type Change = { personId: string; reason: string }
type Person = { id: string; name: string; roles: Role[]; disabled: boolean }

/** Locks every owner in one order before anything else, so that two who remove each other wait for one another. */
async function lockPerson(tx: Tx, personId: string): Promise<Person> {
  await tx.rows(sql`select id from staff.people where 'owner' = any(roles) order by id for no key update`)
  const person = await tx.row<Person>(
    sql`select id, name, roles, disabled_at is not null as disabled from staff.people where id = ${personId} for no key update`,
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
  karat: Karat,
  staff: Staff,
  { personId, reason }: Change,
  work: (tx: Tx, person: Person) => Promise<{ details: Record<string, unknown>; answer: T }>,
): Promise<T> {
  return karat.db.transaction(async (tx) => {
    const person = await lockPerson(tx, personId)
    const { details, answer } = await work(tx, person)
    await requireAnOwner(tx)
    await recordAction(tx, staff, { action: 'staff.change', subject: { kind: 'staff', id: personId }, reason, details })
    return answer
  })
}

/** The person has these roles from their next call on. Refuses not_found; last_owner. */
export const changeRoles = (karat: Karat, staff: Staff, input: Change & { roles: Role[] }): Promise<{ done: true }> =>
  change(karat, staff, input, async (tx, { id, roles: before }) => {
    await tx.run(sql`update staff.people set roles = ${input.roles} where id = ${id}`)
    if (input.roles.some((role) => !before.includes(role))) await holdBack(tx, id)
    await tellStaffNews(tx, { personId: id, news: 'roles_changed', by: staff.name })
    return { details: { did: 'change_roles', before, after: input.roles }, answer: { done: true } }
  })

/** The person is out by their next call and cannot sign in. Refuses not_found; last_owner. */
export const disableStaff = (karat: Karat, staff: Staff, input: Change): Promise<{ done: true }> =>
  change(karat, staff, input, async (tx, { id }) => {
    await tx.run(sql`update staff.people set disabled_at = coalesce(disabled_at, now()) where id = ${id}`)
    await tx.run(sql`update staff.invitations set used_at = now() where person_id = ${id} and used_at is null`)
    await tellStaffNews(tx, { personId: id, news: 'disabled', by: staff.name })
    return { details: { did: 'disable', ended: await endSessions(tx, id, 'disabled') }, answer: { done: true } }
  })

/** The person may sign in again, with the factors they had. Refuses not_found. */
export const enableStaff = (karat: Karat, staff: Staff, input: Change): Promise<{ done: true }> =>
  change(karat, staff, input, async (tx, { id }) => {
    await tx.run(sql`update staff.people set disabled_at = null where id = ${id}`)
    await holdBack(tx, id)
    await tellStaffNews(tx, { personId: id, news: 'enabled', by: staff.name })
    return { details: { did: 'enable' }, answer: { done: true } }
  })

/** Ends every session of the person. Refuses not_found. */
export const endStaffSessions = (karat: Karat, staff: Staff, input: Change): Promise<{ ended: number }> =>
  change(karat, staff, input, async (tx, { id }) => {
    const ended = await endSessions(tx, id, 'ended_by_owner')
    return { details: { did: 'end_sessions', ended }, answer: { ended } }
  })

/**
 * A new link for somebody whose password or authenticator is lost, sent to their own address; until it is used the old ones go on.
 * Where there is another owner, that one has to confirm it first. Refuses not_found; approval_waiting.
 */
export async function inviteAgain(
  karat: Karat,
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

/** Sends the link that one owner asked for and another confirmed. Refuses not_found for somebody who is out. */
export const inviteAgainExecutor: Executor = {
  action: 'staff.change',
  async execute(karat, tx, { subject }, { requester }) {
    const { disabled } = await lockPerson(tx, subject.id)
    if (disabled) throw new Refusal('not_found')
    await inviteThemAgain(karat, tx, subject.id, requester.name)
  },
}
