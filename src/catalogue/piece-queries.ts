/** Numbered pieces, read. */
import { empty, type Queryable, type Sql, sql } from '../db/database.ts'
import { type Currency, minor, moneyText, type Weight, weightText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { ambiguous, namedBy, requireNamed } from './maker-queries.ts'
import { plainNumber } from './maker-rules.ts'
import { startsWith } from './office-queries.ts'
import type { PieceState } from './piece-rules.ts'
import { skuLabel, textIn } from './product-views.ts'
import { keptSerial, mistypedLetters, readSerial, serialsWithin, showSerial } from './serial-rules.ts'

/** The pieces that a number names, as they are shown. */
export async function findSerials(db: Queryable, typed: string): Promise<string[]> {
  const rows = await db.rows<{ serial: string }>(namedBy(typed))
  return rows.map(({ serial }) => showSerial(serial))
}

/** The orders that pieces of this number are promised or handed over to. */
export async function findOrdersOfSerial(db: Queryable, typed: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select order_id as id from catalogue.pieces where serial in (${namedBy(typed)}) and order_id is not null`)
  return rows.map(({ id }) => id)
}

/**
 * Whether a text that was typed or read from a piece holds the number of a numbered piece that the shop knows, whatever maker is said to have
 * stamped it, or one with the letters of its makers in which a character is wrong.
 */
export async function isOurPiece(db: Queryable, typed: string): Promise<boolean> {
  const letters = mistypedLetters(typed)
  const row = await db.row<{ ours: boolean }>(sql`
    select exists (select from catalogue.pieces where serial = any(${serialsWithin(typed)}::text[])) or exists (${namedBy(typed)})
      or exists (select from catalogue.pieces
        where serial like '%:%' and split_part(serial, ':', 2) = any(${wordsTogether(typed)}::text[])) as ours`)
  return row?.ours === true || (letters.length > 0 && (await haveLetters(db, letters)))
}

/** Neighbouring words of a text as one number: makers stamp "ABC 123456". */
function wordsTogether(text: string): string[] {
  const words = text
    .split(/[\s,;:/]+/)
    .map(plainNumber)
    .filter(Boolean)
    .slice(0, 10)
  return words.flatMap((_, from) => words.slice(from).map((__, more) => words.slice(from, from + more + 1).join('')))
}

/** Whether a piece has a number of ours that begins with one of these letters. */
export async function haveLetters(db: Queryable, letters: string[]): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from unnest(${letters}::text[]) l
    where exists (select from catalogue.pieces where serial like l || '%' and serial not like '%:%') limit 1`)
  return row !== undefined
}

type SoldPiece = {
  serial: string
  skuId: number
  orderId: string
  gross: bigint
  fine: bigint
  fineness: number
  name: Record<string, string>
}
/** A piece of a store that its buyer has, by its number however it was typed. Refuses piece_ambiguous. */
export async function findSoldPiece(db: Queryable, store: string, typed: string): Promise<SoldPiece | undefined> {
  const rows = await db.rows<SoldPiece>(sql`
    select n.serial, n.sku_id as "skuId", n.order_id as "orderId", n.gross_weight_e4 as gross, n.fine_weight_e4 as fine, n.fineness, p.name
    from ${from} where n.serial in (${namedBy(typed)}) and n.state = 'sold' and p.store = ${store}`)
  if (rows.length > 1) throw ambiguous(rows.map(({ serial }) => serial))
  return rows[0]
}

/** Whether the pieces of a sku have numbers, and so weight in the books, as an SQL expression. */
export const numberedSku = (skuId: Sql): Sql => sql`
  exists (select from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where s.id = ${skuId} and p.kind in ('bar', 'coin'))`

/** Whether pieces of this sku have numbers. */
export async function isNumbered(db: Queryable, skuId: number): Promise<boolean> {
  const row = await db.row<{ numbered: boolean }>(sql`select ${numberedSku(sql`${skuId}::int`)} as numbered`)
  return row?.numbered === true
}

