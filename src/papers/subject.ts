/**
 * What papers are about. A paper knows its subject and nothing else of it: each area that owns such a subject says which kinds of
 * papers it gets, which of them are waited for, and what they say. They are listed by name in `src/paper-subjects.ts`; what is the
 * same for all of them is done here (issue-paper.ts, issue-round.ts, draw-paper.ts).
 */
import type { Db, Queryable } from '../db/database.ts'
import type { Karat } from '../karat.ts'

/** Which papers a subject gets. Both words stand in what was issued, so they never change. */
export type PapersOf<Kind extends string = string> = {
  subject: string
  /** Each kind of paper with the first word of its numbers; one that several subjects have is numbered through them all. */
  series: Readonly<Record<Kind, string>>
}

export type PaperSubject = PapersOf & { queues: readonly PaperQueue[] }

/** Rows that wait for a paper, or for what goes with one. */
export type PaperQueue = {
  /** How the log names a row of it. */
  name: string
  /** Those that are due, first those that wait longest. */
  waiting(db: Queryable): Promise<{ id: string }[]>
  /**
   * Once however many ask at once: it claims its row and issues in one transaction. False where there is nothing to do any more,
   * or another process is at it. Throws TooEarly for what comes soon.
   */
  issue(karat: Karat, id: string): Promise<boolean>
  /** It could not be issued and comes again after so many seconds; a row that somebody holds is left as it is. */
  postpone(db: Db, id: string, seconds: number): Promise<unknown>
}

/** What a paper needs is not there yet: it is tried again soon. */
export class TooEarly extends Error {}
