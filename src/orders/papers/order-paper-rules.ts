/** The papers of an order: its invoice, a credit note for each sum that went back, a correction where other pieces were sent. */
import type { PapersOf } from '../../papers/subject.ts'

/** Papers that follow an invoice. */
export const laterKinds = ['credit_note', 'correction'] as const
export type LaterKind = (typeof laterKinds)[number]

export const orderPapers = {
  subject: 'order',
  series: { invoice: 'INV', credit_note: 'CN', correction: 'COR' },
} as const satisfies PapersOf<'invoice' | LaterKind>
