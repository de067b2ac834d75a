/** The member agreement, by version. */
import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { AgreementClause } from './agreement-rules.ts'
import type { AgreementView } from './contract.ts'
import { WRITTEN } from './page-queries.ts'
import { type AgreementTexts, templateAgreement } from './template-rules.ts'
import { readArticle, textIn } from './text-rules.ts'
import type { HouseReader } from './written-queries.ts'

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

const TEMPLATE = {
  version: settings.agreement.version,
  effective_at: WRITTEN.toISOString(),
  state: 'in_force' as const,
}

type VersionRow = { version: string; effectiveAt: Date; isPast: boolean }

/**
 * One version whole, that in force when none is named, and the list of all, the newest first; until the day of a store's first version has
 * come, what every store begins with is in force. Refuses not_found.
 */
export async function getAgreement(db: Queryable, reader: HouseReader, version?: string): Promise<AgreementView> {
  const all = await db.rows<VersionRow>(sql`
    select version, effective_at as "effectiveAt", effective_at <= now() as "isPast"
    from content.agreements where store = ${reader.store.code} order by effective_at desc`)
  const inForce = all.find(({ isPast }) => isPast)?.version
  const published = all.map(({ version: name, effectiveAt, isPast }) => ({
    version: name,
    effective_at: effectiveAt.toISOString(),
    state: name === inForce ? ('in_force' as const) : isPast ? ('former' as const) : ('coming' as const),
  }))
  const versions = inForce ? published : [...published, TEMPLATE]
  const asked = versions.findLast((one) => one.version === (version ?? inForce ?? TEMPLATE.version))
  if (!asked) throw new Refusal('not_found')
  if (asked === TEMPLATE)
    return { ...asked, ...textsOf(templateAgreement(reader.store.settings.house), reader), versions }
  const text = await db.row<AgreementTexts>(sql`select title, changes, body
    from content.agreements where store = ${reader.store.code} and version = ${asked.version}`)
  if (!text) throw new Refusal('not_found')
  return { ...asked, ...textsOf(text, reader), versions }
}

const textsOf = ({ title, changes, body }: AgreementTexts, { language }: HouseReader) => ({
  title: textIn(title, language),
  changes: textIn(changes, language),
  body: readArticle(textIn(body, language)),
})

/** Whether a version that its staff published is in force. */
export const hasOwnAgreement = async (db: Queryable, store: string): Promise<boolean> =>
  (await db.row(
    sql`select 1 as one from content.agreements where store = ${store} and effective_at <= now() limit 1`,
  )) !== undefined
