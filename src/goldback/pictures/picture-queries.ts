import { type Queryable, sql } from '../../db/database.ts'
import type { PictureKind } from '../case-rules.ts'

type Row = { id: string; kind: PictureKind; at: Date }

/** The pictures of a case, the oldest first; without those that are destroyed. */
export async function picturesOf(db: Queryable, caseId: string) {
  const rows = await db.rows<Row>(sql`
    select id, kind, added_at as at from goldback.pictures
    where case_id = ${caseId} and destroyed_at is null order by added_at, id`)
  return rows.map(({ id, kind, at }) => ({ picture_id: id, kind, at: at.toISOString() }))
}

/** What is lighter or less fine than it was sold as is shown: whether there is a picture of the assay. */
export async function hasAssayPicture(db: Queryable, caseId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from goldback.pictures where case_id = ${caseId} and kind = 'assay' limit 1`)
  return row !== undefined
}
