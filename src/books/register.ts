/** The register of invoices, and what was taken each day by way of payment. */
import type { Queryable } from '../db/database.ts'
import { listTakenMoney, wentBackBy } from '../ledger/taken-money.ts'
import { amountText } from '../money/money.ts'
import { orderPapers } from '../orders/papers/order-paper-rules.ts'
import { moneyOfOrders } from '../orders/papers/register-queries.ts'
import { paperNumber } from '../papers/paper-rules.ts'
import { listRegistered, missingNumbers } from '../papers/register-queries.ts'
import { methodsOf, moneyOfRefunds } from '../payments/register-queries.ts'
import type { Store } from '../stores/stores.ts'
import type { RegisterView, TakingsView } from './contract.ts'
import { daysOf } from './month-rules.ts'

const kinds = ['invoice', 'credit_note'] as const

/** A row of the register in minor units; a credit note's are below zero. */
type Registered = Omit<RegisterView['rows'][number], 'net' | 'tax' | 'total'> & {
  rule: string
  tax: bigint
  total: bigint
}

/** Every invoice and credit note of a month, oldest first, and the numbers of its year that are not there. */
export async function readRegister(db: Queryable, store: Store, month: string): Promise<RegisterView> {
  const [rows, missing] = await Promise.all([
    registered(db, store, month),
    missingNumbers(db, { store: store.code, timeZone: store.timeZone, kinds, month }),
  ])
  const year = Number(month.slice(0, 4))
  return {
    rows: rows.map(({ rule: _, ...row }) => ({ ...row, ...textsOf(row) })),
    sums: Object.values(Object.groupBy(rows, ({ currency }) => currency)).map((own = []) => {
      const sum = (field: 'tax' | 'total') => own.reduce((whole, row) => whole + row[field], 0n)
      const currency = own[0]?.currency ?? store.currency
      return { currency, ...textsOf({ currency, tax: sum('tax'), total: sum('total') }) }
    }),
    missing: missing.map(({ kind, number }) =>
      paperNumber(orderPapers.series[kind as (typeof kinds)[number]], { store: store.code, year, number }),
    ),
  }
}

const textsOf = ({ tax, total, currency }: { tax: bigint; total: bigint; currency: string }) => ({
  ...{ net: amountText(total - tax, currency), tax: amountText(tax, currency), total: amountText(total, currency) },
})

async function registered(db: Queryable, store: Store, month: string): Promise<Registered[]> {
  const papers = await listRegistered(db, { store: store.code, timeZone: store.timeZone, kinds, month })
  const credits = papers.filter(({ kind }) => kind === 'credit_note')
  const [orders, refunds] = await Promise.all([
    moneyOfOrders(db, [...new Set(papers.map(({ subjectId }) => subjectId))]),
    moneyOfRefunds(
      db,
      credits.map(({ occasion }) => occasion),
    ),
  ])
  const [ordersById, refundsById] = [byId(orders), byId(refunds)]
  return papers.map(({ kind, number, day, subjectId, occasion, party }) => {
    const order = ordersById.get(subjectId)
    const money = kind === 'invoice' ? order : refundsById.get(occasion)
    if (!order || !money) throw new Error(`${number} is about nothing`)
    const way = kind === 'invoice' ? 1n : -1n
    return {
      ...{ kind: kind as Registered['kind'], number, day, order: order.number, order_id: order.id, buyer: party },
      ...{ currency: order.currency, rule: order.rule, tax: way * money.tax, total: way * money.total },
    }
  })
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

export const registerHead = ['number', 'date', 'kind', 'order', 'buyer', 'currency', 'net', 'tax', 'total']
/** Amounts are decimals without separators. */
export const registerCells = ({ rows }: RegisterView): string[][] =>
  rows.map((row) => [row.number, row.day, row.kind, row.order, row.buyer, row.currency, row.net, row.tax, row.total])

export const taxHead = ['number', 'date', 'order', 'tax rule', 'currency', 'taxed', 'tax']
/** The papers of a month on which tax stands, with the rule of the order. */
export async function taxCells(db: Queryable, store: Store, month: string): Promise<string[][]> {
  const rows = await registered(db, store, month)
  return rows
    .filter(({ tax }) => tax !== 0n)
    .map((row) => {
      const { net, tax } = textsOf(row)
      return [row.number, row.day, row.order, row.rule, row.currency, net, tax]
    })
}

/** By day, currency and way of payment: what came in, what went back, and what is left of it; from the ledger's transfers. */
export async function readTakings(db: Queryable, store: Store, month: string): Promise<TakingsView> {
  const moved = await listTakenMoney(db, { store: store.code, timeZone: store.timeZone, ...daysOf(month) })
  const ids = [...new Set(moved.map(({ reference }) => reference))]
  const methods = new Map((await methodsOf(db, ids)).map(({ id, method }) => [id, method]))
  const sums = new Map<string, { gross: bigint; refunds: bigint }>()
  for (const { day, kind, reference, asset, amount } of moved) {
    const way =
      kind === 'payment_returned' || kind === 'balance_spent' ? 'balance' : (methods.get(reference) ?? 'other')
    const key = [day, asset, way].join(' ')
    const sum = sums.get(key) ?? { gross: 0n, refunds: 0n }
    sums.set(key, wentBackBy(kind) ? { ...sum, refunds: sum.refunds - amount } : { ...sum, gross: sum.gross + amount })
  }
  const rows: TakingsView['rows'] = [...sums].map(([key, { gross, refunds }]) => {
    const [day = '', currency = '', method = 'other'] = key.split(' ')
    const text = (amount: bigint) => amountText(amount, currency)
    return {
      day,
      currency,
      method: method as TakingsView['rows'][number]['method'],
      gross: text(gross),
      refunds: text(refunds),
      net: text(gross - refunds),
    }
  })
  return { rows: rows.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : a.method < b.method ? -1 : 1)) }
}

export const takingsHead = ['date', 'method', 'currency', 'gross', 'refunds', 'net']
export const takingsCells = ({ rows }: TakingsView): string[][] =>
  rows.map((row) => [row.day, row.method, row.currency, row.gross, row.refunds, row.net])
