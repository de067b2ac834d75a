import type { CountState, FindingKind, Resolution } from '../../../backing/counts/count-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Tag } from '../../../ui/states.tsx'

export const stateWords: Record<CountState, () => string> = {
  counting: m.office_counts_counting,
  differences: m.office_counts_differences,
  finished: m.office_counts_finished,
  abandoned: m.office_counts_abandoned,
}
const tones = { counting: 'warn', differences: 'down', finished: 'up', abandoned: 'plain' } as const
export const CountStateTag = ({ state }: { state: CountState }) => <Tag tone={tones[state]}>{stateWords[state]()}</Tag>

export const kindWords: Record<FindingKind, () => string> = {
  matched: m.office_counts_matched,
  moved: m.office_counts_moved,
  missing: m.office_counts_missing,
  one_saw: m.office_counts_one_saw,
  unknown: m.office_counts_unknown,
  weight_differs: m.office_counts_weight_differs,
  maker_differs: m.office_counts_maker_differs,
  seal_differs: m.office_counts_seal_differs,
}

export const wayWords: Record<Resolution, () => string> = {
  recounted: m.office_counts_recounted,
  entry_wrong: m.office_counts_entry_wrong,
  not_ours: m.office_counts_not_ours,
  taken_in: m.office_counts_taken_in,
  declared_missing: m.office_counts_declared_missing,
}

export const wayTexts: Record<Resolution, () => string> = {
  recounted: m.office_counts_recounted_text,
  entry_wrong: m.office_counts_entry_wrong_text,
  not_ours: m.office_counts_not_ours_text,
  taken_in: m.office_counts_taken_in_text,
  declared_missing: m.office_counts_declared_missing_text,
}
