/** The house's bank, as the desk reads it. */
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { amountText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { storeOf } from '../stores/stores.ts'
import { type PlannedStatement, planStatement } from './import-statement.ts'
import type { BankAccountsView, LineView, ReturnView, StatementPlanView } from './office-contract.ts'
import { hundredths } from './statements/statement-rules.ts'

type Paged<State> = { state?: State | undefined; store?: string | undefined; page: number; size: number }
type LineRow = Omit<LineView, 'amount' | 'asked'> & { e2: bigint; asked: bigint | null }

/** What waits for people first, the oldest first; then the newest of the others. */
export async function listLines(
  db: Queryable,
  reader: string,
  { state, store, page, size }: Paged<LineView['state']>,
): Promise<{ total: number; rows: LineView[] }> {
  const fits = sql`(${store ?? null}::text is null or l.store = ${store ?? null}) and (${state ?? null}::text is null or l.state = ${state ?? null})`
  const waits = sql`(l.state in ('unmatched', 'proposed', 'matched'))`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from bank.lines l where ${fits}`),
    db.rows<LineRow>(sql`
      select l.id, l.store, l.currency, l.amount_e2 as e2, to_char(l.booked_on, 'YYYY-MM-DD') as booked_on, l.name, l.account, l.texts, l.state, l.why,
        c.reference, c.amount_minor as asked, l.proposed_by is not distinct from ${reader}::uuid and l.state = 'proposed' as mine
      from bank.lines l left join bank.charges c on c.payment_id = l.payment_id where ${fits}
      order by ${waits} desc, case when ${waits} then l.booked_on end, l.booked_on desc, l.id desc limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const view = ({ e2, asked, ...row }: LineRow): LineView => ({
    ...{ ...row, amount: hundredths(e2), asked: asked === null ? null : amountText(asked, row.currency) },
  })
  return { total: count?.total ?? 0, rows: rows.map(view) }
}

/** Lines of a store that wait for this reader: to be assigned, or proposed by another. */
export async function countUndecided(db: Queryable, store: string, reader: string): Promise<number> {
  const row = await db.row<{ waiting: number }>(sql`
    select count(*)::int as waiting from bank.lines
    where store = ${store} and (state = 'unmatched' or state = 'proposed' and proposed_by is distinct from ${reader}::uuid)`)
  return row?.waiting ?? 0
}

const MOST_SHOWN = 200

/** As planStatement; what people have to look at stands first. */
export async function previewStatement(
  karat: Bag<'bank'>,
  wish: { store: string; text: string },
): Promise<StatementPlanView> {
  const planned = await planStatement(karat.db, karat, wish)
  const { statement, continues, known, before } = planned
  const { currency } = storeOf(karat, wish.store)
  return {
    ...{
      account: statement.account,
      currency,
      from: statement.from,
      to: statement.to,
      continues,
      known,
      counts: countsOf(planned),
    },
    ...{ opening: hundredths(statement.opening), closing: hundredths(statement.closing) },
    before: before && hundredths(before.closing),
    lines: planned.lines
      .toSorted((a, b) => order.indexOf(a.plan.state) - order.indexOf(b.plan.state))
      .slice(0, MOST_SHOWN)
      .map(({ line, bookedOn, amount, name, texts, plan }) => ({
        ...{
          line,
          booked_on: bookedOn,
          amount: hundredths(amount),
          name,
          texts,
          state: plan.state,
          why: [...plan.why],
        },
      })),
  }
}

const order = ['unmatched', 'proposed', 'matched', 'pays_return', 'not_ours'] as const

const countsOf = ({ lines }: PlannedStatement) =>
  Object.fromEntries(
    order.map((state) => [state, lines.filter(({ plan }) => plan.state === state).length]),
  ) as StatementPlanView['counts']

type ReturnRow = Omit<ReturnView, 'amount' | 'list' | 'since' | 'paid_at'> & {
  minor: bigint
  list: string | null
  listNumber: string | null
  since: Date
  paid: Date | null
}

/** What is to be listed first, then what is to be paid. */
export async function listReturns(
  db: Queryable,
  { state, store, page, size }: Paged<ReturnView['state']>,
): Promise<{ total: number; rows: ReturnView[] }> {
  const stands = sql`(case when r.paid_at is not null then 'paid' when r.list_id is not null then 'listed' else 'to_list' end)`
  const fits = sql`(${store ?? null}::text is null or r.store = ${store ?? null}) and (${state ?? null}::text is null or ${stands} = ${state ?? null})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from bank.returns r where ${fits}`),
    db.rows<ReturnRow>(sql`
      select r.id, r.number, r.store, r.currency, r.amount_minor as minor, r.name, r.account, ${stands} as state, r.list_id as list, l.number as "listNumber",
        r.refund_id is not null as is_refund, r.made_at as since, r.paid_at as paid
      from bank.returns r left join bank.lists l on l.id = r.list_id where ${fits}
      order by r.paid_at is not null, r.list_id is not null, r.made_at desc, r.id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const view = ({ minor: units, list, listNumber, since, paid, ...row }: ReturnRow): ReturnView => ({
    ...{
      ...row,
      amount: amountText(units, row.currency),
      since: since.toISOString(),
      paid_at: paid?.toISOString() ?? null,
    },
    list: list && listNumber ? { id: list, number: listNumber } : null,
  })
  return { total: count?.total ?? 0, rows: rows.map(view) }
}

/** The rows of a payout list as its bank reads them. Refuses not_found. */
export async function readPayList(db: Queryable, listId: string): Promise<{ number: string; rows: string[][] }> {
  const rows = await db.rows<{
    list: string
    number: string
    name: string
    account: string
    amount: bigint
    currency: string
  }>(sql`
    select l.number as list, r.number, coalesce(r.name, '') as name, r.account, r.amount_minor as amount, r.currency
    from bank.lists l join bank.returns r on r.list_id = l.id where l.id = ${listId} order by r.number`)
  const [first] = rows
  if (!first) throw new Refusal('not_found')
  const cells = rows.map((row) => [
    row.account,
    row.name,
    amountText(row.amount, row.currency),
    row.currency,
    row.number,
  ])
  return { number: first.list, rows: cells }
}

export async function readAccounts(karat: Bag<'bank'>, code: string): Promise<BankAccountsView> {
  const { currency } = storeOf(karat, code)
  const rows = await karat.db.rows<{
    bank: string
    number: string
    holder: string
    mapping: object | null
    at: Date
  }>(sql`
    select bank, number, holder, mapping, valid_from as at from bank.accounts where store = ${code} order by valid_from desc, id desc limit 20`)
  return {
    ...{ currency, sample: karat.config.DEMO },
    accounts: rows.map(({ mapping, at, ...row }) => ({
      ...row,
      csv: mapping && JSON.stringify(mapping),
      valid_from: at.toISOString(),
    })),
  }
}
