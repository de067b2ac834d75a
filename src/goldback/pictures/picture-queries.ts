import { type Queryable, sql } from '../../db/database.ts'
import type { PictureKind } from '../case-rules.ts'

type Row = { id: string; kind: PictureKind; position: number | null; at: Date }

/** The pictures of a case, the oldest first; without those that are destroyed. */
export async function picturesOf(db: Queryable, caseId: string) {
  const rows = await db.rows<Row>(sql`
    select id, kind, position, added_at as at from goldback.pictures
    where case_id = ${caseId} and destroyed_at is null order by added_at, id`)
  return rows.map(({ id, kind, position, at }) => ({ picture_id: id, kind, position, at: at.toISOString() }))
}

/** Whether there is a picture of the assay. */
export async function hasAssayPicture(db: Queryable, caseId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from goldback.pictures where case_id = ${caseId} and kind = 'assay' limit 1`)
  return row !== undefined
}
