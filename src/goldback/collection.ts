/** A courier collects what a member sells back: where from, what may be collected, and the courier's first scan. */
import { sql, type Tx } from '../db/database.ts'
import { type AddressSnapshot, findAddress } from '../delivery/address-queries.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import type { Currency } from '../money/money.ts'
import { requireCourier } from '../orders/parcels/require-courier.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { Holder } from '../vault/holder.ts'
import { makeCertain } from './certain-price.ts'
import { holdCase } from './hold-case.ts'
import { moveCase, refuseState } from './move-case.ts'
import { tellOfCase } from './tell-of-case.ts'

/** Between which amounts a courier collects, both included; null: the store has nobody collect. Minor units. */
export const collectionOf = (currency: Currency): { least: bigint; most: bigint } | null =>
  settings.goldback.collection[currency] ?? null

/**
 * The member's address, where so much may be collected.
 *
 * Refuses goldback_not_collected; not_found for an address that is not theirs in this store.
 */
export async function requireCollection(
  tx: Tx,
  { memberId, store, currency }: Holder,
  { addressId, estimate }: { addressId: string; estimate: bigint },
): Promise<AddressSnapshot> {
  const bounds = collectionOf(currency)
  if (!bounds || estimate < bounds.least || estimate > bounds.most) throw new Refusal('goldback_not_collected')
  const address = await findAddress(tx, memberId, addressId)
  if (!address || address.store !== store) throw new Refusal('not_found')
  return address
}

type Scan = { caseId: string; carrier: string; tracking: string; scannedAt: Date }

/**
 * The courier has the pieces. A price that was fixed binds if they had them in its time; else the bid of this moment counts.
 *
 * Refuses not_found; goldback_state, also for what is brought to a counter; invalid_input (carrier, scanned_at before the signature, longer
 * ago than is noted, or in the future); permission_missing.
 */
export const noteScan = (
  karat: Bag<'goldback'>,
  staff: Staff,
  { caseId, carrier, tracking, scannedAt }: Scan,
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const held = await holdCase(tx, caseId)
    if (held.state !== 'booked' || !held.collects) await refuseState(tx, caseId)
    await requireCourier(tx, held.store, carrier)
    if (scannedAt < held.bookedAt) throw invalidInput({ scanned_at: problem('before_signature') })
    const earliest = held.now.getTime() - settings.goldback.scanDays * 86_400_000
    if (scannedAt.getTime() < earliest) throw invalidInput({ scanned_at: problem('too_long_ago') })
    if (scannedAt > held.now) throw invalidInput({ scanned_at: problem('window_future') })
    const isFixed = held.fixedUntil !== null && scannedAt <= held.fixedUntil
    await makeCertain(tx, karat, { ...held, isFixed })
    const said = { carrier, tracking, scanned_at: scannedAt.toISOString(), fixed: isFixed }
    const parcel = sql`, carrier = ${carrier}, tracking = ${tracking}, scanned_at = ${scannedAt}`
    await moveCase(
      tx,
      {
        caseId,
        from: 'booked',
        to: 'collected',
        actor: `staff:${staff.id}`,
        reason: 'collected',
        details: said,
      },
      parcel,
    )
    await recordAction(tx, staff, {
      ...{ action: 'goldback.receive', subject: { kind: 'goldback', id: caseId }, store: held.store },
      details: { did: 'goldback_collected', case: held.number, ...said },
    })
    await tellOfCase(tx, caseId, 'goldback_collected')
    return { done: true as const }
  })
