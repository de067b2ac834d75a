/** Mandates: what a member lets be charged later, and how it stands. The place of their member is held by whoever changes one. */
import { v7 as newId } from 'uuid'
import { type Db, empty, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { foldSetting, type StoreSettings } from '../stores/setting-rules.ts'
import { settingOf } from '../stores/stores.ts'
import type { MandateKind, ProviderMandate } from './contract.ts'
import { type Providers, takenBy } from './providers.ts'

export type Mandate = {
  id: string
  subject_id: string
  member_id: string
  store: string
  provider: string
  kind: MandateKind
  currency: Currency
  limit_minor: bigint
  state: ProviderMandate['state']
  agree_url: string | null
  account_end: string | null
  agree_by: Date
}

export const aboutMandate = (memberId: string, id: string) => `mandate ${memberId} ${id}`

/** What becomes of what a mandate pays for; areas above know what that is (`src/settlers.ts`). */
export type MandateSettler = {
  /** Holds the member's place, before the mandate is. */
  hold(tx: Tx, of: Pick<Mandate, 'member_id' | 'store'>): Promise<void>
  /** It can be charged from now on. */
  began(tx: Tx, mandate: Mandate): Promise<void>
  /** Its provider says that it can be charged no more. `wasActive`: it could before. */
  ended(tx: Tx, mandate: Mandate, how: { wasActive: boolean; as: 'revoked' | 'expired' }): Promise<void>
  /** Its member may be charged now, and what is charged may be sold, as far as areas above know; asked before each charge. */
  mayCharge(db: Queryable, of: Pick<Mandate, 'member_id' | 'store'>): Promise<boolean>
}
export type MandateSettled = 'mandate_active' | 'mandate_ended' | 'nothing_new' | 'unknown_mandate'

type Opening = Pick<Mandate, 'subject_id' | 'member_id' | 'store' | 'kind' | 'currency' | 'limit_minor'>

const mandateKinds: readonly MandateKind[] = ['card', 'wallet']
/** What a member of a store may let be charged: nothing where nobody takes it. What was agreed to is charged while it stands. */
export const mandatesOffered = (providers: Providers, said: StoreSettings['pay_plans']): readonly MandateKind[] =>
  providers.has(takenBy.card) ? mandateKinds.filter((kind) => said[kind] === 'on') : []

/** One that its member is to agree to; a subject has at most one that is not over. Refuses method_unavailable. */
export async function openMandate(tx: Tx, providers: Providers, of: Opening): Promise<void> {
  const said = await tx.row<{ own: object | null }>(sql`select ${settingOf(sql`${of.store}`, 'pay_plans')} as own`)
  if (!mandatesOffered(providers, foldSetting('pay_plans', [said?.own ?? {}])).includes(of.kind))
    throw new Refusal('method_unavailable', { method: of.kind, why: 'not_offered' })
  await tx.run(sql`
    insert into payments.mandates (id, subject_id, member_id, store, provider, kind, currency, limit_minor, agree_by)
    values (${newId()}, ${of.subject_id}, ${of.member_id}, ${of.store}, ${takenBy.card}, ${of.kind}, ${of.currency}, ${of.limit_minor},
      now() + make_interval(secs => ${settings.mandates.agreeSeconds}::int))`)
}

/**
 * Asks providers where the member agrees, for each of theirs that has no such place yet; no transaction is open during that. One that is
 * not answered is asked for again when the member comes again.
 */
export async function startMandates(
  { db, providers, config }: Pick<Karat, 'db' | 'providers' | 'config'>,
  of: Pick<Mandate, 'member_id' | 'store'>,
  { describe, returnUrl }: { describe: (mandate: Mandate) => Promise<string>; returnUrl: string },
): Promise<void> {
  const waiting = await db.rows<Mandate>(sql`
    select * from payments.mandates where member_id = ${of.member_id} and store = ${of.store} and state = 'pending' and agree_url is null`)
  for (const mandate of waiting) {
    const answer = await providers.get(mandate.provider)?.createMandate({
      ...{ reference: mandate.id, kind: mandate.kind, limitMinor: mandate.limit_minor, currency: mandate.currency },
      ...{
        description: await describe(mandate),
        returnUrl,
        webhookUrl: `${config.SANDBOX_URL}/api/webhooks/${mandate.provider}`,
      },
      expiresAt: mandate.agree_by,
    })
    if (answer?.outcome === 'known' && answer.mandate.agreeUrl)
      await db.run(
        sql`update payments.mandates set agree_url = ${answer.mandate.agreeUrl} where id = ${mandate.id} and state = 'pending' and agree_url is null`,
      )
  }
}

/** Brings a mandate to what its provider says of it. One that is over here stays so: where it is not there, its provider is told again. */
export async function settleMandate(
  tx: Tx,
  karat: Pick<Karat, 'sealing' | 'mandateSettler'>,
  told: ProviderMandate,
): Promise<MandateSettled> {
  const which = sql`select * from payments.mandates where id = ${told.reference}`
  const found = await tx.row<Mandate>(which)
  if (!found) return 'unknown_mandate'
  await karat.mandateSettler.hold(tx, found)
  const mandate = await tx.row<Mandate>(sql`${which} for update`)
  if (!mandate || told.state === 'pending' || told.state === mandate.state) return 'nothing_new'
  if (mandate.state === 'revoked' || mandate.state === 'expired') {
    if (told.state === 'active') await tx.run(sql`update payments.mandates set ${tellNow} where id = ${mandate.id}`)
    return 'nothing_new'
  }
  if (told.state === 'active') {
    requireSame(mandate, told)
    const token = karat.sealing.seal(Buffer.from(told.token ?? ''), aboutMandate(mandate.member_id, mandate.id))
    await tx.run(sql`
      update payments.mandates set state = 'active', token_sealed = ${token}, account_end = ${told.accountEnd}, agreed_at = now()
      where id = ${mandate.id}`)
    await karat.mandateSettler.began(tx, mandate)
    return 'mandate_active'
  }
  await endByProvider(tx, karat, mandate, told.state)
  return 'mandate_ended'
}

/** Its provider is told that it is over, at once and until it answers. */
const tellNow: Sql = sql`to_revoke = true, tries = 0, next_try_at = now()`

function requireSame({ id, kind, currency, limit_minor }: Mandate, told: ProviderMandate): void {
  if (!told.token || !told.accountEnd) throw new Error(`an active mandate without its token: ${id}`)
  if (told.kind !== kind || told.currency !== currency || told.limitMinor < limit_minor)
    throw new Error(`its provider says something else of a mandate than was asked for: ${id}`)
}

type End = { as: 'revoked' | 'expired'; by: 'member' | 'bank' }

/** What it is charged with is destroyed. How many were not over. */
const end = (tx: Tx, which: Sql, { as, by }: End): Promise<number> =>
  tx.run(sql`
    update payments.mandates set state = ${as}, ended_by = ${by}, token_sealed = null, ended_at = now() ${by === 'member' ? sql`, ${tellNow}` : empty}
    where ${which} and state in ('pending', 'active')`)

/** By its member: it is charged no more, and its provider is told until it answers. How many were not over. */
export const endMandates = (tx: Tx, which: Sql): Promise<number> => end(tx, which, { as: 'revoked', by: 'member' })

/** As its provider says, by notice or when it declines a charge for that reason. */
export async function endByProvider(
  tx: Tx,
  { mandateSettler }: Pick<Karat, 'mandateSettler'>,
  mandate: Mandate,
  as: 'revoked' | 'expired',
): Promise<void> {
  await end(tx, sql`id = ${mandate.id}`, { as, by: 'bank' })
  await mandateSettler.ended(tx, mandate, { wasActive: mandate.state === 'active', as })
}

/** The account is closed: nothing is charged, and which card or wallet it was is forgotten. */
export async function forgetMandates(tx: Tx, memberId: string): Promise<void> {
  await endMandates(tx, sql`member_id = ${memberId}`)
  await tx.run(
    sql`update payments.mandates set agree_url = null, account_end = null, token_sealed = null where member_id = ${memberId}`,
  )
}

/** The one of a subject that is not over: it can be charged where it is `active`. */
export const livingMandate = (db: Queryable, subjectId: string): Promise<Mandate | undefined> =>
  db.row<Mandate>(
    sql`select * from payments.mandates where subject_id = ${subjectId} and state in ('pending', 'active')`,
  )

/** The money of a charge of one of its mandates may still come, whatever became of the mandate, and of what the charge was for. */
export const isBeingCharged = async (db: Queryable, subjectId: string): Promise<boolean> =>
  (await db.row(sql`
    select 1 as one from payments.mandates m join payments.payments p on p.mandate_id = m.id
    where m.subject_id = ${subjectId} and p.state in ('created', 'pending', 'unknown') limit 1`)) !== undefined

export type MandateShown = Pick<Mandate, 'kind' | 'state' | 'agree_url' | 'account_end' | 'limit_minor'> & {
  subject_id: string
  ended_by: 'member' | 'bank' | null
}

/** The newest of each subject. */
export const newestMandates = (db: Queryable, subjectIds: string[]): Promise<MandateShown[]> =>
  db.rows<MandateShown>(sql`
    select distinct on (subject_id) subject_id, kind, state, ended_by, account_end, limit_minor,
      case when state in ('pending', 'active') then agree_url end as agree_url
    from payments.mandates where subject_id = any(${subjectIds}::uuid[]) order by subject_id, created_at desc`)

type Held = Record<string, unknown> & { currency: Currency; most: bigint }
/** For the copy that a member may ask for. */
export async function heldMandates(db: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.rows<Held>(sql`
    select store, provider, kind, currency, limit_minor as most, account_end, state, ended_by, created_at, agreed_at, ended_at
    from payments.mandates where member_id = ${memberId} order by created_at, id`)
  return rows.map(({ most, ...mandate }) => ({ ...mandate, most: moneyText(minor(most), mandate.currency) }))
}

type Reach = Pick<Karat, 'db' | 'providers' | 'sealing' | 'mandateSettler' | 'log'>
type ToAsk = Mandate & { to_revoke: boolean; is_late: boolean }

/** Asks providers about mandates that nobody has told us of, and tells them of those that are over here; each is put off before it is asked. */
export async function askAboutMandates(karat: Reach): Promise<void> {
  for (const mandate of await takeMandatesToAsk(karat.db))
    await askAbout(karat, mandate).catch((error) =>
      karat.log.warn({ err: error, mandate: mandate.id }, 'mandate cannot be settled'),
    )
}

const takeMandatesToAsk = (db: Db): Promise<ToAsk[]> =>
  db.rows<ToAsk>(sql`
    update payments.mandates set tries = least(tries + 1, 30000), next_try_at = now() + case when to_revoke
        then least(interval '5 seconds' * power(2, least(tries, 10)), make_interval(secs => ${settings.provider.slowestCloseSeconds}::int))
        else make_interval(secs => ${settings.mandates.askSeconds}::int) end
    where id in (select id from payments.mandates where (state = 'pending' or to_revoke) and next_try_at <= now()
      order by next_try_at limit 50 for update skip locked)
    returning *, agree_by < now() - make_interval(secs => ${settings.provider.absentSeconds}::int) as is_late`)

async function askAbout(karat: Reach, mandate: ToAsk): Promise<void> {
  const provider = karat.providers.get(mandate.provider)
  const answer = await (mandate.to_revoke ? provider?.revokeMandate(mandate.id) : provider?.findMandate(mandate.id))
  if (!answer || answer.outcome === 'unknown') return
  const isKnown = answer.outcome === 'known' && answer.mandate.reference === mandate.id
  if (mandate.to_revoke) {
    const isOver = !isKnown || answer.mandate.state === 'revoked' || answer.mandate.state === 'expired'
    if (isOver) await karat.db.run(sql`update payments.mandates set to_revoke = false where id = ${mandate.id}`)
  } else if (isKnown) await karat.db.transaction((tx) => settleMandate(tx, karat, answer.mandate))
  else if (mandate.is_late) await karat.db.transaction((tx) => giveUp(tx, karat, mandate))
}

/** One that its provider never heard of, once its time is over. */
async function giveUp(tx: Tx, { mandateSettler }: Reach, { id, member_id, store }: Mandate): Promise<void> {
  await mandateSettler.hold(tx, { member_id, store })
  await end(tx, sql`id = ${id} and state = 'pending'`, { as: 'expired', by: 'bank' })
}
