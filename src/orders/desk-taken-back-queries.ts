/** Disputes and corrections of what paid for orders, as staff see them. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import { amountText } from '../money/money.ts'
import { listTakenBack, type TakenBack } from '../payments/taken-back-queries.ts'
import type { TakenBackQueryInput, TakenBackView } from './desk-taken-back-contract.ts'

/** As listTakenBack, with the orders and members that they are of. */
export async function listDeskTakenBack(
  db: Queryable,
  { q, page, size, ...filter }: TakenBackQueryInput,
): Promise<{ total: number; rows: TakenBackView[] }> {
  const orderIds = q?.trim() ? await findOrders(db, q.trim()) : null
  const { total, rows } = await listTakenBack(db, { ...filter, orderIds }, { page, size })
  const [numbers, names] = await Promise.all([
    numbersOf(
      db,
      rows.map((row) => row.order_id),
    ),
    namesOfMembers(
      db,
      rows.map((row) => row.member_id),
    ),
  ])
  return {
    total,
    rows: rows.map((row) => ({
      ...view(row),
      number: numbers.get(row.order_id) ?? '',
      buyer: names.get(row.member_id) ?? '',
    })),
  }
}

async function findOrders(db: Queryable, text: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from orders.orders where number ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`,
  )
  return rows.map(({ id }) => id)
}

async function numbersOf(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; number: string }>(
    sql`select id, number from orders.orders where id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}

function view({ member_id: _, respond_by, at, decided_at, ...row }: TakenBack) {
  const text = (amount: bigint) => amountText(amount, row.currency)
  const orNone = (amount: bigint) => (amount > 0n ? text(amount) : null)
  return {
    ...row,
    amount: text(row.amount),
    was: row.was === null ? null : text(row.was),
    now: row.now === null ? null : text(row.now),
    receivable: orNone(row.receivable),
    loss: orNone(row.loss),
    respond_by: respond_by?.toISOString() ?? null,
    at: at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }
}
