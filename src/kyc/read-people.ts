import type { Person } from '../cases/match-rules.ts'
import type { PeopleReader } from '../cases/person.ts'
import { sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'

/** Members as the screening compares them: as they have told who they are, unless that was rejected; else by the name of their account. */
export const readPeople: PeopleReader = async (db, memberIds) => {
  const [names, told] = await Promise.all([
    namesOfMembers(db, [...memberIds]),
    db.rows<{ id: string; name: string; birthDate: string; hash: string | null }>(sql`
      select n.member_id as id, n.full_name as name, n.birth_date::text as "birthDate", encode(n.number_hash, 'hex') as hash
      from kyc.real_names n join kyc.reviews r on r.member_id = n.member_id and r.subject = 'real_name'
      where n.member_id = any(${memberIds}::uuid[]) and r.state <> 'rejected'`),
  ])
  const people = new Map<string, Person>(
    [...names].map(([id, name]) => [id, { names: [name], birthDate: null, numberHash: null }]),
  )
  for (const { id, name, birthDate, hash } of told) people.set(id, { names: [name], birthDate, numberHash: hash })
  return people
}
