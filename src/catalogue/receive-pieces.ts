import { v7 as uuidv7 } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { amountOf, type Currency, exponentOf, parseDecimal } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { storeOf } from '../stores/stores.ts'
import { bookGrams } from './book-grams.ts'
import { lockShelves } from './correct-stock.ts'
import { makerOf } from './maker-queries.ts'
import { judgeSerials, numbersOf, type SerialFault } from './receive-rules.ts'
import { showSerial } from './serial-rules.ts'

/**
 * From whom a piece was bought, what was paid for it in minor units (null: unknown), and whether its purchase paper is complete.
 * The currency is that of its store.
 */
export type Bought = { supplier: string; cost: { minor: bigint; currency: Currency } | null; papersComplete: boolean }
type Arrival = { serial: string; skuId: number; assayedOn: string; bought: Bought | null }
type ReceiveWish = {
  skuId: number
  typed: string
  assayedOn: string
  supplier: string
  unitCost: string
  papersComplete: boolean
}

/** The skus whose pieces have numbers, by id, with what a number of theirs begins with. */
async function findNumbered(tx: Pick<Tx, 'rows'>, skuIds: number[]) {
  const rows = await tx.rows<{ id: number; code: string; brand: string; store: string }>(sql`
    select s.id, s.code, p.brand, p.store from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where s.id = any(${skuIds}::int[]) and p.kind in ('bar', 'coin')`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Nobody makes another thing of these skus, or gives their products another maker, until the transaction ends: pieces may be put
 * under them. Products first, as whoever changes a sku locks.
 */
export async function lockForPieces(tx: Tx, skuIds: number[]): Promise<void> {
  await tx.run(sql`
    select id from catalogue.products where id in (select product_id from catalogue.skus where id = any(${skuIds}::int[]))
    order by id for share`)
  await lockShelves(tx, skuIds)
}

/** Which of the numbers there are already, with the sku that has them. */
export async function findKnown(
  tx: Pick<Tx, 'rows'>,
  serials: string[],
): Promise<Map<string, { skuId: number; code: string }>> {
  const rows = await tx.rows<{ serial: string; skuId: number; code: string }>(sql`
    select n.serial, n.sku_id as "skuId", s.code from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id
    where n.serial = any(${serials}::text[])`)
  return new Map(rows.map(({ serial, ...known }) => [serial, known]))
}

/**
 * The pieces are in the house, numbered, and can be ordered: all of the list or none of it.
 *
 * Refuses not_found for a sku without numbers; pieces_wrong with every fault by its line; invalid_input (unit_cost).
 */
export async function receivePieces(karat: Bag<'catalogue'>, staff: Staff, wish: ReceiveWish, request: Once) {
  const answer = await once(karat.db, request, async (tx) => {
    await lockForPieces(tx, [wish.skuId])
    const sku = (await findNumbered(tx, [wish.skuId])).get(wish.skuId)
    if (!sku) throw new Refusal('not_found')
    const maker = await makerOf(tx, sku.brand)
    const judged = judgeSerials(numbersOf(wish.typed, maker).map((line) => ({ ...line, brand: sku.brand, maker })))
    const known = await findKnown(
      tx,
      judged.serials.map(({ serial }) => serial),
    )
    const faults = [...judged.faults, ...knownFaults(judged.serials, known)].sort((one, other) => one.line - other.line)
    if (faults.length > 0) throw new Refusal('pieces_wrong', { faults })
    const { currency } = storeOf(karat, sku.store)
    const cost = wish.unitCost === '' ? null : costOf(wish.unitCost, currency)
    if (cost === undefined) throw invalidInput({ unit_cost: problem('amount') })
    const bought = { supplier: wish.supplier, cost, papersComplete: wish.papersComplete }
    const arrivals = judged.serials.map(({ serial }) => ({ serial, skuId: sku.id, assayedOn: wish.assayedOn, bought }))
    await addArrivals(tx, arrivals, { actor: `staff:${staff.id}`, note: 'received' })
    const subject = { kind: 'sku', id: sku.code }
    const details = { did: 'receive' as const, pieces: arrivals.length, assayed_on: wish.assayedOn, ...saidOf(bought) }
    await recordAction(tx, staff, { action: 'stock.receive', subject, store: sku.store, details })
    return { added: arrivals.length, serials: arrivals.map(({ serial }) => showSerial(serial)) }
  })
  await karat.catalogue.refresh()
  return answer
}

/** What is recorded of a purchase. */
export const saidOf = ({ supplier, cost, papersComplete }: Bought) => ({
  ...{ supplier, papers_complete: papersComplete },
  unit_cost: cost && amountOf(cost.minor, cost.currency),
})

/** What a person typed as the cost of a piece; undefined for what is no amount. */
export function costOf(typed: string, currency: Currency): Bought['cost'] | undefined {
  const amount = parseDecimal(typed, exponentOf(currency))
  return amount === null || amount < 0n ? undefined : { minor: amount, currency }
}

const knownFaults = (
  serials: { line: number; serial: string }[],
  known: Map<string, { code: string }>,
): SerialFault[] =>
  serials.flatMap(({ line, serial }) => {
    const other = known.get(serial)
    return other ? [{ line, typed: showSerial(serial), problem: 'known', told: other.code }] : []
  })

/**
 * Puts new pieces on the shelf, with their history and that of the stock, and their grams into the books. Refuses edited_meanwhile when
 * somebody else has added one of the numbers since the caller looked.
 */
export async function addArrivals(tx: Tx, arrivals: Arrival[], by: { actor: string; note: string }): Promise<void> {
  const origins = await noteArrivals(tx, arrivals, by.actor)
  const rows = JSON.stringify(
    arrivals
      .toSorted((one, other) => (one.serial < other.serial ? -1 : 1))
      .map(({ bought, ...piece }) => ({
        ...piece,
        ...{ arrival: bought && origins.get(originOf(bought)), cost: bought?.cost && String(bought.cost.minor) },
        currency: bought?.cost?.currency,
      })),
  )
  const act = uuidv7()
  const added = await tx.rows<{ quantity: number }>(sql`
    with arrived as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as a(serial text, "skuId" int, "assayedOn" date, arrival uuid, cost bigint, currency text)
      order by serial
    ), added as (
      insert into catalogue.pieces (serial, sku_id, state, brand, gross_weight_e4, fine_weight_e4, fineness, assayed_on,
        arrival_id, cost_minor, cost_currency)
      select a.serial, s.id, 'in_stock', p.brand, s.gross_weight_e4, s.fine_weight_e4, s.fineness, a."assayedOn", a.arrival, a.cost, a.currency
      from arrived a join catalogue.skus s on s.id = a."skuId" join catalogue.products p on p.id = s.product_id
      on conflict (serial) do nothing returning serial, sku_id
    ), told as (
      insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason, act)
      select serial, null, 'in_stock', ${by.actor}, ${by.note}, ${act}::uuid from added
    ), counted as (
      select sku_id, count(*)::int as quantity from added group by sku_id
    ), stocked as (
      update catalogue.skus s set stock = s.stock + counted.quantity, received = s.received + counted.quantity
      from counted where s.id = counted.sku_id
    )
    insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
    select sku_id, quantity, 'received', gen_random_uuid()::text, ${by.actor}, ${by.note} from counted returning quantity`)
  const total = added.reduce((sum, { quantity }) => sum + quantity, 0)
  if (total !== arrivals.length) throw new Refusal('edited_meanwhile')
  await bookGrams(tx, act)
}

const originOf = ({ supplier, papersComplete }: Bought) => `${papersComplete} ${supplier}`

/** A row for each supplier of the list, apart for what came with complete papers. */
async function noteArrivals(tx: Tx, arrivals: Arrival[], actor: string): Promise<Map<string, string>> {
  const origins = new Map(
    arrivals.flatMap(({ bought }) => (bought ? [[originOf(bought), { id: uuidv7(), ...bought }] as const] : [])),
  )
  if (origins.size > 0) {
    const rows = [...origins.values()].map(({ id, supplier, papersComplete }) => ({ id, supplier, papersComplete }))
    await tx.run(sql`
      insert into catalogue.arrivals (id, supplier, papers_complete, actor)
      select id, supplier, "papersComplete", ${actor} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(id uuid, supplier text, "papersComplete" boolean)`)
  }
  return new Map([...origins].map(([origin, { id }]) => [origin, id]))
}
