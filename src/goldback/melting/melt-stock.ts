/** What the house owns is melted: lots of other gold and short pieces become one lot, and what is lost is posted (decision 0159). */
import { v7 as newId } from 'uuid'
import { holdShortPieces, meltPieces } from '../../catalogue/quarantine.ts'
import { keptSerial } from '../../catalogue/serial-rules.ts'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { problem } from '../../locale/field-rules.ts'
import { parseDecimal } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { type AssayMethod, fineOf } from '../case-rules.ts'
import { assayLoss } from '../goldback-postings.ts'
import type { MeltStockInput } from './stock-contract.ts'
import { weightsOf } from './stock-queries.ts'

const ACTION = 'goldback.melt_stock'

/** What is approved, exactly: which lots and pieces, and what came out of them. */
type Meant = { lots: string[]; serials: string[]; weighed: string; assayed: number; method: AssayMethod }

/**
 * Asks for the second person who says what came out of the crucible.
 *
 * Refuses permission_missing; invalid_input for a weight that is none or is more than went in; goldback_not_to_melt for a lot or piece that is not the store's, is melted, is not short, or is held
 * for its owner still; goldback_melt_currency; approval_waiting.
 */
export const askMeltStock = (
  { db }: Bag<'goldback'>,
  staff: Staff,
  { store, lots, serials, weighed, assayed, method, reason }: MeltStockInput,
  key: Once,
): Promise<{ approval_id: string }> =>
  once(db, key, async (tx) => {
    const kept = serials.map(keptSerial)
    const meant = { lots: [...new Set(lots)], serials: [...new Set(kept)], weighed, assayed, method }
    await holdParts(tx, store, meant)
    return requestApproval(tx, staff, {
      ...{ action: ACTION, subject: { kind: 'melting', id: [...meant.lots, ...meant.serials].sort()[0] ?? '' } },
      ...{ store, reason, params: meant },
    })
  })

/**
 * What the second person has approved: what went in is melted, one lot of what came out is held, and what the books had more, or less, is
 * posted, in one commit. Refuses as asking did, by what is so now.
 */
export const meltStockExecutor: Executor = {
  action: ACTION,
  async execute(_karat, tx, { store, params, reason }, { requester, approver }) {
    if (store === null) throw new Error('a melting is of a store')
    const meant = params as Meant
    const parts = await holdParts(tx, store, meant)
    const people = { requester: `staff:${requester.id}`, approver: `staff:${approver.id}` }
    await melt(tx, { store, meant, parts, reason, ...people })
  },
}

type Part = { lotId: string | null; serial: string | null; gross: bigint; fine: bigint; cost: bigint; currency: string }
type Parts = { all: Part[]; currency: string; gross: bigint; fine: bigint; cost: bigint; weighed: bigint }

/** They stay as they are until the transaction ends: lots in the order of their ids, then pieces in that of their numbers, as others lock them. */
async function holdParts(tx: Tx, store: string, { lots, serials, weighed, assayed }: Meant): Promise<Parts> {
  const held = await tx.rows<Part>(sql`
    select id as "lotId", null as serial, gross_e4 as gross, fine_e4 as fine, cost_minor as cost, currency from goldback.lots
    where number = any(${lots}::text[]) and store = ${store} and state = 'held' and held_until <= now() order by id for no key update`)
  const short = (await holdShortPieces(tx, store, serials)).filter(({ isOver }) => isOver)
  const weights = await weightsOf(
    tx,
    short.map(({ serial }) => serial),
  )
  const pieces = short.flatMap(({ serial, fine, cost, currency }): Part[] => {
    const gross = weights.get(serial)
    return gross === undefined ? [] : [{ lotId: null, serial, gross, fine, cost, currency }]
  })
  const all = [...held, ...pieces]
  const [first] = all
  if (!first || all.length !== lots.length + serials.length) throw new Refusal('goldback_not_to_melt')
  if (all.some(({ currency }) => currency !== first.currency)) throw new Refusal('goldback_melt_currency')
  const sum = (of: 'gross' | 'fine' | 'cost') => all.reduce((total, part) => total + part[of], 0n)
  const gross = sum('gross')
  const units = parseDecimal(weighed, 4)
  if (units === null || units <= 0n || fineOf(units, assayed) === 0n) throw invalidInput({ weighed: problem('grams') })
  if (units > gross) throw invalidInput({ weighed: problem('melting_weight') })
  return { all, currency: first.currency, gross, fine: sum('fine'), cost: sum('cost'), weighed: units }
}

type Melting = { store: string; meant: Meant; parts: Parts; reason: string; requester: string; approver: string }

async function melt(tx: Tx, { store, meant, parts, reason, requester, approver }: Melting): Promise<void> {
  const { all, currency, gross, fine: books, cost, weighed } = parts
  const { lots, serials, assayed, method } = meant
  const id = newId()
  const fine = fineOf(weighed, assayed)
  const made = await tx.row<{ number: string }>(sql`
    insert into goldback.house_meltings (id, number, store, currency, gross_before_e4, books_e4, cost_minor, gross_e4, fineness, fine_e4, method,
      reason, requested_by, approved_by)
    values (${id}, 'ML' || nextval('goldback.house_melting_numbers'), ${store}, ${currency}, ${gross}, ${books}, ${cost}, ${weighed}, ${assayed},
      ${fine}, ${method}, ${reason}, ${requester}, ${approver}) returning number`)
  const rows = all.map((part, position) => ({
    ...{ position, lot: part.lotId, serial: part.serial },
    ...{ gross: String(part.gross), fine: String(part.fine), cost: String(part.cost) },
  }))
  await tx.run(sql`
    insert into goldback.house_melting_parts (melting_id, position, lot_id, serial, gross_e4, fine_e4, cost_minor)
    select ${id}, position, lot, serial, gross, fine, cost from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as part(position smallint, lot uuid, serial text, gross bigint, fine bigint, cost bigint)`)
  const actor = `${requester}+${approver}`
  if (serials.length > 0) await meltPieces(tx, { serials, actor, reason: made?.number ?? '' })
  if (lots.length > 0) await tx.run(sql`update goldback.lots set state = 'melted' where number = any(${lots}::text[])`)
  await tx.run(sql`
    insert into goldback.lots (id, number, melting_id, store, gross_e4, fineness, fine_e4, cost_minor, currency, held_until)
    values (${newId()}, 'L' || nextval('goldback.lot_numbers'), ${id}, ${store}, ${weighed}, ${assayed}, ${fine}, ${cost}, ${currency}, now())`)
  if (books !== fine) await postTransfer(tx, assayLoss({ id, store, books, fine, actor }))
}
