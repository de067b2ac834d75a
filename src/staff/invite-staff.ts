/** Letting people in: an invitation is a single-use link with which somebody sets their password and authenticator. */
import { v7 as newId } from 'uuid'
import { requireGoodPassword } from '../credentials/check-password.ts'
import { normalisePassword } from '../credentials/password-rules.ts'
import type { Sealing } from '../credentials/sealing.ts'
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { newTotpSecret, totpStep } from '../credentials/totp.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Executor, requestApproval } from './approvals.ts'
import { describeAuthenticator } from './authenticator.ts'
import type { InvitationSentView, InvitationView, SignedInStaffView } from './contract.ts'
import type { Staff } from './door.ts'
import type { Role } from './permission-rules.ts'
import { recordAction } from './record-action.ts'
import { aboutTotp, type Caller, openStaffSession } from './sign-in.ts'
import { forgetStaffTries, takeStaffTry } from './sign-in-tries.ts'
import { sendInvitation, tellStaffNews } from './tell-staff.ts'

type NewPerson = { email: string; name: string; roles: Role[]; language: string; invitedBy: string | null }
type InvitationLink = { person_id: string; link: string; expires_at: string }
type Where = { sealing: Sealing; publicUrl: string }

/** Adds somebody who cannot sign in yet. Refuses staff_exists. */
export async function addPerson(tx: Tx, person: NewPerson): Promise<string> {
  const id = newId()
  const added = await tx.run(sql`
    insert into staff.people (id, email, name, roles, language, invited_by)
    values (${id}, ${person.email.trim().toLowerCase()}, ${person.name.trim()}, ${person.roles}, ${person.language}, ${person.invitedBy})
    on conflict (email) do nothing`)
  if (added === 0) throw new Refusal('staff_exists')
  return id
}

/** A link for the person; every older one is dead. It is built from the shop's own address. */
export async function writeInvitation(tx: Tx, personId: string, where: Where): Promise<InvitationLink> {
  const token = newToken()
  const sealed = where.sealing.seal(newTotpSecret(), aboutTotp(personId))
  await tx.run(sql`update staff.invitations set used_at = now() where person_id = ${personId} and used_at is null`)
  // Whoever is invited by somebody of the house did not come by a link of the start, whatever they began with before.
  await tx.run(sql`update staff.first_links set person_id = null where person_id = ${personId}`)
  const written = await tx.row<{ expiresAt: Date }>(sql`
    insert into staff.invitations (token_hash, person_id, totp_sealed, expires_at)
    values (${hashOfToken(token)}, ${personId}, ${sealed}, now() + make_interval(secs => ${settings.staff.invitationSeconds}::int))
    returning expires_at as "expiresAt"`)
  if (!written) throw new Error('the invitation was not written')
  // Behind #: it reaches no log and no other site.
  const link = `${where.publicUrl}/admin/invitation#${token}`
  return { person_id: personId, link, expires_at: written.expiresAt.toISOString() }
}

type Invited = { email: string; name: string; roles: Role[] }

/**
 * Invites somebody new: the link goes to their address alone, and every owner is told. Where there is another owner, that one has to
 * confirm it first, and nobody is added before. Refuses permission_missing; staff_exists; approval_waiting.
 */
export async function inviteStaff(karat: Bag<'staff'>, staff: Staff, person: Invited): Promise<InvitationSentView> {
  const email = person.email.trim().toLowerCase()
  const params = { email, name: person.name.trim(), roles: person.roles, language: staff.language }
  return karat.db.transaction(async (tx) => {
    if (await tx.row(sql`select id from staff.people where email = ${email}`)) throw new Refusal('staff_exists')
    if (await hasAnotherOwner(tx, staff.id)) {
      const subject = { kind: 'invitation', id: email }
      const reason = `${params.name}: ${params.roles.join(', ')}`
      return { sent: false, ...(await requestApproval(tx, staff, { action: 'staff.invite', subject, reason, params })) }
    }
    const id = await addInvited(karat, tx, { ...params, invitedBy: staff.id, by: staff.name })
    await recordAction(tx, staff, {
      action: 'staff.invite',
      subject: { kind: 'staff', id },
      details: { email, roles: person.roles },
    })
    return { sent: true, approval_id: null }
  })
}

/**
 * Whether a second owner has to confirm: one who can sign in, or who was put out within the last week. Holds their rows, so that none of
 * them leaves or comes meanwhile unseen.
 */
export async function hasAnotherOwner(tx: Tx, personId: string): Promise<boolean> {
  const owners = await tx.rows<{ id: string }>(sql`select id from staff.people
    where ('owner' = any(roles) and disabled_at is null and password_hash is not null) or owner_until > clock_timestamp()
    order by id for share`)
  return owners.some(({ id }) => id !== personId)
}

/** Whether an owner besides these can sign in and confirm. The caller holds the owners' rows. */
export const isOwnerBesides = async (tx: Tx, people: string[]): Promise<boolean> =>
  (await tx.row(sql`select 1 as one from staff.people where 'owner' = any(roles) and disabled_at is null
    and password_hash is not null and id::text <> all(${people}::text[]) limit 1`)) !== undefined

