/** Wire shapes of files that the office reads in. */

import { z } from 'zod'
import { typedText, wholeCount } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { reasonField } from '../../staff/contract.ts'
import { importBounds, importKinds, importProblems } from './import-rules.ts'

const file = { kind: z.enum(importKinds), text: typedText(1, importBounds.characters) }
export const PreviewImport = z.strictObject(file)
const change = {
  line: z.int(),
  code: z.string(),
  before: z.string().meta({ description: 'percent, pieces, or empty for a new piece' }),
  after: z.string(),
  assayed_on: z.iso.date().nullable().meta({ description: 'of a new piece; today where its cell is empty' }),
}
export const ImportPlan = z.strictObject({
  digest: z.string().meta({ description: 'names this plan: applyImport does exactly this or nothing' }),
  changes: z.array(z.strictObject(change)),
  since: z
    .array(z.strictObject({ ...change, seen: z.string().meta({ description: 'what was so when the file was made' }) }))
    .meta({ description: 'lines whose value has changed since the file was made: passed over unless they are taken' }),
  faults: z.array(
    z.strictObject({
      line: z.int().meta({ description: 'counted from 1, with the head' }),
      column: z.string(),
      problem: z.enum(importProblems),
      value: z.string(),
      told: z.string().nullable().meta({ description: 'what the problem names: a line, a sku, a number' }),
    }),
  ),
  unchanged: z.int().meta({ description: 'lines that say what is so already, or nothing' }),
  unread: z.array(z.string()).meta({ description: 'columns that were passed over' }),
  takes_two: z.boolean().meta({ description: 'a premium of it moves further than one person may move it in a day' }),
})
export const ApplyImport = z.strictObject({
  ...file,
  digest: z.string().regex(/^[0-9a-f]{64}$/, problem('staff_whole')),
  take: z
    .array(wholeCount(1, importBounds.characters))
    .max(importBounds.lines)
    .default([])
    .meta({ description: 'lines of `since` that are done all the same' }),
  reason: reasonField,
})
export const ImportDone = z.strictObject({
  changed: z.int(),
  unchanged: z.int(),
  passed_over: z.int(),
  approval_id: z
    .uuid()
    .nullable()
    .meta({ description: 'where a second person has to approve it first: nothing has changed' }),
})

export type ImportPlanView = z.output<typeof ImportPlan>
export type ImportFaultView = ImportPlanView['faults'][number]
export type ImportDoneView = z.output<typeof ImportDone>