export type PieceFilter = {
  q?: string | undefined
  state?: PieceState | undefined
  store?: string | undefined
  sku?: number | undefined
}

/** A whole number finds one piece however it was typed; a part of one those that begin so, or the skus whose code does. */
function fits({ q, state, store, sku }: PieceFilter): Sql {
  const text = q?.trim()
  return sql`true
    ${text ? numberOrCode(text) : empty}
    ${state ? sql`and n.state = ${state}` : empty}
    ${store ? sql`and p.store = ${store}` : empty}
    ${sku ? sql`and n.sku_id = ${sku}` : empty}`
}

function numberOrCode(text: string): Sql {
  if (readSerial(text).kind === 'serial') return sql`and n.serial in (${namedBy(text)})`
  const start = startsWith(plainNumber(text))
  return sql`and (n.serial in (${namedBy(text)}) or n.serial like ${start} or split_part(n.serial, ':', 2) like ${start} or s.code ilike ${startsWith(text)})`
}

type Row = {
  serial: string
  state: PieceState
  store: string
  skuId: number
  code: string
  productId: number
  name: Record<string, string>
  attributes: Record<string, string>
  brand: string
  grossWeight: Weight
  fineWeight: Weight
  fineness: number
  assayedOn: string
  orderId: string | null
  since: Date | null
}
const from = sql`catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id`
const columns = sql`n.serial, n.state, p.store, n.sku_id as "skuId", s.code, p.id as "productId", p.name, s.attributes, n.brand,
  n.gross_weight_e4 as "grossWeight", n.fine_weight_e4 as "fineWeight", n.fineness, to_char(n.assayed_on, 'YYYY-MM-DD') as "assayedOn",
  n.order_id as "orderId", (select max(m.created_at) from catalogue.piece_moves m where m.serial = n.serial) as since`

export async function listOfficePieces(
  db: Queryable,
  filter: PieceFilter,
  { page, size }: { page: number; size: number },
  language: string,
) {
  const where = fits(filter)
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from ${from} where ${where}`),
    db.rows<Row>(sql`select ${columns} from ${from} where ${where} order by n.serial
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total: count?.total ?? 0, rows: rows.map((row) => viewPiece(row, language)) }
}

const viewPiece = (row: Row, language: string) => ({
  serial: showSerial(row.serial),
  state: row.state,
  store: row.store,
  sku_id: row.skuId,
  code: row.code,
  product_id: row.productId,
  name: textIn(row.name, language),
  label: skuLabel(row, language),
  fine_weight: weightText(row.fineWeight),
  assayed_on: row.assayedOn,
  orderId: row.orderId,
  since: row.since?.toISOString() ?? null,
})

type Move = { at: Date; to: PieceState; actor: string; reason: string; orderId: string | null; fromCode: string | null }

/** One piece with everything that happened to it, the newest first. Refuses not_found; piece_ambiguous. */
export async function getOfficePiece(db: Queryable, typed: string, language: string) {
  const serial = await requireNamed(db, typed)
  const [row, moves] = await Promise.all([
    db.row<Row & Origin>(sql`
      select ${columns}, a.supplier, a.papers_complete as "papersComplete", n.cost_minor as cost, n.cost_currency as currency
      from ${from} left join catalogue.arrivals a on a.id = n.arrival_id where n.serial = ${serial}`),
    db.rows<Move>(sql`select m.created_at as at, m.to_state as "to", m.actor, m.reason, m.order_id as "orderId", s.code as "fromCode"
      from catalogue.piece_moves m left join catalogue.skus s on s.id = m.from_sku_id where m.serial = ${serial} order by m.id desc limit 200`),
  ])
  if (!row) throw new Refusal('not_found')
  const { brand, grossWeight, fineness } = row
  return {
    ...{ ...viewPiece(row, language), brand, gross_weight: weightText(grossWeight), fineness, moves },
    bought: row.supplier === null ? null : viewOrigin({ ...row, supplier: row.supplier }),
  }
}

