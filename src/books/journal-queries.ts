/** Days of a store as journals, read from the ledger; none is kept. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { countByDay, listDaySums } from '../ledger/day-sums.ts'
import { amountText, weight, weightText } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import { type ChartAccount, isMoneyKind, moneyKinds, usualAccount } from './chart-rules.ts'
import type { ChartView, JournalsView, JournalsWish, JournalView } from './contract.ts'
import type { FileFormat } from './file-format-rules.ts'
import { entryNumber } from './journal-file.ts'
import { gramsOf, type Journal, type JournalLine, journalsOf } from './journal-rules.ts'
import { daysOf } from './month-rules.ts'

type Books = Bag<'books'>

/** A day of a store: its journals with the numbers that were in force on it, and the grams beside them. */
export async function journalsOn(db: Queryable, store: Store, day: string) {
  const [sums, accountOf] = await Promise.all([
    listDaySums(db, { store: store.code, timeZone: store.timeZone, from: day, to: day }),
    chartOn(db, store, day),
  ])
  return { journals: journalsOf(sums, accountOf), grams: gramsOf(sums) }
}

/** When nothing more can be posted in a day of a store, as an SQL expression: some time after its midnight, on days of 23 or 25 hours too. */
export const closesAt = (
  { settings }: Pick<Books, 'settings'>,
  { timeZone }: Pick<Store, 'timeZone'>,
  day: Sql,
): Sql => sql`
  (((${day}) + 1)::timestamp at time zone ${timeZone} + make_interval(secs => ${settings.books.closedAfterSeconds}))`

export const isClosed = (karat: Pick<Books, 'settings'>, store: Store, day: Sql): Sql => sql`
  (${closesAt(karat, store, day)} <= clock_timestamp())`

/** Refuses nothing: a day to come is empty. Reads the transfers of that day. */
export async function readJournal(karat: Books, store: Store, day: string): Promise<JournalView> {
  const [{ journals, grams }, about, files] = await Promise.all([
    journalsOn(karat.db, store, day),
    karat.db.row<{ closed: boolean; closes: Date }>(sql`
      select ${isClosed(karat, store, sql`${day}::date`)} as closed,
        ${closesAt(karat, store, sql`${day}::date`)} as closes`),
    listFiles(karat.db, store, day, day),
  ])
  return {
    ...{ day, closed: about?.closed ?? false, closes_at: (about?.closes ?? new Date(0)).toISOString() },
    journals: journals.map((journal) => ({
      ...{ number: entryNumber({ store: store.code, day, journal }), currency: journal.currency },
      total: amountText(journal.total, journal.currency),
      lines: journal.lines.map((line) => lineOf(line, journal)),
    })),
    grams: grams.map(({ kind, added, taken }) => ({
      ...{ kind, added: weightText(weight(added)), taken: weightText(weight(taken)) },
    })),
    files: files.map(({ format, currency, madeAt, madeBy }) => ({
      ...{ format, currency, made_at: madeAt.toISOString(), made_by: madeBy },
    })),
  }
}

const lineOf = ({ number, name, kind, debit, credit }: JournalLine, { currency }: Journal) => ({
  ...{ number, name, kind, debit: amountText(debit, currency), credit: amountText(credit, currency) },
})

/** Days of a month such as "2026-11" on which something was posted, the newest first. Reads the transfers of that month. */
export async function listJournals(karat: Books, store: Store, wish: JournalsWish): Promise<JournalsView> {
  const month = wish.month ?? (await todayIn(karat.db, store)).slice(0, 7)
  const { from, to } = daysOf(month)
  const days = { store: store.code, timeZone: store.timeZone, from, to }
  const [counts, sums, closed, files] = await Promise.all([
    countByDay(karat.db, days),
    listDaySums(karat.db, days),
    karat.db.rows<{ day: string }>(sql`
      select to_char(day, 'YYYY-MM-DD') as day from generate_series(${from}::date, ${to}::date, '1 day') as day
      where ${isClosed(karat, store, sql`day::date`)}`),
    listFiles(karat.db, store, from, to),
  ])
  const over = new Set(closed.map(({ day }) => day))
  const rows = counts.map(({ day, transfers }) => {
    const own = journalsOf(
      sums.filter((one) => one.day === day),
      anyAccount,
    ).find(({ currency }) => currency === store.currency)
    return {
      ...{ currency: store.currency, day, closed: over.has(day), transfers },
      ...{ total: amountText(own?.total ?? 0n, store.currency) },
      formats: files.filter((one) => one.day === day && one.currency === store.currency).map(({ format }) => format),
    }
  })
  const first = (wish.page - 1) * wish.size
  return { total: rows.length, rows: rows.reverse().slice(first, first + wish.size) }
}

const todayIn = async (db: Queryable, { timeZone }: Store): Promise<string> =>
  (await db.row<{ day: string }>(sql`select to_char(clock_timestamp() at time zone ${timeZone}, 'YYYY-MM-DD') as day`))
    ?.day ?? ''
const anyAccount = () => ({ number: '', name: '' })

type MadeFile = { day: string; format: FileFormat; currency: string; madeAt: Date; madeBy: string }
const listFiles = (db: Queryable, { code }: Store, from: string, to: string): Promise<MadeFile[]> =>
  db.rows<MadeFile>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, format, currency, made_at as "madeAt", made_by as "madeBy" from books.files
    where store = ${code} and day between ${from}::date and ${to}::date order by day, format, currency`)

/** Which number and name a kind has on a day: the owner's, or what the release says. */
async function chartOn(db: Queryable, store: Store, day: string): Promise<(kind: string) => ChartAccount> {
  const rows = await db.rows<ChartAccount & { kind: string }>(sql`
    select distinct on (kind) kind, number, name from books.chart where store = ${store.code} and from_day <= ${day}::date
    order by kind, from_day desc, id desc`)
  const own = new Map(rows.map(({ kind, number, name }) => [kind, { number, name }]))
  return (kind) => {
    if (!isMoneyKind(kind)) throw new Error(`${kind} has no account in a journal`)
    return own.get(kind) ?? usualAccount(kind, store.language)
  }
}

/** The chart as it is on the store's day of this moment, what is set for days to come, and from which day on it can be changed. */
export async function readChart({ db }: Pick<Books, 'db'>, store: Store): Promise<ChartView> {
  const today = await todayIn(db, store)
  const [accountOf, filed, rows] = await Promise.all([
    chartOn(db, store, today),
    db.row<{ day: string | null }>(
      sql`select to_char(max(day), 'YYYY-MM-DD') as day from books.files where store = ${store.code}`,
    ),
    db.rows<ChartAccount & { kind: string; day: string; by: string; reason: string }>(sql`
      select kind, number, name, to_char(from_day, 'YYYY-MM-DD') as day, set_by as by, reason from books.chart
      where store = ${store.code} order by from_day desc, id desc`),
  ])
  return {
    today,
    filed_to: filed?.day ?? null,
    accounts: moneyKinds.map((kind) => ({
      ...{ kind, ...accountOf(kind), usual: usualAccount(kind, store.language) },
      set: rows
        .filter((row) => row.kind === kind)
        .map(({ number, name, day, by, reason }) => ({ number, name, from: day, by, reason })),
    })),
  }
}
