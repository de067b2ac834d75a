import { brokenConstraint, type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { isOpenHeld } from '../stores/stores.ts'
import type { AgreementClause } from './agreement-rules.ts'
import { languages } from './entry-rules.ts'
import type { Texts } from './text-rules.ts'

type AgreementWish = {
  store: string
  version: string
  /** A day of the store's zone, from whose midnight on it is in force; null: at once. */
  effectiveOn: string | null
  title: Texts
  changes: Texts
  body: Texts
  /** What of the shop's own rules its text agrees to. */
  clauses?: AgreementClause[]
  reason: string
}

/**
 * A new version of the member agreement is there, in force from a day to come, or at once in a store that nobody could agree to anything in
 * yet. Versions before it stay as they are.
 *
 * Refuses permission_missing; not_found for no store of ours; invalid_input for a version that there is or that every store begins with, a day that has
 * begun, none in a store that is open, or an empty text.
 */
export async function publishAgreement(
  karat: Bag<'content'>,
  staff: Staff,
  wish: AgreementWish,
): Promise<{ version: string }> {
  const store = karat.stores.get(wish.store)
  if (!store) throw new Refusal('not_found')
  const wrong = Object.fromEntries(
    (['title', 'changes', 'body'] as const).flatMap((name) =>
      languages
        .filter((language) => !wish[name][language]?.trim())
        .map((language) => [`${name}.${language}`, problem('empty')]),
    ),
  )
  const { version, effectiveOn, reason } = wish
  if (version === settings.agreement.version) wrong.version = problem('used')
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
  return karat.db.transaction(async (tx) => {
    if (effectiveOn === null && (await isOpenHeld(tx, store.code)))
      throw invalidInput({ effective_on: problem('day_to_come') })
    const added = await tx
      .run(sql`
        insert into content.agreements (store, version, effective_at, title, changes, body, clauses)
        select ${store.code}, ${version}, starts, ${JSON.stringify(wish.title)}::jsonb, ${JSON.stringify(wish.changes)}::jsonb,
          ${JSON.stringify(wish.body)}::jsonb, ${wish.clauses ?? []}::text[]
        from (select coalesce(${effectiveOn}::timestamp at time zone ${store.timeZone}::text, now()) as starts) as day
        where starts > now() or ${effectiveOn}::timestamp is null`)
      .catch((error) => {
        if (brokenConstraint(error) === 'agreements_pkey') throw invalidInput({ version: problem('used') })
        throw error
      })
    if (added === 0) throw invalidInput({ effective_on: problem('day_to_come') })
    await recordAction(tx, staff, {
      action: 'content.agreement',
      subject: { kind: 'agreement', id: version },
      store: store.code,
      reason,
      details: { did: 'publish', effective_on: effectiveOn, clauses: wish.clauses ?? [] },
    })
    await tx.run(sql`select pg_notify('karat_catalogue', 'all')`)
    return { version }
  })
}

type Row = {
  store: string
  version: string
  clauses: AgreementClause[]
  effectiveAt: Date
  state: 'in_force' | 'former' | 'coming'
} & Record<'title' | 'changes' | 'body', Texts>

/** Every version in every store, the newest first. */
export const listAgreements = async (db: Queryable) =>
  (
    await db.rows<Row>(sql`
      select store, version, effective_at as "effectiveAt", title, changes, body, clauses, case
        when effective_at > now() then 'coming'
        when effective_at = max(effective_at) filter (where effective_at <= now()) over (partition by store) then 'in_force'
        else 'former' end as state
      from content.agreements order by effective_at desc, store`)
  ).map(({ effectiveAt, ...row }) => ({ ...row, effective_at: effectiveAt.toISOString() }))
