/** What papers of orders come to in money, for the register of invoices. */
import { type Queryable, sql } from '../../db/database.ts'
import type { Currency } from '../../money/money.ts'

type OrderMoney = { id: string; number: string; currency: Currency; total: bigint; tax: bigint; rule: string }

/** What these orders were invoiced for. */
export const moneyOfOrders = (db: Queryable, ids: string[]): Promise<OrderMoney[]> =>
  db.rows<OrderMoney>(sql`
    select id, number, currency, total_minor as total, tax_minor as tax, tax_rule as rule from orders.orders where id = any(${ids}::uuid[])`)
