/** What papers are about, in the order in which a round goes through them. */
import { orderSubject } from './orders/papers/order-papers.ts'
import type { PaperSubject } from './papers/subject.ts'

export const paperSubjects: readonly PaperSubject[] = [orderSubject]
