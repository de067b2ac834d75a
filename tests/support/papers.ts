import type { Karat } from '../../src/karat.ts'
import { paperSubjects } from '../../src/paper-subjects.ts'
import { issueWaiting } from '../../src/papers/issue-round.ts'

/** One round of papers, now. */
export const settlePapers = (karat: Karat): Promise<number> => issueWaiting(karat, paperSubjects)
