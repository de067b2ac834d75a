/** How the first owner of a real shop comes in: by a link that the start prints to whoever runs the machine (decision 0141). */
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { type Db, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { addPerson, holdFirst, isOwnerBesides, writeInvitation } from './invite-staff.ts'

/** A link to /setup, good once and for an hour; every older one is dead. Null once an owner can sign in. */
export function writeFirstLink(db: Db, publicUrl: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    await holdFirst(tx)
    if (await isOwnerBesides(tx, [])) return null
    const token = newToken()
    await tx.run(sql`update staff.first_links set used_at = now() where used_at is null`)
    await tx.run(sql`insert into staff.first_links (token_hash, expires_at)
      values (${hashOfToken(token)}, now() + make_interval(secs => ${settings.staff.firstLinkSeconds}::int))`)
    // Behind #: it reaches no server's log and no other site.
    return `${publicUrl}/setup#${token}`
  })
}

type FirstOwner = { token: string; name: string; email: string; language: string }

/**
 * The link is dead, and whoever holds it is invited as owner: what is answered is their invitation, with which they set password and
 * authenticator. Nobody else is told, for there is nobody.
 *
 * Refuses invitation_void, also once an owner can sign in.
 */
export function beginAsOwner(
  karat: Bag<'staff'>,
  { token, name, email, language }: FirstOwner,
): Promise<{ link: string }> {
  return karat.db.transaction(async (tx) => {
    await holdFirst(tx)
    const used = await tx.run(sql`update staff.first_links set used_at = now()
      where token_hash = ${hashOfToken(token)} and used_at is null and expires_at > now()`)
    if (used === 0 || (await isOwnerBesides(tx, []))) throw new Refusal('invitation_void')
    const address = email.trim().toLowerCase()
    // Somebody began before and never set a password.
    const begun = await tx.row<{ id: string }>(sql`
      update staff.people set name = ${name.trim()}, roles = '{owner}' where email = ${address} and password_hash is null and disabled_at is null returning id`)
    const id = begun?.id ?? (await addPerson(tx, { email: address, name, roles: ['owner'], language, invitedBy: null }))
    const { link } = await writeInvitation(tx, id, { sealing: karat.sealing, publicUrl: '' })
    await tx.run(sql`update staff.first_links set person_id = ${id} where token_hash = ${hashOfToken(token)}`)
    return { link }
  })
}
