/** Letting people in: an invitation is a single-use link with which somebody sets their password and authenticator. */
import { v7 as newId } from 'uuid'
import { requireGoodPassword } from '../credentials/check-password.ts'
import { normalisePassword } from '../credentials/password-rules.ts'
import type { Sealing } from '../credentials/sealing.ts'
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { newTotpSecret, totpStep } from '../credentials/totp.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { describeAuthenticator } from './authenticator.ts'
import type { InvitationLinkView, InvitationView, SignedInStaffView } from './contract.ts'
import type { Staff } from './door.ts'
import type { Role } from './permission-rules.ts'
import { recordAction } from './record-action.ts'
import { aboutTotp, type Caller, openStaffSession } from './sign-in.ts'
import { forgetStaffTries, takeStaffTry } from './sign-in-tries.ts'

export type NewPerson = { email: string; name: string; roles: Role[]; language: string; invitedBy: string | null }
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

/** A link for the person; every older one is dead. It is built from the shop's own address and shown once. */
export async function writeInvitation(tx: Tx, personId: string, where: Where): Promise<InvitationLinkView> {
  const token = newToken()
  const sealed = where.sealing.seal(newTotpSecret(), aboutTotp(personId))
  await tx.run(sql`update staff.invitations set used_at = now() where person_id = ${personId} and used_at is null`)
  const written = await tx.row<{ expiresAt: Date }>(sql`
    insert into staff.invitations (token_hash, person_id, totp_sealed, expires_at)
    values (${hashOfToken(token)}, ${personId}, ${sealed}, now() + make_interval(secs => ${settings.staff.invitationSeconds}::int))
    returning expires_at as "expiresAt"`)
  if (!written) throw new Error('the invitation was not written')
  // Behind #: it reaches no log and no other site.
  const link = `${where.publicUrl}/admin/invitation#${token}`
  return { person_id: personId, link, expires_at: written.expiresAt.toISOString() }
}

/** Invites somebody new. The owner hands the link over. Refuses permission_missing; staff_exists. */
export async function inviteStaff(
  karat: Karat,
  staff: Staff,
  person: { email: string; name: string; roles: Role[] },
): Promise<InvitationLinkView> {
  return karat.db.transaction(async (tx) => {
    const id = await addPerson(tx, { ...person, language: staff.language, invitedBy: staff.id })
    await recordAction(tx, staff, {
      action: 'staff.invite',
      subject: { kind: 'staff', id },
      details: { email: person.email.trim().toLowerCase(), roles: person.roles },
    })
    return writeInvitation(tx, id, { sealing: karat.sealing, publicUrl: karat.config.PUBLIC_URL })
  })
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
export async function readInvitation(karat: Karat, token: string): Promise<InvitationView> {
  const { personId, sealed, expiresAt, email, name, roles } = await findInvitation(karat.db, token)
  const secret = karat.sealing.open(sealed, aboutTotp(personId))
  const authenticator = describeAuthenticator(secret, email)
  return { email, name, roles, expires_at: expiresAt.toISOString(), authenticator }
}

type Acceptance = { token: string; password: string; code: string; caller: Caller }

/**
 * The person's password and authenticator are those of the link, which is dead now; whatever session they had is over and a
 * new one is open.
 *
 * Refuses invitation_void; sign_in_wait; password_too_short, password_too_common; code_wrong.
 */
export async function acceptInvitation(
  karat: Karat,
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
    if (used === 0) throw new Refusal('invitation_void')
    await tx.run(sql`update staff.people set password_hash = ${hash}, totp_sealed = ${sealed}, totp_step = ${step},
      totp_next_sealed = null where id = ${personId}`)
    await tx.run(sql`update staff.sessions set ended_at = now(), ended_because = 'factors_set_anew'
      where person_id = ${personId} and ended_at is null`)
    for (const account of [guess.account, email, `${email} ${caller.address}`, `code ${personId}`, `proof ${personId}`])
      await forgetStaffTries(tx, { account, address: caller.address })
    return openStaffSession(tx, personId, caller)
  })
}
