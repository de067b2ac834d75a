/** Hedges as the vault's desk reads them, and what they leave of the house's open gold. */
import { readOpenGrams } from '../../catalogue/revalue-metal.ts'
import { empty, type Queryable, sql } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import {
  type Currency,
  divideDown,
  minor,
  moneyText,
  perGram,
  WEIGHT_UNITS_PER_GRAM,
  weight,
  weightText,
} from '../../money/money.ts'
import { priceStateOf } from '../../pricing/price-state.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import type { Store } from '../../stores/stores.ts'
import { describeFloat } from '../../vault/float-view.ts'
import { describeExposure } from '../open-exposure.ts'
import type { DeskView, HedgeView } from './hedge-contract.ts'
import { type HedgeSide, netOf, takesTwoPeople } from './hedge-rules.ts'

const grams = (units: bigint) => weightText(weight(units))

/** What a store is bound to, what gold it owns with its hedges, and its members' cash. */
export async function describeDesk(karat: Pick<Karat, 'db' | 'prices'>, store: Store): Promise<DeskView> {
  const { db } = karat
  const [exposure, open, hedged, float] = await Promise.all([
    describeExposure(db, store.code, priceStateOf(karat, store)),
    readOpenGrams(db, store.code),
    sumOfHedges(db, store.code),
    describeFloat(db, store),
  ])
  const position = netOf(open, hedged)
  return {
    currency: store.currency,
    exposure,
    metal: { open: grams(position.open), hedged: grams(position.hedged), net: grams(position.net) },
    cash_float: float,
  }
}

/** Bought less sold; a counter-row takes its trade away by being of the other side. */
async function sumOfHedges(db: Queryable, store: string): Promise<bigint> {
  const row = await db.row<{ sum: bigint }>(sql`
    select coalesce(sum(case side when 'buy' then grams_e4 else -grams_e4 end), 0)::bigint as sum from backing.hedges where store = ${store}`)
  return row?.sum ?? 0n
}

type Filter = { store?: string | undefined; side?: HedgeSide | undefined; q?: string | undefined }
type Row = {
  id: string
  number: string
  store: string
  side: HedgeSide
  grams: bigint
  currency: Currency
  price: bigint
  counterparty: string
  reference: string
  traded_at: Date
  noted_at: Date
  actor: string
  reason: string
  corrects: string | null
  corrected_by: string | null
}

/** The newest first. */
export async function listHedges(
  db: Queryable,
  { store, side, q }: Filter,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; rows: HedgeView[] }> {
  const text = q?.trim().replace(/[\\%_]/g, '\\$&')
  const fits = sql`true ${store ? sql`and h.store = ${store}` : empty} ${side ? sql`and h.side = ${side}` : empty}
    ${text ? sql`and (h.number = ${text.toUpperCase()} or h.counterparty ilike ${`%${text}%`} or h.reference ilike ${`%${text}%`})` : empty}`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from backing.hedges h where ${fits}`),
    db.rows<Row>(sql`
      select h.id, h.number, h.store, h.side, h.grams_e4 as grams, h.currency, h.price_minor as price, h.counterparty, h.reference,
        h.traded_at, h.noted_at, h.actor, h.reason, t.number as corrects, c.number as corrected_by
      from backing.hedges h left join backing.hedges t on t.id = h.corrects left join backing.hedges c on c.corrects = h.id
      where ${fits} order by h.noted_at desc, h.id desc limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const [names, waiting] = await Promise.all([
    namesOfStaff(
      db,
      rows.flatMap(({ actor }) => staffOf(actor)),
    ),
    findWaiting(
      db,
      'vault.hedge',
      rows.map(({ id }) => id),
    ),
  ])
  return { total: count?.total ?? 0, rows: rows.map((row) => viewHedge(row, names, waiting)) }
}

/** Ids of the people of an actor: one, or two who stood for it. */
const staffOf = (actor: string): string[] => actor.split('+').map((part) => part.slice('staff:'.length))

function viewHedge(row: Row, names: Map<string, string>, waiting: Set<string>): HedgeView {
  const { id, number, store, side, currency, counterparty, reference, reason, corrects, corrected_by } = row
  return {
    ...{ id, number, store, side, currency, counterparty, reference, reason, corrects, corrected_by },
    grams: grams(row.grams),
    price: moneyText(perGram(row.price), currency),
    value: moneyText(minor(divideDown(row.grams * row.price, WEIGHT_UNITS_PER_GRAM)), currency),
    traded_at: row.traded_at.toISOString(),
    noted_at: row.noted_at.toISOString(),
    by: staffOf(row.actor)
      .map((person) => names.get(person) ?? '')
      .join(', '),
    takes_two: takesTwoPeople(row.grams),
    second_asked: waiting.has(id),
  }
}