type LabelledPiece = Pick<Row, 'serial' | 'name' | 'brand' | 'fineWeight' | 'fineness'>

/** The pieces of these numbers, as they are shown, in the same order. Refuses not_found where one is none. */
export async function piecesShown(db: Queryable, shown: string[]): Promise<LabelledPiece[]> {
  const serials = shown.map(keptSerial)
  const rows = await db.rows<LabelledPiece>(sql`
    select n.serial, p.name, n.brand, n.fine_weight_e4 as "fineWeight", n.fineness from ${from} where n.serial = any(${serials}::text[])`)
  const bySerial = new Map(rows.map((row) => [row.serial, row]))
  return serials.map((one) => {
    const row = bySerial.get(one)
    if (!row) throw new Refusal('not_found')
    return row
  })
}

type Origin = { supplier: string | null; papersComplete: boolean; cost: bigint | null; currency: Currency | null }

const viewOrigin = ({ supplier, papersComplete, cost, currency }: Origin & { supplier: string }) => ({
  ...{ supplier, papers_complete: papersComplete, currency },
  cost: cost !== null && currency ? moneyText(minor(cost), currency) : null,
})

/** Pieces of the house in this store of which nobody said what they cost. */
export async function countOfUnknownCost(db: Queryable, store: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from ${from} where p.store = ${store} and n.state in ('in_stock', 'allocated') and n.cost_minor is null
      and not exists (select from catalogue.piece_moves m where m.serial = n.serial and m.cost_minor is not null)`)
  return row?.count ?? 0
}

type HandedOver = { serial: string; skuId: number; orderId: string; fine: bigint; gross: bigint; fineness: number }

/** Of these orders' pieces those that were handed over and are their buyers' still: how many, their fine weight, and the newest. */
export async function piecesHandedOver(
  db: Queryable,
  orders: readonly { id: string }[],
  most: number,
): Promise<{ count: number; weight: bigint; newest: HandedOver[] }> {
  const rows = await db.rows<HandedOver & { count: number; weight: bigint }>(sql`
    select n.serial, n.sku_id as "skuId", n.order_id as "orderId", n.fine_weight_e4 as fine,
      n.gross_weight_e4 as gross, n.fineness, count(*) over ()::int as count,
      (sum(n.fine_weight_e4) over ())::bigint as weight
    from catalogue.pieces n where n.order_id = any(${orders.map(({ id }) => id)}::uuid[]) and n.state = 'sold'
    order by n.order_id desc, n.serial limit ${most}::int`)
  const [{ count, weight } = { count: 0, weight: 0n }] = rows
  return { count, weight, newest: rows.map(({ count: _, weight: __, ...piece }) => piece) }
}

/** Of these pieces those that are reported stolen. */
export async function stolenAmong(db: Queryable, serials: string[]): Promise<string[]> {
  const rows = await db.rows<{ serial: string }>(sql`
    select serial from catalogue.pieces where serial = any(${serials}::text[]) and state = 'reported_stolen' order by serial`)
  return rows.map(({ serial }) => serial)
}

/** Fine grams of pieces of this store that are promised to orders and not handed over. */
export async function gramsPromised(db: Queryable, store: string): Promise<bigint> {
  const row = await db.row<{ fine: bigint }>(sql`
    select coalesce(sum(n.fine_weight_e4), 0)::bigint as fine from ${from} where p.store = ${store} and n.state = 'allocated'`)
  return row?.fine ?? 0n
}

/** What pieces had cost that were handed over since the store's day so many days ago, less what came back; `known`: how many had a known cost. */
export async function costOfSalesSince(
  db: Queryable,
  store: { code: string; timeZone: string; currency: Currency },
  days: number,
): Promise<{ cost: bigint; known: number }> {
  const row = await db.row<{ cost: string; known: number }>(sql`
    select coalesce(sum(case m.gram_move when 'delivered' then paid.cost else -paid.cost end), 0)::text as cost,
      count(*) filter (where m.gram_move = 'delivered')::int as known
    from ${from} join catalogue.piece_moves m on m.serial = n.serial
    cross join lateral (select coalesce(m.cost_minor, n.cost_minor) as cost, coalesce(m.cost_currency, n.cost_currency) as currency) as paid
    where m.gram_move in ('delivered', 'returned') and paid.cost is not null and p.store = ${store.code}
      and paid.currency = ${store.currency} and m.created_at >=
        (date_trunc('day', now() at time zone ${store.timeZone}::text) - make_interval(days => ${days}::int)) at time zone ${store.timeZone}::text`)
  return { cost: BigInt(row?.cost ?? 0), known: row?.known ?? 0 }
}

/** Which of these numbers, as they are kept, pieces of this maker have. */
export async function piecesOfMaker(db: Queryable, brand: string, serials: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ serial: string }>(sql`
    select serial from catalogue.pieces where (lower(brand) = lower(${brand}) or serial like '%:%') and serial = any(${serials}::text[])`)
  return new Set(rows.map(({ serial }) => serial))
}

/** Numbered pieces of the house in a store, on the shelf or promised to an order, as an SQL expression. */
export const housePieces = (store: string): Sql => sql`
  select n.serial, n.brand as maker, p.kind, n.gross_weight_e4 as "grossWeight", n.fineness, n.fine_weight_e4 as "fineWeight",
    n.state = 'allocated' as "isPromised" from ${from} where p.store = ${store} and n.state in ('in_stock', 'allocated', 'quarantined')`

type HousePiece = {
  serial: string
  maker: string
  kind: string
  grossWeight: bigint
  fineness: number
  fineWeight: bigint
  isPromised: boolean
}

export const listHousePieces = (db: Queryable, store: string): Promise<HousePiece[]> =>
  db.rows<HousePiece>(housePieces(store))

/**
 * A few pieces that a typed number names, or whose number begins so; the code of its maker may stand before it, or not. By the operators of
 * the index: a pattern that is made of the makers' codes would read all of them.
 */
export async function findPiecesBegin(
  db: Queryable,
  typed: string,
  language: string,
): Promise<{ id: string; title: string; below: string; store: string }[]> {
  const plain = plainNumber(typed)
  if (!plain) return []
  const rows = await db.rows<{ serial: string; name: Record<string, string>; store: string }>(sql`
    select n.serial, p.name, p.store from ${from} where n.serial in (
      ${namedBy(typed)}
      union select found.serial from (
        select ${plain}::text as starts
        union select code || ':' || ${plain} from catalogue.makers
        union select code || ':' || substr(${plain}, length(code) + 1) from catalogue.makers where starts_with(${plain}, code)) k
      cross join lateral (
        select serial from catalogue.pieces where serial ~>=~ k.starts and serial ~<~ (k.starts || chr(1114111))
        order by serial using ~<~ limit 8) found)
    order by n.serial limit 8`)
  return rows.map(({ serial, name, store }) => {
    const shown = showSerial(serial)
    return { id: shown, title: shown, below: textIn(name, language), store }
  })
}

/** The pieces that one act moved, as they are shown, and the orders that it names: two of each at most, for one is what somebody looks for. */
export async function piecesOfAct(db: Queryable, act: string): Promise<{ serials: string[]; orders: string[] }> {
  const [serials, orders] = await Promise.all([
    db.rows<{ serial: string }>(
      sql`select distinct serial from catalogue.piece_moves where act = ${act} order by serial limit 2`,
    ),
    db.rows<{ id: string }>(
      sql`select distinct order_id as id from catalogue.piece_moves where act = ${act} and order_id is not null limit 2`,
    ),
  ])
  return { serials: serials.map(({ serial }) => showSerial(serial)), orders: orders.map(({ id }) => id) }
}
