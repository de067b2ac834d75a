/** Files of a day for a program of accounting, and the numbers that stand in them. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { Store } from '../stores/stores.ts'
import type { AccountWish, ChartView } from './contract.ts'
import type { FileFormat } from './file-format-rules.ts'
import { fileOf } from './journal-file.ts'
import { isClosed, journalsOn, readChart } from './journal-queries.ts'

type Books = Bag<'books'>
type FileWish = { day: string; format: FileFormat; currency: string }

/**
 * The day's journal as a file, the same bytes each time: it is kept when it is first made. Recorded with who took it.
 *
 * Refuses permission_missing; day_not_over until an hour after the day's end in the store's zone; not_found for a currency that is not the
 * store's and in which nothing moved.
 */
export function makeFile(karat: Books, staff: Staff, store: Store, wish: FileWish): Promise<string> {
  const { day, format, currency } = wish
  return karat.db.transaction(async (tx) => {
    await recordAction(tx, staff, {
      ...{ action: 'books.export', subject: { kind: 'day', id: day }, store: store.code },
      details: { did: 'export', format, currency },
    })
    await holdBooks(tx, store)
    const kept = await keptFile(tx, store, wish)
    if (kept !== null) return kept
    const about = await tx.row<{ closed: boolean }>(sql`select ${isClosed(karat, store, sql`${day}::date`)} as closed`)
    if (!about?.closed) throw new Refusal('day_not_over', { day })
    const { journals } = await journalsOn(tx, store, day)
    const moved = journals.find((one) => one.currency === currency)
    if (!moved && currency !== store.currency) throw new Refusal('not_found')
    const journal = moved ?? { currency, lines: [], total: 0n }
    const content = fileOf(format, { store: store.code, day, journal })
    await tx.run(sql`insert into books.files (store, day, format, currency, content, made_by)
      values (${store.code}, ${day}::date, ${format}, ${currency}, ${content}, ${staff.name})`)
    return content
  })
}

async function keptFile(db: Queryable, { code }: Store, { day, format, currency }: FileWish): Promise<string | null> {
  const row = await db.row<{ content: string }>(sql`
    select content from books.files
    where store = ${code} and day = ${day}::date and format = ${format} and currency = ${currency}`)
  return row?.content ?? null
}

/**
 * From a day of the store on, an account kind has this number and name. What was set before stays as history.
 *
 * Refuses permission_missing; invalid_input (reason); day_filed where a file was made of that day or a later one: it has the number of before.
 */
export async function setAccount(karat: Books, staff: Staff, store: Store, wish: AccountWish): Promise<ChartView> {
  const { kind, number, name, from, reason } = wish
  await karat.db.transaction(async (tx) => {
    await holdBooks(tx, store)
    await recordAction(tx, staff, {
      ...{ action: 'books.set_account', subject: { kind: 'account', id: kind }, store: store.code, reason },
      details: { did: 'set_account', number, name, from },
    })
    const filed = await tx.row<{ day: string }>(sql`
      select to_char(max(day), 'YYYY-MM-DD') as day from books.files
      where store = ${store.code} having max(day) >= ${from}::date`)
    if (filed) throw new Refusal('day_filed', { day: filed.day })
    await tx.run(sql`insert into books.chart (store, kind, from_day, number, name, set_by, reason)
      values (${store.code}, ${kind}, ${from}::date, ${number}, ${name}, ${staff.name}, ${reason})`)
  })
  return readChart(karat, store)
}

/** Of a store one after the other: no file is made of a day whose numbers are being set. */
const holdBooks = (tx: Tx, { code }: Store) => tx.run(sql`select pg_advisory_xact_lock(7240044, hashtext(${code}))`)
