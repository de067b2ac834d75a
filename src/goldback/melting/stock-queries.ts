/** Lots and short pieces of a store that may be melted, and what was. */
import { listShortPieces } from '../../catalogue/quarantine.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../../money/money.ts'
import type { StockToMeltView } from './stock-contract.ts'

const grams = (units: bigint) => weightText(weight(units))
const signed = (units: bigint) => (units < 0n ? `-${grams(-units)}` : grams(units))

type Lot = {
  number: string
  caseId: string | null
  gross: bigint
  fineness: number
  fine: bigint
  cost: bigint
  currency: Currency
  until: Date
  may: boolean
}
type Melting = {
  number: string
  lot: string
  before: bigint
  gross: bigint
  books: bigint
  fine: bigint
  at: Date
}

export async function readStockToMelt(db: Queryable, store: string): Promise<StockToMeltView> {
  const [lots, pieces, meltings] = await Promise.all([
    db.rows<Lot>(sql`
      select number, case_id as "caseId", gross_e4 as gross, fineness, fine_e4 as fine, cost_minor as cost, currency, held_until as until,
        held_until <= now() as may
      from goldback.lots where store = ${store} and state = 'held' order by bought_at, number limit 500`),
    listShortPieces(db, store),
    db.rows<Melting>(sql`
      select h.number, l.number as lot, h.gross_before_e4 as before, h.gross_e4 as gross, h.books_e4 as books, h.fine_e4 as fine, h.melted_at as at
      from goldback.house_meltings h join goldback.lots l on l.melting_id = h.id where h.store = ${store} order by h.melted_at desc limit 100`),
  ])
  const weights = await weightsOf(
    db,
    pieces.map(({ serial }) => serial),
  )
  return {
    lots: lots.map(({ number, caseId, gross, fineness, fine, cost, currency, until, may }) => ({
      ...{ number, case_id: caseId, gross: grams(gross), fineness, fine: grams(fine), currency },
      ...{ cost: moneyText(minor(cost), currency), held_until: until.toISOString(), may_melt: may },
    })),
    pieces: pieces.map(({ serial, fine, currency, until, isOver }) => ({
      ...{ serial: showSerial(serial), gross: grams(weights.get(serial) ?? 0n), fine: grams(fine), currency },
      ...{ held_until: until.toISOString(), may_melt: isOver },
    })),
    meltings: meltings.map(({ number, lot, before, gross, books, fine, at }) => ({
      ...{ number, lot, gross_before: grams(before), gross: grams(gross), books: grams(books), fine: grams(fine) },
      ...{ loss: signed(books - fine), melted_at: at.toISOString() },
    })),
  }
}

/** What pieces weighed when they were bought back last. */
export async function weightsOf(db: Queryable, serials: string[]): Promise<Map<string, bigint>> {
  const rows = await db.rows<{ serial: string; gross: bigint }>(sql`
    select distinct on (serial) serial, weighed_e4 as gross from goldback.pieces
    where serial = any(${serials}::text[]) and paid_minor is not null order by serial, over_at desc`)
  return new Map(rows.map(({ serial, gross }) => [serial, gross]))
}
