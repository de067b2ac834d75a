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

/** The papers about these subjects, oldest first, with all that they say. Whose they are, the caller has asked before. */
export const listPapers = (db: Queryable, subject: string, ids: string[]): Promise<IssuedPaper[]> =>
  db.rows(sql`
    select id, subject_id as "subjectId", kind, year, number, document, issued_at as "issuedAt" from papers.papers
    where subject_kind = ${subject} and subject_id = any(${ids}::text[]) order by id`)
