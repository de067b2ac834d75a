/** Members are compared with the lists; what is found stops them and opens a case (decision 0080). */
import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { brokenConstraint, type Queryable, sql, type Tx } from '../db/database.ts'
import { getMember, holdMemberAlone } from '../identity/members-for-staff.ts'
import type { Karat } from '../karat.ts'
import { settings } from '../settings.ts'
import { type Match, matchOf, type Person } from './match-rules.ts'
import { tokensOf } from './name-rules.ts'
import type { PeopleReader } from './person.ts'

export type Reach = Pick<Karat, 'db' | 'peopleOf'>

/** Compares one member with the newest version of the lists. Afterwards their movements are stopped if a list means them. */
export const screen = ({ db, peopleOf }: Reach, memberId: string): Promise<void> =>
  db.transaction((tx) => screenIn(tx, peopleOf, memberId))

/** The same within the transaction that changes who the member is. */
export async function screenIn(tx: Tx, peopleOf: PeopleReader, memberId: string): Promise<void> {
  const row = await tx.row(sql`select 1 as one from cases.people where member_id = ${memberId} for update`)
  if (row) await compare(tx, peopleOf, [memberId])
}

/** For a transaction that the database refused because a member has not been compared with the newest list: whether it can be tried again. */
export const screenFor =
  (reach: Reach) =>
  async (failure: unknown): Promise<boolean> => {
    if (brokenConstraint(failure) !== 'member_is_screened') return false
    await screen(reach, (failure as { detail?: string }).detail ?? '')
    return true
  }

/** One batch of members who are behind the newest list, that no other process is at; how many. */
export const screenBatch = ({ db, peopleOf }: Reach): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx.rows<{ id: string }>(sql`
      select member_id as id from cases.people where version < (select max(version) from cases.lists)
      order by version, member_id limit ${settings.screening.batch}::int for update skip locked`)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await compare(tx, peopleOf, ids)
    return ids.length
  })

/** Compares members whose rows are held. The version is read first: an entry of a later one is found too early, never too late. */
async function compare(tx: Tx, peopleOf: PeopleReader, ids: string[]): Promise<void> {
  const newest = await tx.row<{ version: number | null }>(sql`select max(version) as version from cases.lists`)
  if (!newest?.version) return
  const people = await peopleOf(tx, ids)
  for (const { memberId, person, entryId, match } of await hitsAmong(tx, people))
    await openHit(tx, { memberId, person, entryId, match })
  await tx.run(sql`
    update cases.people set version = ${newest.version}, screened_at = now() where member_id = any(${ids}::uuid[])`)
}

type Hit = { memberId: string; person: Person; entryId: string; match: Match }
type Candidate = {
  memberId: string
  entryId: string
  names: string[]
  births: string[]
  numberHashes: string[]
}

/** What names and entries are found by; a name that is written in one word elsewhere is found by all its parts together. */
export const searchTokens = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => [...tokensOf(name), tokensOf(name).join('')])),
]

async function hitsAmong(db: Queryable, people: Map<string, Person>): Promise<Hit[]> {
  const asked = [...people].map(([id, person]) => ({
    id,
    tokens: searchTokens(person.names),
    hashes: person.numberHash ? [`\\x${person.numberHash}`] : [],
  }))
  const candidates = await db.rows<Candidate>(sql`
    select p.id as "memberId", e.id as "entryId", e.names, e.births,
      array(select encode(hash, 'hex') from unnest(e.number_hashes) as own(hash)) as "numberHashes"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as p(id uuid, tokens text[], hashes bytea[])
    join cases.entries e on e.until_version is null and (e.tokens && p.tokens or e.number_hashes && p.hashes)`)
  return candidates.flatMap(({ memberId, entryId, ...entry }) => {
    const person = people.get(memberId)
    const match = person && matchOf(person, entry)
    return match ? [{ memberId, person, entryId, match }] : []
  })
}

const fingerprintOf = (person: Person) => createHash('sha256').update(JSON.stringify(person)).digest('hex')

/** The member is held alone: what they were moving is over, and what comes later finds the case. A hit that was opened before stays as it was decided. */
async function openHit(tx: Tx, { memberId, person, entryId, match }: Hit): Promise<void> {
  const known = sql`select 1 as one from cases.cases where member_id = ${memberId} and entry_id = ${entryId} and person = ${fingerprintOf(person)}`
  if (await tx.row(known)) return
  await holdMemberAlone(tx, memberId)
  const { store } = await getMember(tx, memberId)
  await tx.run(sql`
    with made as (
      insert into cases.cases (id, number, kind, member_id, store, entry_id, person, matched)
      values (${newId()}, 'C' || nextval('cases.case_numbers'), 'screening', ${memberId}, ${store}, ${entryId}, ${fingerprintOf(person)},
        ${JSON.stringify(match)})
      on conflict (member_id, entry_id, person) where kind = 'screening' do nothing returning id)
    insert into cases.events (case_id, did, actor, words) select id, 'opened', 'system', '' from made`)
}
