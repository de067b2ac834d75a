/** order_refund and its withdrawal: what a member asks back. */

import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { sql, type Tx } from '../../db/database.ts'
import { useFiles } from '../../files/use-files.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, moneyText } from '../../money/money.ts'
import { sellsIn } from '../../pricing/price-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settleNow } from '../guarantee/settlement-now.ts'
import { requireNoChoice } from '../price-windows/choose-price.ts'
import { requireNoneHere } from '../returns/pieces-first.ts'
import { claimPieces, freePieces, lockOrder, renewRefundState } from './asked-pieces.ts'
import type { RefundOrder, RefundRequestView } from './refund-contract.ts'
import { findRequests } from './refund-queries.ts'
import { type AmountBack, type AskedPieces, amountBack, isWholeOnly } from './refund-rules.ts'
import { type Refundable, readRefundable } from './refundable.ts'

type Member = { memberId: string; store: string }
type Ask = z.output<typeof RefundOrder>

/**
 * Asks for money back: for the whole order before it is handed over, for some pieces or all after that. The pieces are
 * claimed, so that nobody asks for them twice; what would come back is kept as it was said.
 *
 * Refuses not_found for the order or a picture; price_choice_waiting; refund_not_open when nothing can be asked back or not for this reason;
 * invalid_input for pieces that the order does not have; refund_pieces_taken; amount_changed with the right amount when
 * the member was shown another; cancel_fallen for a change of mind after too far a fall, as cancelling is refused. The grant
 * judges that again, at the price then.
 */
export async function requestRefund(
  karat: Bag<'orders'>,
  member: Member,
  ask: Ask,
  request: Once,
): Promise<RefundRequestView> {
  return once(karat.db, request, async (tx) => {
    await lockOrder(tx, ask.order_id)
    const order = await readRefundable(tx, ask.order_id, member)
    if (!order) throw new Refusal('not_found')
    await requireNoChoice(tx, order.id)
    if (!order.reasons.includes(ask.reason)) throw new Refusal('refund_not_open', { reasons: order.reasons })
    const pieces = chosenPieces(order, ask)
    const back = amountBack(order, pieces, ask.reason)
    const shown = moneyText(back.total, order.currency)
    if (ask.amount !== undefined && ask.amount !== shown)
      throw new Refusal('amount_changed', { amount: shown, currency: order.currency })
    if (ask.reason === 'changed_mind') await sayFallen(tx, karat, order)
    const id = await insertRequest(tx, order, ask, pieces, back)
    await useFiles(tx, { memberId: member.memberId, ids: ask.pictures, purpose: 'refund' })
    await renewRefundState(tx, order.id)
    const contact = { ...(await findContact(tx, member.memberId)), store: order.store }
    const values = { number: order.number, total: amountOf(back.total, order.currency) }
    await queueMail(tx, { ...contact, template: 'refund_requested', values, onceKey: `refund_requested:${id}` })
    return onlyRequest(tx, order, id)
  })
}

/** What is known now: while nothing is sold a request may wait all the same. */
async function sayFallen(tx: Tx, karat: Bag<'orders'>, order: Refundable) {
  const price = karat.prices.of(order.store, order.currency)
  if (sellsIn(price.state) && !order.allInGrams) await settleNow(tx, karat, order, price)
}

function chosenPieces(order: Refundable, { lines, reason }: Ask): AskedPieces {
  const free = order.lines
    .filter((line) => line.free > 0)
    .map(({ position, free: quantity }) => ({ position, quantity }))
  const asked = lines ?? free
  const twice = new Set(asked.map((one) => one.position)).size !== asked.length
  if (twice) throw invalidInput({ lines: problem('lines_once') })
  for (const { position, quantity } of asked) {
    const line = order.lines.find((one) => one.position === position)
    if (!line) throw invalidInput({ lines: problem('lines_of_order') })
    if (quantity > line.quantity) throw invalidInput({ lines: problem('lines_bought') })
  }
  if (asked.length === 0) throw new Refusal('refund_pieces_taken')
  const isWhole = order.lines.every((line) =>
    asked.some((a) => a.position === line.position && a.quantity === line.quantity),
  )
  if (isWholeOnly(reason) && !isWhole)
    throw order.lines.some((line) => line.free < line.quantity)
      ? new Refusal('refund_pieces_taken')
      : invalidInput({ lines: problem('lines_whole') })
  return asked
}

async function insertRequest(
  tx: Tx,
  order: Refundable,
  ask: Ask,
  pieces: AskedPieces,
  back: AmountBack,
): Promise<string> {
  const id = newId()
  await claimPieces(tx, order.id, pieces)
  await tx.run(sql`
    insert into orders.refund_requests (id, order_id, member_id, reason, note, pictures, whole, stated_minor)
    values (${id}, ${order.id}, ${order.memberId}, ${ask.reason}, ${ask.note}, ${ask.pictures}::uuid[], ${isWholeOnly(ask.reason)},
      ${back.total})`)
  await tx.run(sql`
    insert into orders.refund_lines (request_id, order_id, position, quantity)
    select ${id}, ${order.id}, position, quantity
    from unnest(${pieces.map((p) => p.position)}::smallint[], ${pieces.map((p) => p.quantity)}::int[]) as asked(position, quantity)`)
  return id
}

/** Takes a request back while nobody has decided it. Refuses not_found, refund_state; return_in_house once a piece of it is with us. */
export async function withdrawRefund(
  karat: Bag<'orders'>,
  member: Member,
  requestId: string,
  request: Once,
): Promise<RefundRequestView> {
  return once(karat.db, request, async (tx) => {
    const found = await tx.row<{ order_id: string }>(sql`
      select r.order_id from orders.refund_requests r join orders.orders o on o.id = r.order_id
      where r.id = ${requestId} and r.member_id = ${member.memberId} and o.store = ${member.store}`)
    if (!found) throw new Refusal('not_found')
    await lockOrder(tx, found.order_id)
    await requireNoneHere(tx, requestId)
    const withdrawn = await tx.run(sql`
      update orders.refund_requests set state = 'withdrawn', decided_at = now() where id = ${requestId} and state = 'requested'`)
    const order = await readRefundable(tx, found.order_id, member)
    if (!order) throw new Refusal('not_found')
    const view = await onlyRequest(tx, order, requestId)
    if (withdrawn === 0) throw new Refusal('refund_state', { state: view.state })
    await freePieces(tx, requestId)
    await renewRefundState(tx, found.order_id)
    return view
  })
}

async function onlyRequest(tx: Tx, order: Refundable, id: string): Promise<RefundRequestView> {
  const view = (await findRequests(tx, order.id, order.currency)).find((one) => one.request_id === id)
  if (!view) throw new Error('a refund request disappeared')
  return view
}
