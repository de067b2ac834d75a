/** The member agreement, by version. */
import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { AgreementClause } from './agreement-rules.ts'
import type { AgreementView } from './contract.ts'
import { templateAgreement } from './template-rules.ts'
import { readArticle, type Texts, textIn } from './text-rules.ts'
import { type HouseReader, WRITTEN } from './written-queries.ts'

/** The version that a new member of the store agrees to now; the one of the settings where a store has published none. */
export async function agreementInForce(db: Queryable, store: string): Promise<string> {
  const row = await db.row<{ version: string }>(sql`select version from content.agreements
    where store = ${store} and effective_at <= now() order by effective_at desc limit 1`)
  return row?.version ?? settings.agreement.version
}

/** The versions of a store that have this clause in them, in force or not. */
export async function versionsWith(db: Queryable, store: string, clause: AgreementClause): Promise<string[]> {
  const rows = await db.rows<{ version: string }>(
    sql`select version from content.agreements where store = ${store} and ${clause} = any(clauses)`,
  )
  return rows.map(({ version }) => version)
}

type VersionRow = { version: string; effectiveAt: Date; isPast: boolean }

/**
 * One version whole, that in force when none is named, and the list of all, the newest first; of a store that has published none what every
 * store begins with. Refuses not_found.
 */
export async function getAgreement(db: Queryable, reader: HouseReader, version?: string): Promise<AgreementView> {
  const all = await db.rows<VersionRow>(sql`
    select version, effective_at as "effectiveAt", effective_at <= now() as "isPast"
    from content.agreements where store = ${reader.store.code} order by effective_at desc`)
  if (all.length === 0 && (version ?? settings.agreement.version) === settings.agreement.version)
    return viewTemplate(reader)
  const inForce = all.find(({ isPast }) => isPast)?.version
  const versions = all.map(({ version: name, effectiveAt, isPast }) => ({
    version: name,
    effective_at: effectiveAt.toISOString(),
    state: name === inForce ? ('in_force' as const) : isPast ? ('former' as const) : ('coming' as const),
  }))
  const asked = versions.find((one) => one.version === (version ?? inForce))
  if (!asked) throw new Refusal('not_found')
  const text = await db.row<{ title: Texts; changes: Texts; body: Texts }>(sql`select title, changes, body
    from content.agreements where store = ${reader.store.code} and version = ${asked.version}`)
  if (!text) throw new Refusal('not_found')
  return {
    ...asked,
    title: textIn(text.title, reader.language),
    changes: textIn(text.changes, reader.language),
    body: readArticle(textIn(text.body, reader.language)),
    versions,
  }
}

function viewTemplate({ store, language }: HouseReader): AgreementView {
  const { title, changes, body } = templateAgreement(store.settings.house)
  const { version } = settings.agreement
  const only = { version, effective_at: WRITTEN.toISOString(), state: 'in_force' as const }
  return {
    ...only,
    title: textIn(title, language),
    changes: textIn(changes, language),
    body: readArticle(textIn(body, language)),
    versions: [only],
  }
}

/** Whether a version that its staff published is in force. */
export const hasOwnAgreement = async (db: Queryable, store: string): Promise<boolean> =>
  (await db.row(
    sql`select 1 as one from content.agreements where store = ${store} and effective_at <= now() limit 1`,
  )) !== undefined
