import type { Queryable } from '../db/database.ts'
import type { Person } from './match-rules.ts'

/** Who members are, as far as they have shown it: filled by the area that keeps proofs of identity (karat.ts). */
export type PeopleReader = (db: Queryable, memberIds: readonly string[]) => Promise<Map<string, Person>>
