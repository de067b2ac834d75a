/** Pieces that come back: what is expected, what may become of one, and what of a request is left to do. Pure. */
import type { OrderState } from '../core/order-rules.ts'
import type { RefundReason, RequestState } from '../refunds/refund-rules.ts'

/** What a piece is asked back for that its buyer has in their hands; the database keeps the same list (migration 518). */
export const reasonsWithPieces = [
  'damaged',
  'wrong_piece',
  'not_as_described',
] as const satisfies readonly RefundReason[]

export const returnStates = ['received', 'stocked', 'quarantined', 'refused', 'sent_back'] as const
export type ReturnState = (typeof returnStates)[number]

/** What becomes of a piece that was looked at; `received`: it waits for the decision about its money. */
export const verdicts = ['received', 'stocked', 'quarantined', 'refused'] as const
export type Verdict = (typeof verdicts)[number]

export const conditions = ['sealed', 'opened', 'damaged', 'not_as_sold'] as const
export type Condition = (typeof conditions)[number]

/** `before`: its piece is expected all the same; `without`: its buyer keeps it. */
export const waiverKinds = ['before', 'without'] as const
export type WaiverKind = (typeof waiverKinds)[number]

/** Whether pieces of a request are on their way back while it stands so. */
export const awaitsPieces = (reason: RefundReason, state: RequestState): boolean =>
  reasonsWithPieces.some((one) => one === reason) && ['requested', 'granted', 'executed'].includes(state)

/** What leaves the house before its buyer has it cannot come back from them. */
export const isWithBuyer = (state: OrderState): boolean => state === 'shipped' || state === 'completed'

/** A line of a request, in pieces: asked back, granted, at the desk or kept by the house, and kept by it for good. */
export type Counted = { asked: number; granted: number; here: number; kept: number; refused: number }

/** How many more of a line the desk receives. */
export const stillExpected = (state: RequestState, { asked, granted, here }: Counted): number =>
  Math.max(0, (state === 'requested' ? asked : granted) - here)

/** What is left to do first: look at a piece, send one back, wait for one; null where all is done. */
export const returnStages = ['to_look_at', 'to_send_back', 'expected'] as const
export type ReturnStage = (typeof returnStages)[number]

/** Whether the grant promises more than can still come once a piece of this line was refused: then it is decided anew. */
export const grantsTooMuch = ({ asked, granted, refused }: Counted): boolean => granted > asked - refused

/** What the timeline of an order tells of a piece that comes back. */
export const pieceEvents = ['piece_received', 'piece_kept', 'piece_refused', 'piece_sent_back'] as const
/** What the timeline of an order tells of its parcel, and of pieces that come back. */
export const parcelEvents = ['lost', 'found', 'sent_again', 'paid_back', ...pieceEvents] as const
