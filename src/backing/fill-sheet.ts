/** Somebody writes down the bars that they see in a place, on a sheet that nobody else reads until both are done. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { readBars, type TypedBar } from './bar-list-rules.ts'
import { compareSheets } from './compare-count.ts'
import { holdCount } from './open-count.ts'

/**
 * The bars of the list stand on the sheet of whoever sends it, which begins with the first one; a bar that stands there already is
 * corrected. `typed`: as `readBars` takes it, with the number of a seal after the weight.
 *
 * Refuses permission_missing; invalid_input without bars; not_found; count_state for a count that is compared or over; count_full for
 * a third person; sheet_done; bars_wrong with every fault by its line.
 */
export const addSeen = (
  karat: Bag<'backing'>,
  staff: Staff,
  { countId, typed }: { countId: string; typed: string },
  request: Once,
): Promise<{ added: number }> => {
  const { bars, faults } = readBars(typed)
  if (faults.length > 0) throw new Refusal('bars_wrong', { faults })
  if (bars.length === 0) throw invalidInput({ bars: problem('empty') })
  return once(karat.db, request, async (tx) => {
    const seat = await ownSheet(tx, staff, countId)
    await writeSeen(tx, { countId, seat, bars })
    return { added: bars.length }
  })
}

async function writeSeen(tx: Tx, { countId, seat, bars }: { countId: string; seat: number; bars: TypedBar[] }) {
  const rows = JSON.stringify(
    bars.map(({ serial, maker, grossWeight, seal }) => ({
      ...{ id: newId(), serial, maker, weight: String(grossWeight), seal: seal ?? null },
    })),
  )
  await tx.run(sql`
    insert into backing.count_entries (id, count_id, seat, serial, maker, gross_weight_e4, seal)
    select id, ${countId}::uuid, ${seat}::smallint, serial, maker, weight, seal
    from jsonb_to_recordset(${rows}::jsonb) as seen(id uuid, serial text, maker text, weight bigint, seal text)
    on conflict (count_id, seat, serial, coalesce(maker, '')) do update
      set gross_weight_e4 = excluded.gross_weight_e4, seal = excluded.seal, noted_at = clock_timestamp()`)
}

/** The seat of whoever asks, taken where they have none. The count stays as it is until `tx` ends. */
async function ownSheet(tx: Tx, staff: Staff, countId: string): Promise<number> {
  const { store, number, place, isCompared, isOver } = await holdCount(tx, countId)
  if (isCompared || isOver) throw new Refusal('count_state')
  const sheets = await sheetsOf(tx, countId)
  const own = sheets.find(({ counter }) => counter === staff.id)
  if (own?.isDone) throw new Refusal('sheet_done')
  if (own) return own.seat
  if (sheets.length >= 2) throw new Refusal('count_full')
  const seat = sheets.length + 1
  await tx.run(sql`
    insert into backing.count_sheets (count_id, seat, counter) values (${countId}, ${seat}, ${staff.id})`)
  const details = { did: 'count_begun' as const, count: number, place }
  await recordAction(tx, staff, { action: 'vault.count', subject: { kind: 'count', id: countId }, store, details })
  return seat
}

type Sheet = { seat: number; counter: string; isDone: boolean }
const sheetsOf = (tx: Tx, countId: string): Promise<Sheet[]> =>
  tx.rows<Sheet>(sql`
    select seat, counter, done_at is not null as "isDone" from backing.count_sheets where count_id = ${countId} order by seat`)

/**
 * The entry is no longer on the sheet of whoever wrote it. Refuses permission_missing; not_found, also for somebody else's; sheet_done.
 */
export const removeSeen = (
  karat: Bag<'backing'>,
  staff: Staff,
  { entryId }: { entryId: string },
  request: Once,
): Promise<{ done: true }> =>
  once(karat.db, request, async (tx) => {
    const sheet = await tx.row<{ isDone: boolean }>(sql`
      select s.done_at is not null as "isDone" from backing.count_entries e
      join backing.count_sheets s on s.count_id = e.count_id and s.seat = e.seat
      where e.id = ${entryId} and s.counter = ${staff.id} for share of s`)
    if (!sheet) throw new Refusal('not_found')
    if (sheet.isDone) throw new Refusal('sheet_done')
    await tx.run(sql`delete from backing.count_entries where id = ${entryId}`)
    return { done: true }
  })

/**
 * Whoever counted has seen all; their sheet never changes again. With the second sheet the count is compared, and is over where
 * nothing differs (`compared`).
 *
 * Refuses permission_missing; not_found; count_state; count_full for somebody without a sheet where both are taken; sheet_done.
 */
export const finishSheet = (
  karat: Bag<'backing'>,
  staff: Staff,
  { countId }: { countId: string },
  request: Once,
): Promise<{ compared: boolean }> =>
  once(karat.db, request, async (tx) => {
    const seat = await ownSheet(tx, staff, countId)
    await tx.run(sql`
      update backing.count_sheets set done_at = clock_timestamp() where count_id = ${countId} and seat = ${seat}`)
    const sheets = await sheetsOf(tx, countId)
    const compared = sheets.length === 2 && sheets.every(({ isDone }) => isDone)
    if (compared) await compareSheets(tx, countId)
    return { compared }
  })
