/** What a version of a page changed, line by line. Of the server alone: no page of the shop carries the comparison. */
import { diffArrays } from 'diff'
import { linesOf } from './page-rules.ts'

type LineChange = { kind: 'gone' | 'come'; text: string }

/** Beyond so many changed lines it is another text: all of the one went, all of the other came. */
const MOST_CHANGED = 1000

/** The lines that went and came, in their order. */
export function changedLines(before: string, after: string): LineChange[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const parts = diffArrays(old, now, { maxEditLength: MOST_CHANGED }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ]
  return parts.flatMap(({ value, removed, added }) =>
    removed || added ? value.map((text) => ({ kind: removed ? ('gone' as const) : ('come' as const), text })) : [],
  )
}
