/** What is posted as one transfer. Pure; files named `*-postings.ts` make them from amounts, and nobody else does. */
import type { Leg } from './ledger-rules.ts'
import type { TransferKind } from './transfer-kind-rules.ts'

export type Posting = {
  /** What happened. The database refuses legs that this kind does not have. */
  kind: TransferKind | 'reversal'
  /** Whose it is: the id of the payment, order, trade. One transfer for each kind and reference. */
  reference: string
  /** Any number; legs of zero are left out. Positive: the account receives. */
  legs: Leg[]
  /** Who caused it: `member:<id>`, `staff:<id>`, `system`. */
  actor: string
  reason?: string
  /** The transfer that this one takes back; its legs are then the original's with the opposite amounts. */
  reverses?: string
  /** Only of the demonstration's history: when it is told to have happened. */
  happenedAt?: Date
}
