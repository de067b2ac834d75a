/** Published days, read. */
import { type Queryable, sql } from '../db/database.ts'
import { type Note, readNote } from './note-rules.ts'

/** Dates, the oldest first. */
export async function listDates(db: Queryable, store: string): Promise<string[]> {
  const rows = await db.rows<{ date: string }>(sql`
    select to_char(date, 'YYYY-MM-DD') as date from proof.days where store = ${store} order by date`)
  return rows.map(({ date }) => date)
}

/** The newest published day; null before the first. */
export const findLastDay = (db: Queryable, store: string): Promise<{ number: bigint; instant: Date } | null> =>
  db
    .row<{ number: bigint; instant: Date }>(sql`
      select number, instant from proof.days where store = ${store} order by number desc limit 1`)
    .then((row) => row ?? null)

export async function findFile(
  db: Queryable,
  { store, date, name }: { store: string; date: string; name: string },
): Promise<Buffer | null> {
  const row = await db.row<{ content: Buffer }>(sql`
    select content from proof.files where store = ${store} and date = ${date}::date and name = ${name}`)
  return row?.content ?? null
}

/** What the published note of a day says; null without one. */
export async function findNote(db: Queryable, store: string, date: string): Promise<Note | null> {
  const row = await db.row<{ text: string }>(sql`
    select text from proof.days where store = ${store} and date = ${date}::date`)
  return row ? readNote(row.text) : null
}
