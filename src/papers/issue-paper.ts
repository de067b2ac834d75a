import { sql, type Tx } from '../db/database.ts'
import { brandOf, type Store } from '../stores/stores.ts'
import { type Paper, paperNumber } from './paper-rules.ts'
import type { PapersOf } from './subject.ts'

type Issue<Kind extends string> = {
  /** Which subject it is about. */
  id: string
  kind: Kind
  /** What it is for, where a subject gets several of a kind: it gets one for each. */
  occasion?: string
  store: Store
  issuedAt: Date
  describe: (number: string) => Paper
}

/**
 * Issues a paper under the next number of its kind, store and year; answers its id. Numbers follow one another without a gap,
 * because the counter moves only with the paper. Until the commit every other paper of this kind and store waits for the counter:
 * it is called last of all. The database refuses a second one for the same occasion.
 */
export async function issuePaper<Kind extends string>(
  tx: Tx,
  { subject, series }: PapersOf<Kind>,
  { id, kind, occasion = '', store, issuedAt, describe }: Issue<Kind>,
): Promise<bigint> {
  const next = await nextNumber(tx, kind, store)
  const document = { brand: brandOf(store), ...describe(paperNumber(series[kind], { store: store.code, ...next })) }
  const paper = await tx.row<{ id: bigint }>(sql`
    insert into papers.papers (subject_kind, subject_id, kind, occasion, store, year, number, document, issued_at)
    values (${subject}, ${id}, ${kind}, ${occasion}, ${store.code}, ${next.year}, ${next.number}, ${JSON.stringify(document)}::jsonb,
      ${issuedAt}) returning id`)
  if (!paper) throw new Error('a paper that is written has an id')
  return paper.id
}

/** The next number of the store in the year that its zone is in; taken back when the transaction does not commit. */
async function nextNumber(tx: Tx, kind: string, store: Store): Promise<{ year: number; number: number }> {
  const row = await tx.row<{ year: number; number: number }>(sql`
    insert into papers.counters as c (kind, store, year, last)
    values (${kind}, ${store.code}, extract(year from now() at time zone ${store.timeZone})::smallint, 1)
    on conflict (kind, store, year) do update set last = c.last + 1 returning year, last as number`)
  if (!row) throw new Error('the counter of papers gave no number')
  return row
}
