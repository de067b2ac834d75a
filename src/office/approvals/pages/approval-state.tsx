/** Where a request for a second person stands. */
import type { ApprovalView } from '../../../staff/contract.ts'
import { Tag } from '../../../ui/states.tsx'
import { approvalStateName } from '../../kit/pages/words.ts'

const tones = { waiting: 'warn', executed: 'up', rejected: 'down', withdrawn: 'plain', expired: 'plain' } as const

export const ApprovalState = ({ state }: { state: ApprovalView['state'] }) => (
  <Tag tone={tones[state]}>{approvalStateName(state)}</Tag>
)
