import type { OfficeComplaintLine } from '../../../complaints/office-contract.ts'
import { outcomeTones, outcomeWords } from '../../../complaints/pages/complaint-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Tag } from '../../../ui/states.tsx'

/** What it is decided as; of an open one, whether it is late. */
export function ComplaintState({ one }: { one: Pick<OfficeComplaintLine, 'outcome' | 'is_late'> }) {
  if (one.outcome) return <Tag tone={outcomeTones[one.outcome]}>{outcomeWords[one.outcome]()}</Tag>
  return one.is_late ? (
    <Tag tone="down">{m.office_complaints_state_late()}</Tag>
  ) : (
    <Tag tone="nila">{m.office_complaints_state_open()}</Tag>
  )
}
