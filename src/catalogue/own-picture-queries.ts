/** Pictures that the office has uploaded, read. */
import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import type { OwnFileName } from './own-picture-rules.ts'

/** The bytes of one file. Refuses not_found. */
export async function getOwnFile(db: Queryable, { picture, kind, width }: OwnFileName): Promise<Buffer> {
  const file = await db.row<{ content: Buffer }>(
    sql`select content from catalogue.picture_files where picture = ${picture} and kind = ${kind} and width = ${width}`,
  )
  if (!file) throw new Refusal('not_found')
  return file.content
}
