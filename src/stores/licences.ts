/** By what a store may offer what not every house may (decision 0147): rows that end once and are never changed otherwise. */
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import type { Feature, licenceKinds } from './feature-rules.ts'
import { endOfDay, type Store } from './stores.ts'

type NewLicence = {
  feature: Feature
  kind: (typeof licenceKinds)[number]
  number: string
  issuer: string
  /** Days such as "2026-12-01"; null: it has no last one. */
  issuedOn: string
  untilOn: string | null
  words: string
  recordedBy: string
  approvedBy: string
  reason: string
}

/** The store may offer it from this commit on, until the end of the last day in its zone. */
export async function insertLicence(tx: Tx, { code, timeZone }: Store, licence: NewLicence): Promise<void> {
  const { feature, kind, number, issuer, issuedOn, untilOn, words, recordedBy, approvedBy, reason } = licence
  const until: Sql = untilOn === null ? sql`null` : endOfDay(untilOn, timeZone)
  await tx.run(sql`
    insert into stores.licences (store, feature, kind, number, issuer, issued_on, until_on, until_at, words, recorded_by, approved_by, reason)
    values (${code}, ${feature}, ${kind}, ${number}, ${issuer}, ${issuedOn}::date, ${untilOn}::date, ${until}::timestamptz,
      ${words}, ${recordedBy}, ${approvedBy}, ${reason})`)
}

type Ended = { store: string; feature: Feature; number: string }

/** It is over at once: whoever is selling by it comes before. Undefined where it has been ended, or there is none. */
export const markEnded = (tx: Tx, { id, by, reason }: { id: number; by: string; reason: string }) =>
  tx.row<Ended>(sql`
    update stores.licences set ended_at = clock_timestamp(), ended_by = ${by}, ended_because = ${reason}
    where id = ${id} and ended_at is null returning store, feature, number`)

export const isLicence = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.row(sql`select 1 as one from stores.licences where id = ${id}`)) !== undefined

export type LicenceRow = {
  id: bigint
  feature: Feature
  kind: (typeof licenceKinds)[number] | 'demonstration'
  number: string
  issuer: string
  issued_on: string
  until_on: string | null
  words: string
  recorded_by: string
  approved_by: string | null
  reason: string
  state: 'in_force' | 'over' | 'ended'
  from: Date | null
  endedAt: Date | null
  endedBy: string
  endedBecause: string
}

/** The newest first. */
export const listLicences = (db: Queryable, store: string): Promise<LicenceRow[]> =>
  db.rows<LicenceRow>(sql`
    select id, feature, kind, number, issuer, issued_on::text, until_on::text, words, recorded_by, approved_by, reason,
      nullif(from_at, '-infinity') as "from", ended_at as "endedAt", ended_by as "endedBy", ended_because as "endedBecause",
      case when ended_at is not null then 'ended' when until_at <= now() then 'over' else 'in_force' end as state
    from stores.licences where store = ${store} order by id desc`)
