import type { Karat } from '../karat.ts'
import { type PaperQueue, type PaperSubject, TooEarly } from './subject.ts'

/** One round through every queue, in the order in which they are listed; how many papers it issued. One that fails holds up no other. */
export async function issueWaiting(karat: Karat, subjects: readonly PaperSubject[]): Promise<number> {
  let done = 0
  for (const queue of subjects.flatMap(({ queues }) => queues))
    for (const { id } of await queue.waiting(karat.db))
      if (await queue.issue(karat, id).catch((error) => postpone(karat, queue, { id, error }))) done++
  return done
}

/** What is only early comes again soon. */
async function postpone(karat: Karat, queue: PaperQueue, { id, error }: { id: string; error: unknown }) {
  karat.log.warn({ err: error, [queue.name]: id }, 'a paper has to wait')
  await queue.postpone(karat.db, id, error instanceof TooEarly ? 10 : 300)
  return false
}