async function addInvited(karat: Bag<'staff'>, tx: Tx, { by, ...person }: NewPerson & { by: string }): Promise<string> {
  const id = await addPerson(tx, person)
  const { link } = await writeInvitation(tx, id, { sealing: karat.sealing, publicUrl: karat.config.PUBLIC_URL })
  await sendInvitation(tx, id, link)
  await tellStaffNews(tx, { personId: id, news: 'invited', by })
  return id
}

/** Adds and invites whom one owner asked for and another confirmed. Refuses staff_exists. */
export const inviteExecutor: Executor = {
  action: 'staff.invite',
  async execute(karat, tx, { params }, { requester }) {
    const { email, name, roles, language } = params as Invited & { language: string }
    await addInvited(karat, tx, { email, name, roles, language, invitedBy: requester.id, by: requester.name })
  },
}

/** A new link for somebody who is one of the house; it goes to their address alone. */
export async function inviteThemAgain(karat: Bag<'staff'>, tx: Tx, personId: string, by: string): Promise<void> {
  const { link } = await writeInvitation(tx, personId, { sealing: karat.sealing, publicUrl: karat.config.PUBLIC_URL })
  await sendInvitation(tx, personId, link)
  await tellStaffNews(tx, { personId, news: 'invited_again', by })
}

type Open = { personId: string; sealed: Buffer; expiresAt: Date; email: string; name: string; roles: Role[] }

async function findInvitation(db: Queryable, token: string): Promise<Open> {
  const found = await db.row<Open>(sql`
    select i.person_id as "personId", i.totp_sealed as sealed, i.expires_at as "expiresAt", p.email, p.name, p.roles
    from staff.invitations i join staff.people p on p.id = i.person_id
    where i.token_hash = ${hashOfToken(token)} and i.used_at is null and i.expires_at > now() and p.disabled_at is null`)
  if (!found) throw new Refusal('invitation_void')
  return found
}

/** Whom a link invites, and the authenticator to set up. Refuses invitation_void. */
export async function readInvitation(karat: Bag<'staff'>, token: string): Promise<InvitationView> {
  const { personId, sealed, expiresAt, email, name, roles } = await findInvitation(karat.db, token)
  const secret = karat.sealing.open(sealed, aboutTotp(personId))
  const authenticator = describeAuthenticator(secret, email)
  return { email, name, roles, expires_at: expiresAt.toISOString(), authenticator }
}

/** First owners come in one after the other: two instances that start at once, two people with one link, two who began. */
export const holdFirst = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(7240041)`)

/** Whoever began by a link of the start, and finds an owner who came in before them, is nobody. */
async function isTooLate(tx: Tx, personId: string): Promise<boolean> {
  if (!(await tx.row(sql`select 1 from staff.first_links where person_id = ${personId} limit 1`))) return false
  await holdFirst(tx)
  return isOwnerBesides(tx, [personId])
}

type Acceptance = { token: string; password: string; code: string; caller: Caller }

/**
 * The person's password and authenticator are those of the link, which is dead now; whatever session they had is over and a
 * new one is open. For a day they approve nothing; every owner is told, and so are they.
 *
 * Refuses invitation_void; sign_in_wait; password_too_short, password_too_common; code_wrong.
 */
export async function acceptInvitation(
  karat: Bag<'staff'>,
  { token, password, code, caller }: Acceptance,
): Promise<SignedInStaffView> {
  const { personId, sealed, email } = await findInvitation(karat.db, token)
  await requireGoodPassword(password, email)
  const guess = { account: `invitation ${personId}`, address: caller.address }
  await takeStaffTry(karat.db, guess)
  const step = totpStep(karat.sealing.open(sealed, aboutTotp(personId)), code, karat.now())
  if (step === null) throw new Refusal('code_wrong', { tries_left: 0 })
  const hash = await karat.hasher.hash(normalisePassword(password))
  return karat.db.transaction(async (tx) => {
    const used = await tx.run(sql`update staff.invitations set used_at = now()
      where token_hash = ${hashOfToken(token)} and used_at is null and expires_at > now()`)
    if (used === 0 || (await isTooLate(tx, personId))) throw new Refusal('invitation_void')
    await tx.run(sql`update staff.people set password_hash = ${hash}, totp_sealed = ${sealed}, totp_step = ${step},
      totp_next_sealed = null,
      approves_from = clock_timestamp() + make_interval(secs => ${settings.staff.newcomerSeconds}::int) where id = ${personId}`)
    await tx.run(sql`update staff.sessions set ended_at = now(), ended_because = 'factors_set_anew'
      where person_id = ${personId} and ended_at is null`)
    for (const account of [guess.account, email, `${email} ${caller.address}`, `code ${personId}`, `proof ${personId}`])
      await forgetStaffTries(tx, { account, address: caller.address })
    await tellStaffNews(tx, { personId, news: 'came_in', by: '' })
    return openStaffSession(karat, tx, personId, caller)
  })
}
