/** Bars come into the register of a store, and their grams into its vault. */
import { v7 as newId } from 'uuid'
import { makerNamed } from '../../catalogue/maker-queries.ts'
import { keptNumbers } from '../../catalogue/maker-rules.ts'
import { piecesOfMaker } from '../../catalogue/piece-queries.ts'
import { pieceNumber } from '../../catalogue/serial-rules.ts'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { problem } from '../../locale/field-rules.ts'
import { amountOf } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { requireOpenPlace } from '../places/save-place.ts'
import { type BarFault, readBars, type TypedBar } from './bar-list-rules.ts'
import { barsMoved } from './bar-postings.ts'
import { type BarKind, fineWeightOf, readFineness } from './bar-rules.ts'

/** `typed`: a list of bars (`readBars`). Maker, kind and fineness are those of bars of which the list does not say them. */
type BarsWish = {
  store: string
  maker: string
  kind: BarKind
  fineness: string
  place: string
  typed: string
  reason: string
}
type NewBar = Pick<TypedBar, 'serial' | 'grossWeight'> & Partial<Pick<TypedBar, 'maker' | 'kind' | 'fineness' | 'year'>>
/** Bars of one place; maker, kind and fineness (in parts of ten thousand) of those that say none of their own. */
export type NewBars = { store: string; maker: string; kind: BarKind; fineness: number; place: string; bars: NewBar[] }

/**
 * The bars are in the vault: all of the list or none of it. Their fine grams are the house's own until members buy them.
 *
 * Refuses permission_missing; unknown_store; invalid_input (bars; fineness; maker; reason); bars_wrong with every fault by its line;
 * place_not_open.
 */
export const receiveBars = (
  karat: Bag<'backing'>,
  staff: Staff,
  wish: BarsWish,
  request: Once,
): Promise<{ added: number }> => {
  if (!karat.stores.has(wish.store)) throw new Refusal('unknown_store')
  const [maker, fineness] = [wish.maker.trim(), readFineness(wish.fineness.trim())]
  const { bars, faults } = readBars(wish.typed, maker)
  if (bars.length + faults.length === 0) throw invalidInput({ bars: problem('empty') })
  if (fineness === null && bars.some((bar) => bar.fineness === null))
    throw invalidInput({ fineness: problem('fineness') })
  if (maker.length < 2 && bars.some((bar) => bar.maker === null)) throw invalidInput({ maker: problem('empty') })
  return once(karat.db, request, async (tx) => {
    const known = await findKnown(tx, maker, bars)
    const all = [...faults, ...known].sort((one, other) => one.line - other.line)
    if (all.length > 0) throw new Refusal('bars_wrong', { faults: all })
    const { store, kind, reason } = wish
    const place = wish.place.trim()
    await requireOpenPlace(tx, store, place)
    const fine = await addBars(
      tx,
      { store, maker, kind, fineness: fineness ?? 0, place, bars },
      { actor: `staff:${staff.id}`, reason },
    )
    const makers = [...new Set(bars.map((bar) => bar.maker ?? maker))].join(', ').slice(0, 200)
    const details = {
      ...{ did: 'receive' as const, bars: bars.length, maker: makers, place },
      grams: amountOf(fine, 'XAU'),
    }
    await recordAction(tx, staff, {
      action: 'vault.receive',
      subject: { kind: 'vault', id: store },
      store,
      reason,
      details,
    })
    return { added: bars.length }
  })
}

/** Those of the bars that the register has already, in whatever store, or that are numbered pieces of their maker, however those are written. */
async function findKnown(tx: Tx, common: string, bars: TypedBar[]): Promise<BarFault[]> {
  const of = Map.groupBy(bars, ({ maker }) => maker ?? common)
  const found: BarFault[] = []
  for (const [maker, all] of of) {
    const serials = all.map(({ serial }) => serial)
    const rows = await tx.rows<{ serial: string }>(sql`
      select serial from backing.bars where maker = ${maker} and serial = any(${serials}::text[])`)
    const known = new Set(rows.map(({ serial }) => serial))
    const stamps = await makerNamed(tx, maker)
    const numbersOf = (serial: string) => [pieceNumber(serial), ...(stamps ? keptNumbers(stamps, serial) : [])]
    const pieces = await piecesOfMaker(tx, maker, serials.flatMap(numbersOf))
    for (const { line, serial } of all)
      if (known.has(serial) || numbersOf(serial).some((number) => pieces.has(number)))
        found.push({ line, typed: serial, problem: 'known', told: null })
  }
  return found
}

/** Writes bars, their history and their grams. Answers the fine grams. Refuses edited_meanwhile when somebody else has just added one of them. */
export async function addBars(tx: Tx, added: NewBars, by: { actor: string; reason: string }): Promise<bigint> {
  const { store, maker, kind, fineness, place, bars } = added
  const act = newId()
  const rows = JSON.stringify(
    bars.map(({ serial, grossWeight, year = null, ...own }) => {
      const made = { maker: own.maker ?? maker, kind: own.kind ?? kind, fineness: own.fineness ?? fineness }
      const weights = { gross: String(grossWeight), fine: String(fineWeightOf(grossWeight, made.fineness)) }
      return { id: newId(), serial, year, ...made, ...weights }
    }),
  )
  const moved = await tx.row<{ bars: number; fine: bigint }>(sql`
    with added as (
      insert into backing.bars (id, store, maker, serial, kind, gross_weight_e4, fineness_e1, fine_weight_e4, place, year)
      select id, ${store}, maker, serial, kind, gross, fineness, fine, ${place}, year from jsonb_to_recordset(${rows}::jsonb)
        as bar(id uuid, maker text, serial text, kind text, gross bigint, fineness int, fine bigint, year int) order by maker, serial
      on conflict on constraint bar_is_single do nothing returning id, fine_weight_e4
    ), told as (
      insert into backing.bar_moves (bar_id, to_state, act, actor, reason, place)
      select id, 'available', ${act}::uuid, ${by.actor}, ${by.reason}, ${place} from added
    )
    select count(*)::int as bars, coalesce(sum(fine_weight_e4), 0)::bigint as fine from added`)
  if (moved?.bars !== bars.length) throw new Refusal('edited_meanwhile')
  await postTransfer(tx, barsMoved('received', { act, store, actor: by.actor, fine: moved.fine }))
  return moved.fine
}
