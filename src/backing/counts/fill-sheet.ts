/** Somebody writes down the bars that they see in a place, on a sheet that nobody else reads until both are done. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { readBars, type TypedBar } from '../register/bar-list-rules.ts'
import { compareSheets } from './compare-count.ts'
import { type Count, holdCount, type Sheet, sheetsOf } from './open-count.ts'

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
    const { seat } = await ownSheet(tx, staff, countId)
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
async function ownSheet(
  tx: Tx,
  staff: Staff,
  countId: string,
): Promise<{ seat: number; count: Count; sheets: Sheet[] }> {
  const count = await holdCount(tx, countId)
  if (count.isCompared || count.isOver) throw new Refusal('count_state')
  const sheets = await sheetsOf(tx, countId)
  const own = sheets.find(({ counter }) => counter === staff.id)
  if (own?.isDone) throw new Refusal('sheet_done')
  if (own) return { seat: own.seat, count, sheets }
  if (sheets.length >= 2) throw new Refusal('count_full')
  const seat = sheets.length + 1
  await tx.run(sql`
    insert into backing.count_sheets (count_id, seat, counter) values (${countId}, ${seat}, ${staff.id})`)
  await record(tx, staff, 'count_begun', { countId, count })
  return { seat, count, sheets }
}

const record = (
  tx: Tx,
  staff: Staff,
  did: 'count_begun' | 'count_done',
  { countId, count: { number, store, place } }: { countId: string; count: Count },
) =>
  recordAction(tx, staff, {
    ...{ action: 'vault.count', subject: { kind: 'count', id: countId }, store },
    details: { did, count: number, place },
  })

/**
 * The entry is no longer on the sheet of whoever wrote it.
 *
 * Refuses permission_missing; not_found, also for somebody else's; count_state for a count that is compared or over; sheet_done.
 */
export const removeSeen = (
  karat: Bag<'backing'>,
  staff: Staff,
  { entryId }: { entryId: string },
  request: Once,
): Promise<{ done: true }> =>
  once(karat.db, request, async (tx) => {
    const own = await tx.row<{ countId: string }>(sql`
      select e.count_id as "countId" from backing.count_entries e
      join backing.count_sheets s on s.count_id = e.count_id and s.seat = e.seat
      where e.id = ${entryId} and s.counter = ${staff.id}`)
    if (!own) throw new Refusal('not_found')
    await ownSheet(tx, staff, own.countId)
    const removed = await tx.run(sql`delete from backing.count_entries where id = ${entryId}`)
    if (removed === 0) throw new Refusal('not_found')
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
    const { seat, count, sheets } = await ownSheet(tx, staff, countId)
    await tx.run(sql`
      update backing.count_sheets set done_at = clock_timestamp() where count_id = ${countId} and seat = ${seat}`)
    const compared = sheets.some(({ counter, isDone }) => counter !== staff.id && isDone)
    if (compared) await compareSheets(tx, countId, count)
    await record(tx, staff, 'count_done', { countId, count })
    return { compared }
  })
