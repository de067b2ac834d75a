import type { OfficeCaseRow } from '../../../goldback/office-contract.ts'
import { stateTones, stateWords } from '../../../goldback/pages/case-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { Document } from '../../../orders/core/order-rules.ts'
import { Tag } from '../../../ui/states.tsx'

export const documentWords: Record<Document, () => string> = {
  identity_card: m.office_goldback_document_identity_card,
  passport: m.office_goldback_document_passport,
  driving_licence: m.office_goldback_document_driving_licence,
}

export const CaseState = ({ state }: Pick<OfficeCaseRow, 'state'>) => (
  <Tag tone={stateTones[state]}>
    {(state === 'counter_offer' ? m.office_goldback_state_answering : stateWords[state])()}
  </Tag>
)
