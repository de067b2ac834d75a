/** The returns desk: a piece whose money is asked back is in the house again. */
import { v7 as newId } from 'uuid'
import { isNumbered } from '../../catalogue/piece-queries.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { type NamedPiece, piecesNamed } from '../../catalogue/swap-pieces.ts'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { linesOf, lockReturn, type ReturnRequest } from './lock-return.ts'
import { awaitsPieces, stillExpected } from './return-rules.ts'

/** `number` as it was scanned or typed; of goods without numbers their line. */
type Arrival = { requestId: string; number?: string | undefined; position?: number | undefined }

/**
 * The piece lies at the desk from now on; it is its buyer's until somebody decides about it.
 *
 * Refuses permission_missing; not_found; return_not_asked where the request takes no pieces back, or no more of this kind;
 * return_not_delivered while the order is not with its buyer; return_unknown for a number that nobody knows; return_other_order; return_already;
 * piece_state for one that is warned of; piece_ambiguous; invalid_input without a number of goods that have one.
 */
export const receiveReturn = (
  karat: Bag<'orders'>,
  staff: Staff,
  { requestId, number, position }: Arrival,
  key: Once = null,
): Promise<{ return_id: string; serial: string | null }> =>
  once(karat.db, key, async (tx) => {
    const request = await lockReturn(tx, requestId)
    if (!awaitsPieces(request.reason, request.state)) throw new Refusal('return_not_asked')
    if (request.orderState !== 'completed') throw new Refusal('return_not_delivered')
    const piece = number === undefined ? null : await pieceOf(tx, request, number)
    const line = await lineOf(tx, request, piece ? { skuId: piece.skuId } : { position })
    const id = newId()
    await tx.run(sql`
      insert into orders.returns (id, request_id, order_id, position, serial, received_by)
      values (${id}, ${request.id}, ${request.orderId}, ${line.position}, ${piece?.serial ?? null}, ${`staff:${staff.id}`})`)
    const serial = piece ? showSerial(piece.serial) : null
    await recordAction(tx, staff, {
      ...{ action: 'returns.receive', subject: { kind: 'order', id: request.orderId }, store: request.store },
      details: {
        did: 'receive_return',
        number: request.number,
        ...(serial ? { serial } : { position: line.position }),
      },
    })
    return { return_id: id, serial }
  })

/** The order's own piece of this number, in its buyer's hands as far as the books know. */
async function pieceOf(tx: Tx, { orderId }: ReturnRequest, number: string): Promise<NamedPiece> {
  const named = await piecesNamed(tx, number)
  if (named.length === 0) throw new Refusal('return_unknown')
  const serials = named.map(({ serial }) => serial)
  const here = await tx.row(sql`
    select 1 as one from orders.returns where order_id = ${orderId} and serial = any(${serials}::text[]) and state <> 'sent_back'`)
  if (here) throw new Refusal('return_already')
  const [own, ...others] = named.filter((one) => one.orderId === orderId)
  if (others.length > 0) throw new Refusal('piece_ambiguous', { serials: serials.map(showSerial).join(', ') })
  if (!own) throw new Refusal('return_other_order')
  if (own.state === 'allocated') throw new Refusal('return_not_delivered')
  if (own.state !== 'sold') throw new Refusal('piece_state')
  return own
}

/** The line of the request that a piece belongs to, and of which one more is expected. */
async function lineOf(tx: Tx, request: ReturnRequest, which: { skuId: number } | { position: number | undefined }) {
  const lines = await linesOf(tx, request.id)
  if (!('skuId' in which)) {
    const line = lines.find(({ position }) => position === which.position)
    if (!line) throw invalidInput({ number: problem('empty') })
    if (await isNumbered(tx, line.skuId)) throw invalidInput({ number: problem('empty') })
  }
  const fitting = lines.filter((line) =>
    'skuId' in which ? line.skuId === which.skuId : line.position === which.position,
  )
  const line = fitting.find((one) => stillExpected(request.state, one) > 0)
  if (!line) throw new Refusal('return_not_asked')
  return line
}
