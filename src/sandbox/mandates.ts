/** Mandates: asked for once under a reference, agreed to by the payer on a hosted page, charged later, ended by either side or with the card. */
import { randomBytes } from 'node:crypto'
import { type Db, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import type { Currency, Minor } from '../money/money.ts'
import {
  type Charge,
  type ChargeRequest,
  declineCharge,
  findChargeByReference,
  insertCharge,
  takeCard,
} from './charges.ts'
import { chargedAs, type MandateKind, type MandateScenario, validSeconds } from './mandate-rules.ts'
import { writeMandateNotice } from './notices.ts'

export type Mandate = {
  id: string
  reference: string
  kind: MandateKind
  limit_minor: Minor
  currency: Currency
  description: string
  return_url: string
  webhook_url: string
  state: 'open' | 'active' | 'revoked' | 'expired'
  token: string | null
  scenario: MandateScenario | null
  account_end: string | null
  expires_at: Date
}

type Asked = Pick<Mandate, 'reference' | 'kind' | 'currency' | 'description' | 'return_url' | 'webhook_url'> & {
  limit: bigint
  expires_at: string
}

/** The mandate of a reference, made now or before: of any number of requests at once one makes it. */
export async function createMandate(db: Db, asked: Asked): Promise<{ mandate: Mandate; isNew: boolean }> {
  const made = await db.row<Mandate>(sql`
    insert into sandbox.mandates (id, reference, kind, limit_minor, currency, description, return_url, webhook_url, expires_at)
    values (${`md_${randomBytes(18).toString('hex')}`}, ${asked.reference}, ${asked.kind}, ${asked.limit}, ${asked.currency}, ${asked.description},
      ${asked.return_url}, ${asked.webhook_url}, ${asked.expires_at})
    on conflict (reference) do nothing returning *`)
  const mandate = made ?? (await findMandateByReference(db, asked.reference))
  if (!mandate) throw new Error('a mandate disappeared')
  return { mandate, isNew: made !== undefined }
}

/** As it is now: that its time is over is written first. */
export const findMandate = (db: Db, id: string) => current(db, sql`id = ${id}`)
export const findMandateByReference = (db: Db, reference: string) => current(db, sql`reference = ${reference}`)

const current = (db: Db, which: Sql): Promise<Mandate | undefined> =>
  db.transaction(async (tx) => {
    await expire(tx, which)
    return read(tx, which)
  })
const read = (db: Queryable, which: Sql) => db.row<Mandate>(sql`select * from sandbox.mandates where ${which}`)

/** Its payer agrees with this test card or wallet: it can be charged from now on. False where it is not open any more. */
export const agreeTo = (
  db: Db,
  id: string,
  { scenario, accountEnd }: { scenario: MandateScenario; accountEnd: string },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const agreed = await tx.row<Mandate>(sql`
      update sandbox.mandates set state = 'active', token = ${`mt_${randomBytes(24).toString('hex')}`}, scenario = ${scenario},
        account_end = ${accountEnd}, over_at = case when ${scenario} = 'ends' then now() + make_interval(secs => ${validSeconds}) end
      where id = ${id} and state = 'open' and expires_at > now() returning *`)
    if (agreed) await writeMandateNotice(tx, agreed)
    return agreed !== undefined
  })

/** By its merchant, or by its payer at the bank: it is charged no more. One that is over stays as it is. */
export const revokeMandate = (db: Db, which: Sql): Promise<boolean> =>
  db.transaction(async (tx) => {
    const revoked = await tx.row<Mandate>(sql`
      update sandbox.mandates set state = 'revoked', ended_at = now() where ${which} and state in ('open', 'active') returning *`)
    if (revoked) await writeMandateNotice(tx, revoked)
    return revoked !== undefined
  })

/** Ends what nobody agreed to in time, and what was agreed with a card that is over. How many. */
export const expireMandates = (db: Db): Promise<number> => db.transaction((tx) => expire(tx, sql`true`))

async function expire(tx: Tx, which: Sql): Promise<number> {
  const expired = await tx.rows<Mandate>(sql`
    update sandbox.mandates set state = 'expired', ended_at = now() where id in (
      select id from sandbox.mandates where state in ('open', 'active') and case state when 'open' then expires_at else over_at end <= now()
        and ${which} order by id limit 100 for update skip locked) returning *`)
  for (const mandate of expired) await writeMandateNotice(tx, mandate)
  return expired.length
}

type Charging = Pick<ChargeRequest, 'reference' | 'amount_minor' | 'currency' | 'description' | 'webhook_url'> & {
  token: string
  expires_at: string
}

/**
 * The charge of a reference by a mandate, made now or before: it goes as the test card or wallet does, and is declined where the mandate
 * is over, or takes less at once. Undefined where nobody has given such a token.
 */
export async function chargeMandate(db: Db, { token, ...asked }: Charging): Promise<Charge | undefined> {
  const known = await db.transaction(async (tx) => {
    await expire(tx, sql`token = ${token}`)
    const mandate = await tx.row<Mandate>(sql`select * from sandbox.mandates where token = ${token} for update`)
    if (!mandate) return false
    const request = { ...asked, method: 'card' as const, bank: null, return_url: mandate.return_url }
    const made = await insertCharge(tx, request, mandate.id)
    const reason = whyDeclined(mandate, asked)
    if (made && reason) await declineCharge(tx, made.id, reason)
    else if (made && mandate.scenario) await takeCard(tx, made.id, chargedAs(mandate.scenario))
    return true
  })
  return known ? findChargeByReference(db, asked.reference) : undefined
}

function whyDeclined(mandate: Mandate, { amount_minor, currency }: Omit<Charging, 'token'>): string | null {
  if (mandate.state !== 'active') return mandate.state === 'expired' ? 'mandate_expired' : 'mandate_revoked'
  return amount_minor > mandate.limit_minor || currency !== mandate.currency ? 'mandate_limit' : null
}
