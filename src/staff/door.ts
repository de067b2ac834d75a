/** Who of the house is asking: the person behind a bearer token of the back office. A member's token is nobody here. */
import type { FastifyRequest } from 'fastify'
import { hashOfToken } from '../credentials/session-token.ts'
import { sql } from '../db/database.ts'
import { hashOfBody, type Once } from '../http/idempotency.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { type Permission, permissionsOf, type Role } from './permission-rules.ts'
import { recordRefusal } from './record-action.ts'

/** Somebody of the house who is signed in, what they may, and from where they ask. */
export type Staff = {
  id: string
  sessionId: string
  name: string
  email: string
  language: string
  roles: Role[]
  may: ReadonlySet<Permission>
  address: string
  requestId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    staff: Staff | null
  }
}

type Found = Pick<Staff, 'id' | 'sessionId' | 'name' | 'email' | 'language' | 'roles'> & { untouched: boolean }

/** Sets `request.staff` from the bearer token. Refuses too_many_requests to who tries tokens out, unauthenticated (401, 4001). */
export async function authenticateStaff(request: FastifyRequest, karat: Bag<'staff'>): Promise<Staff> {
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  const address = addressSubject(request.ip)
  const { unattended } = request.routeOptions.config
  const found = token
    ? await karat.tokenTries.find(hashOfToken(token), address, (hash) => findSession(karat, hash, !unattended))
    : null
  if (!found) throw new Refusal('unauthenticated')
  const { untouched: _, ...person } = found
  request.staff = { ...person, may: permissionsOf(person.roles), address, requestId: request.id }
  return request.staff
}

/** Asked at every call, so that an ended session, a disabled person and a role taken away count from the next one on. */
async function findSession({ db, settings }: Bag<'staff'>, tokenHash: Buffer, inUse: boolean): Promise<Found | null> {
  const { idleSeconds, touchSeconds } = settings.staff.session
  const found = await db.row<Found>(sql`
    select p.id, s.id as "sessionId", p.name, p.email, p.language, p.roles,
      s.last_used_at < now() - make_interval(secs => ${touchSeconds}) as untouched
    from staff.sessions s join staff.people p on p.id = s.person_id
    where s.token_hash = ${tokenHash} and s.ended_at is null and s.expires_at > now() and p.disabled_at is null
      and s.last_used_at > now() - make_interval(secs => ${idleSeconds})`)
  if (inUse && found?.untouched)
    await db.run(sql`update staff.sessions set last_used_at = now() where token_hash in (
      select token_hash from staff.sessions where token_hash = ${tokenHash} for update skip locked)`)
  return found ?? null
}

/** Refuses permission_missing, and keeps that somebody tried. */
export async function requirePermission(karat: Bag<'staff'>, staff: Staff, permission: Permission): Promise<void> {
  if (staff.may.has(permission)) return
  await recordRefusal(karat, staff, permission)
  throw new Refusal('permission_missing', { permission })
}

/** The person of a request whose door is for staff. */
export function requireStaff(request: FastifyRequest): Staff {
  if (!request.staff) throw new Refusal('unauthenticated')
  return request.staff
}

/** Refuses idempotency_key_invalid for a key outside 1–255 characters, and for none where the call moves something. */
export function requireKey({ headers, routeOptions }: FastifyRequest): void {
  const key = headers['idempotency-key']
  if (key === undefined && !routeOptions.config.once) return
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) throw new Refusal('idempotency_key_invalid')
}

/** A call that moves something and whose command never got the key would do it twice: a defect that its first answer shows. */
export function requireKeyTaken({ routeOptions, keyTaken, method, url }: FastifyRequest): void {
  if (routeOptions.config.once && !keyTaken) throw new Error(`${method} ${url} has not used its Idempotency-Key`)
}

/** The Idempotency-Key of a staff call as its command takes it; `null` without one. */
export function staffOnce(request: FastifyRequest): Once {
  const key = request.headers['idempotency-key']
  request.keyTaken = true
  if (typeof key !== 'string') return null
  return {
    scope: `staff ${requireStaff(request).id} ${request.routeOptions.url}`,
    key,
    bodyHash: hashOfBody(request.body),
    replayed: () => {
      request.replayed = true
    },
  }
}
