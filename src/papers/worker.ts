import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { issueWaiting } from './issue-round.ts'
import type { PaperSubject } from './subject.ts'

export const startPapersWorker = (karat: Karat, subjects: readonly PaperSubject[]): Worker =>
  everySeconds(
    2,
    () => issueWaiting(karat, subjects),
    (error) => karat.log.warn({ err: error }, 'round of papers failed'),
  )
