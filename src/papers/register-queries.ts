/** Papers as a register: every one of a kind that a store issued in a month, and the numbers that are not there. */
import { type Queryable, type Sql, sql } from '../db/database.ts'

type Register = { store: string; timeZone: string; kinds: readonly string[]; month: string }
type RegisteredPaper = {
  kind: string
  /** As it is written. */
  number: string
  day: string
  subjectId: string
  occasion: string
  /** Who it is made out to, as the paper says. */
  party: string
}

/** Issued in a month of the store's zone, oldest first within a kind: a range of the numbers of its year. */
export const listRegistered = (db: Queryable, register: Register): Promise<RegisteredPaper[]> =>
  db.rows<RegisteredPaper>(sql`
    select kind, document ->> 'number' as number, to_char(issued_at at time zone ${register.timeZone}, 'YYYY-MM-DD') as day,
      subject_id as "subjectId", occasion, coalesce(document #>> '{parties,0,lines,0}', '') as party
    from papers.papers where ${ofYear(register)} and to_char(issued_at at time zone ${register.timeZone}, 'YYYY-MM') = ${register.month}
    order by array_position(${register.kinds}::text[], kind), papers.number`)

/** Numbers of the month's year up to the last one that was given, of which there is no paper; at most a hundred of a kind. None, or something was taken away. */
export const missingNumbers = (db: Queryable, register: Register): Promise<{ kind: string; number: number }[]> =>
  db.rows(sql`
    select c.kind, missing.number from papers.counters c cross join lateral (
      select n as number from generate_series(1, c.last) n
      where not exists (select from papers.papers p where p.kind = c.kind and p.store = c.store and p.year = c.year and p.number = n)
      order by n limit 100) as missing
    where c.store = ${register.store} and c.kind = any(${register.kinds}) and c.year = ${yearOf(register)}::smallint
    order by array_position(${register.kinds}::text[], c.kind), missing.number`)

const yearOf = ({ month }: Register) => Number(month.slice(0, 4))
const ofYear = (register: Register): Sql =>
  sql`store = ${register.store} and kind = any(${register.kinds}) and year = ${yearOf(register)}::smallint`
