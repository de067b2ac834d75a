import { type Queryable, sql } from '../db/database.ts'
import type { Paper } from './paper-rules.ts'

export type IssuedPaper = {
  id: bigint
  subjectId: string
  kind: string
  year: number
  /** Within its kind, store and year; how it is written stands in the document. */
  number: number
  document: Paper
  issuedAt: Date
}

/** How the first paper about something is called; null where there is none. */
export async function numberOfPaper(db: Queryable, subject: string, id: string): Promise<string | null> {
  return (await numbersOfPapers(db, subject, [id])).get(id) ?? null
}

/** The papers about these subjects, oldest first, with all that they say. Whose they are, the caller has asked before. */
export const listPapers = (db: Queryable, subject: string, ids: string[]): Promise<IssuedPaper[]> =>
  db.rows(sql`
    select id, subject_id as "subjectId", kind, year, number, document, issued_at as "issuedAt" from papers.papers
    where subject_kind = ${subject} and subject_id = any(${ids}::text[]) order by id`)

/** How the first papers about these subjects are called. */
export async function numbersOfPapers(db: Queryable, subject: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; number: string }>(sql`
    select distinct on (subject_id) subject_id as id, document ->> 'number' as number from papers.papers
    where subject_kind = ${subject} and subject_id = any(${ids}::text[]) order by subject_id, papers.papers.id`)
  return new Map(rows.map(({ id, number }) => [id, number]))
}
