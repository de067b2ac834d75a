/** For what staff take a sale back, as a store says it. Pure (decision 0173). */
import { problem } from '../locale/field-rules.ts'
import {
  faultOfSwitch,
  faultOfText,
  faultOfWhole,
  faultsIn,
  faultsOfRows,
  type RowValues,
  rowsOf,
} from './list-row-rules.ts'

/** Those of the release have no name of their own until somebody gives them one: readers see them in their language. */
const firstCauseCodes = ['error', 'fraud', 'stolen_card'] as const
export type FirstCause = (typeof firstCauseCodes)[number]
export const isFirstCause = (code: string): code is FirstCause => (firstCauseCodes as readonly string[]).includes(code)

/** `isOurs`: the buyer reads that the error was the shop's; of any other they read that it was cancelled, and nothing that warns a fraud. */
export type Cause = { code: string; name: string | null; isOffered: boolean; isOurs: boolean }

const MOST_CAUSES = 20
const causeParts = ['place', 'name', 'offered', 'ours'] as const

export const firstCauses: RowValues = Object.fromEntries(
  firstCauseCodes.flatMap((code, at) => [
    [`${code}.place`, at + 1],
    [`${code}.offered`, 'on'],
    [`${code}.ours`, code === 'error' ? 'on' : 'off'],
  ]),
)

/** All that there ever were, in the order in which they are offered. */
export const causesOf = (value: RowValues): Cause[] =>
  rowsOf(value).map(({ code, parts }) => ({
    code,
    name: parts.name === undefined ? null : String(parts.name),
    isOffered: parts.offered === 'on',
    isOurs: parts.ours === 'on',
  }))

/** Those that are offered, as the staff choose among them. */
export const offeredOf = (value: RowValues): Pick<Cause, 'code' | 'name'>[] =>
  causesOf(value)
    .filter(({ isOffered }) => isOffered)
    .map(({ code, name }) => ({ code, name }))

/** A reason that was there stays, for orders and the log name it: it is offered no more. At least one is. */
export function faultsOfCauses(value: RowValues): Record<string, string> {
  const faults = faultsOfRows(value, {
    most: MOST_CAUSES,
    parts: causeParts,
    faultsOfRow: ({ code, parts }) =>
      faultsIn({
        place: faultOfWhole(parts.place, 1, 1000),
        name: parts.name === undefined && isFirstCause(code) ? null : faultOfText(parts.name, 60),
        offered: faultOfSwitch(parts.offered),
        ours: faultOfSwitch(parts.ours),
      }),
  })
  for (const [field, one] of Object.entries(value))
    if (one === '' && field.endsWith('.name') && !isFirstCause(field.slice(0, -'.name'.length)))
      faults[field] = problem('empty')
  const causes = causesOf(value)
  // Told at each, for whoever switches one off has only that before them.
  if (!causes.some(({ isOffered }) => isOffered))
    for (const { code } of causes) faults[`${code}.offered`] ??= problem('one_left')
  return faults
}
