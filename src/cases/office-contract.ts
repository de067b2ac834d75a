/** Wire shapes of the desk of cases. */
import { z } from 'zod'
import { momentField, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { caseEvents, caseKinds, caseStates, holdKinds } from './case-rules.ts'
import { birthFindings, matchRules } from './match-rules.ts'

const caseId = z.uuid(problem('id'))

export const CasesQuery = z.strictObject({
  kind: z.enum(caseKinds).optional(),
  state: z.enum(caseStates).optional().meta({ description: 'absent: all, those that are not ended first' }),
  store: typedText(1, 20).optional(),
  q: typedText(1, 100).optional().meta({ description: 'its number, part of a name, a whole e-mail or mobile number' }),
  ...pageQuery,
})
const CaseRow = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(caseKinds),
  state: z.enum(caseStates),
  member_id: z.uuid(),
  name: z.string(),
  store: z.string(),
  hold_kind: z.enum(holdKinds).nullable(),
  day: z.iso.date().nullable().meta({ description: 'of a large sum' }),
  gold_back: z
    .strictObject({ case_id: z.uuid(), number: z.string() })
    .nullable()
    .meta({ description: 'the sale back whose pieces are retained' }),
  opened_at: momentField,
  ended_at: momentField.nullable(),
})
export const CasesPage = z.strictObject({ total: z.int(), rows: z.array(CaseRow) })

export const CaseOf = z.strictObject({ case_id: caseId })
const Named = z.strictObject({
  names: z.array(z.string()),
  birth_dates: z.array(z.string()),
})
export const CaseView = CaseRow.extend({
  stops: z.boolean().meta({ description: 'the member moves nothing' }),
  second_asked: z.boolean().meta({ description: 'a second person has been asked to release the member' }),
  hit: z
    .strictObject({
      source: z.string(),
      reference: z.string(),
      note: z.string(),
      listed: Named.extend({ numbers: z.array(z.string()) }),
      member: Named,
      rule: z.enum(matchRules),
      birth: z.enum(birthFindings),
      matched: z.string().meta({ description: 'the name of the list that is the member’s' }),
      is_listed: z.boolean().meta({ description: 'the entry is in the newest list still, unchanged' }),
    })
    .nullable(),
  documents: z.array(
    z.strictObject({
      id: z.uuid(),
      added_at: momentField,
      by: z.string(),
      is_destroyed: z.boolean(),
    }),
  ),
  events: z.array(
    z.strictObject({
      did: z.enum(caseEvents),
      by: z.string().meta({ description: 'empty: the shop itself' }),
      words: z.string().nullable().meta({ description: 'null: destroyed' }),
      at: momentField,
    }),
  ),
})

export const DecideHit = z.strictObject({
  case_id: caseId,
  verdict: z.enum(['clear', 'confirm'], problem('one_of', { list: 'clear, confirm' })),
  reason: reasonField,
})
export const ReleaseMember = z.strictObject({ case_id: caseId, reason: reasonField })
export const ReleaseAsked = z.strictObject({ approval_id: z.uuid() })
export const OpenHold = z.strictObject({
  member_id: z.uuid(problem('id')),
  kind: z.enum(holdKinds, problem('one_of', { list: holdKinds.join(', ') })),
  reason: reasonField,
})
export const HoldOpened = z.strictObject({ case_id: z.uuid() })
export const EndHold = z.strictObject({ case_id: caseId, reason: reasonField })
export const NoteCase = z.strictObject({ case_id: caseId, text: typedText(3, 2000).regex(/\S/, problem('empty')) })

export const AddDocument = z.strictObject({
  case_id: caseId,
  file: z
    .instanceof(Uint8Array, { error: problem('file') })
    .meta({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB' }),
})
export const DocumentAdded = z.strictObject({ document_id: z.uuid() })
export const OpenDocument = z.strictObject({ document_id: z.uuid(problem('id')) })
export const DocumentBytes = z.string().meta({ format: 'binary', description: 'the picture itself, WebP, no envelope' })

export const Lists = z.strictObject({
  behind: z.int().meta({ description: 'members who were not compared with the newest version yet' }),
  lists: z.array(
    z.strictObject({
      source: z.string(),
      version: z.int(),
      entries: z.int(),
      read_at: momentField,
      read_by: z.string(),
    }),
  ),
})
export const ReadList = z.strictObject({
  source: typedText(2, 40),
  text: typedText(1, 6_000_000).meta({ description: 'the file: reference, name, aliases, birth_dates, numbers, note' }),
  reason: reasonField,
})
export const ListRead = z.strictObject({
  version: z.int(),
  entries: z.int(),
  added: z.int(),
  ended: z.int(),
  unchanged: z.int(),
})
export type CaseRowView = z.output<typeof CaseRow>
export type CasesFilter = z.output<typeof CasesQuery>
export type OneCaseView = z.output<typeof CaseView>
export type ListReadView = z.output<typeof ListRead>
export type ListsView = z.output<typeof Lists>
