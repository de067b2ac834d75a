/** Where a review is looked at; the filters of the queue go along, so that the next one is of the same queue. */
import type { Step } from '../../../kyc/level-rules.ts'
import { searchOf } from '../../kit/pages/office-client.ts'

const filters = ['q', 'kind', 'store', 'older', 'sort'] as const

/** The filters of a queue that stand in its address. */
export const queueOf = (search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(filters.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])))

export const reviewAddress = (of: { member_id: string; kind: Step }, queue?: URLSearchParams): string =>
  `/admin/kyc/review${searchOf({
    id: of.member_id,
    review: of.kind,
    queue: queue && new URLSearchParams(queueOf(queue)).toString(),
  })}`
