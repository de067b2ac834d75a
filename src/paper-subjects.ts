/** What papers are about, in the order in which a round goes through them. */
import { goldbackSubject } from './goldback/papers/case-papers.ts'
import { orderSubject } from './orders/papers/order-papers.ts'
import type { PaperSubject } from './papers/subject.ts'
import { receiptSubject } from './vault/receipts/receipt-papers.ts'

export const paperSubjects: readonly PaperSubject[] = [orderSubject, receiptSubject, goldbackSubject]
