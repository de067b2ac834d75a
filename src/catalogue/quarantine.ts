/** Numbered pieces that their owners sold back: the house's again, and not for sale until their holding period is over (decision 0105). */
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { moveGrams } from './book-grams.ts'

type BoughtBack = {
  orderId: string
  serial: string
  cost: { minor: bigint; currency: Currency }
  /** It weighs less or is less fine than its stamp says: it is never sold again as what it was. */
  isShort: boolean
  actor: string
  reason: string
}

/**
 * The piece is the house's and in quarantine, with what was paid for it; its history and passport go on. False when it is not with the
 * buyer of that order: it was reported stolen, or came back in another way.
 */
export async function buyBackPiece(
  tx: Tx,
  { orderId, serial, cost, isShort, actor, reason }: BoughtBack,
): Promise<boolean> {
  const moved = await moveGrams(
    tx,
    (act) => sql`
    with bought as (
      update catalogue.pieces set state = 'quarantined', order_id = null, is_short = ${isShort},
        quarantined_until = now() + make_interval(days => ${settings.goldback.holdDays}::int)
      where serial = ${serial} and order_id = ${orderId} and state = 'sold' returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason, act, cost_minor, cost_currency)
    select serial, 'sold', 'quarantined', ${orderId}, ${actor}, ${reason}, ${act}::uuid, ${cost.minor}, ${cost.currency} from bought`,
  )
  return moved === 1
}

type Release = { serial: string; actor: string; reason: string }

/** The piece is on the shelf and in the stock of its sku. Refuses piece_short. False when it is not in quarantine, or its holding period is not over. */
export async function releaseQuarantined(tx: Tx, { serial, actor, reason }: Release): Promise<boolean> {
  const released = sql`
    with released as (
      update catalogue.pieces set state = 'in_stock' where serial = ${serial} and state = 'quarantined' returning serial, sku_id
    ), stocked as (
      update catalogue.skus s set stock = s.stock + 1 from released where s.id = released.sku_id
    ), told as (
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
      select sku_id, 1, 'returned', gen_random_uuid()::text, ${actor}, ${reason} from released
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason)
    select serial, 'quarantined', 'in_stock', ${actor}, ${reason} from released`
  try {
    return (await tx.run(released)) === 1
  } catch (error) {
    if (brokenConstraint(error) === 'quarantine_lasts') return false
    if (brokenConstraint(error) === 'short_piece_stays') throw new Refusal('piece_short')
    throw error
  }
}
