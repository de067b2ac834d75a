/** Where a review stands. */
import type { ReviewState } from '../../../kyc/review-rules.ts'
import { Tag } from '../../../ui/states.tsx'
import { stateWords } from './kyc-words.ts'

const tones = { none: 'plain', draft: 'plain', submitted: 'warn', approved: 'up', rejected: 'down' } as const

export const ReviewStateTag = ({ state }: { state: ReviewState }) => (
  <Tag tone={tones[state]}>{stateWords[state]()}</Tag>
)
