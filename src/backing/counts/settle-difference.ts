/** What a count found to differ is settled by somebody who did not count. */
import { empty, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { amountOf, parseDecimal } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { holdBacking, judgeBacking } from '../judge-backing.ts'
import { dropBar } from '../register/lose-bar.ts'
import { type Bar, findBar } from '../register/move-bar.ts'
import { finishWhereSettled } from './compare-count.ts'
import { type FindingKind, fitsWeight, type Resolution, waysOf } from './count-rules.ts'
import { type Count, holdCount, requireNoCounter } from './open-count.ts'

/** `weight`: in grams, what a bar weighed that was looked at once more. */
type SettleWish = { findingId: string; resolution: Resolution; weight?: string | undefined; reason: string }
type Open = {
  countId: string
  kind: FindingKind
  barId: string | null
  serial: string
  maker: string | null
  expected: bigint | null
}

/**
 * The difference has its answer, which stays: the bar was found and weighed once more (`recounted`); a counter's slip (`entry_wrong`);
 * a bar that is not the house's (`not_ours`); one that the register has there by now (`taken_in`); or the bar is missing from this
 * commit on (`declared_missing`), as by reporting it missing. With the last answer the count is over.
 *
 * Refuses permission_missing; not_found; counter_settles to whoever counted; count_state for one that is settled, or for an answer that
 * does not fit its kind; invalid_input (weight; reason); weight_off where the new weight is not that of the register; bar_state for a
 * bar that was found and is missing in the register, that is missing here and was moved on meanwhile, or that was taken in nowhere.
 */
export const settleDifference = (
  karat: Bag<'backing'>,
  staff: Staff,
  wish: SettleWish,
  request: Once,
): Promise<{ frozen: boolean; finished: boolean }> =>
  once(karat.db, request, async (tx) => {
    const { findingId, resolution, reason } = wish
    const known = await tx.row<{ countId: string }>(sql`
      select count_id as "countId" from backing.count_findings where id = ${findingId}`)
    if (!known) throw new Refusal('not_found')
    const count = await holdCount(tx, known.countId)
    await requireNoCounter(tx, known.countId, staff)
    const finding = await requireOpen(tx, findingId)
    if (count.isOver || !waysOf(finding.kind).includes(resolution)) throw new Refusal('count_state')
    await holdBacking(tx, count.store)
    const bar = finding.barId === null ? null : { id: finding.barId, ...(await findBar(tx, finding.barId)) }
    await requireTrue(tx, { count, finding, bar }, wish)
    if (resolution === 'declared_missing' && bar && bar.state !== 'missing')
      await dropBar(tx, bar, { reason: `${count.number}: ${reason}`, by: staff.id })
    await tx.run(sql`
      update backing.count_findings set resolution = ${resolution}, resolved_by = ${staff.id}, resolved_at = clock_timestamp(),
        resolved_because = ${reason} where id = ${findingId}`)
    const finished = (await finishWhereSettled(tx, finding.countId)) > 0
    await recordAction(tx, staff, {
      ...{ action: 'vault.resolve', subject: { kind: 'count', id: finding.countId }, store: count.store, reason },
      details: {
        ...{ did: 'difference_settled', count: count.number, place: count.place, serial: finding.serial, resolution },
        ...(finding.expected === null ? {} : { grams: amountOf(finding.expected, 'XAU') }),
      },
    })
    const frozen = resolution === 'declared_missing' && (await judgeBacking(tx, count.store)) !== null
    return { frozen, finished }
  })

async function requireOpen(tx: Tx, findingId: string): Promise<Open> {
  const open = await tx.row<Open>(sql`
    select count_id as "countId", kind, bar_id as "barId", serial, maker, expected_e4 as expected
    from backing.count_findings where id = ${findingId} and resolution is null`)
  if (!open) throw new Refusal('count_state')
  return open
}

type Asked = { count: Count; finding: Open; bar: Bar | null }

/** What somebody says of the bar is what the register has, or what it will have. `tx` holds the backing. */
async function requireTrue(tx: Tx, { count: { store, place }, finding, bar }: Asked, wish: SettleWish) {
  const { resolution } = wish
  const { serial, maker, expected } = finding
  if (resolution === 'recounted' && bar && expected !== null) {
    const weighed = parseDecimal((wish.weight ?? '').trim(), 4)
    if (weighed === null || weighed <= 0n) throw invalidInput({ weight: problem('amount') })
    if (!fitsWeight(expected, weighed)) throw new Refusal('weight_off')
    if (bar.state === 'missing') throw new Refusal('bar_state')
  }
  if (resolution === 'declared_missing' && bar && (bar.place !== place || bar.state === 'in_transit'))
    throw new Refusal('bar_state')
  if (resolution === 'taken_in') {
    const there = await tx.row(sql`
      select 1 from backing.bars where store = ${store} and place = ${place} and serial = ${serial}
        and state in ('available', 'pledged') ${maker === null ? empty : sql`and lower(maker) = lower(${maker})`}`)
    if (!there) throw new Refusal('bar_state')
  }
}
