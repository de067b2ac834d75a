/** A request to melt gold that was not bought here, and what is lost in the crucible. Pure. Source: decision 0159. */
import type { CaseKind, CaseState } from '../case-rules.ts'
import { fineOf } from '../case-rules.ts'

/** The database knows the same moves (`goldback.guard_melting`). */
export const meltingStates = ['asked', 'consented', 'declined', 'lapsed', 'withdrawn', 'started', 'melted'] as const
export type MeltingState = (typeof meltingStates)[number]

/** A request in one of these binds what was weighed. */
export const isOpenMelting = (state: MeltingState): boolean => state === 'asked' || state === 'consented'

/** Since one was asked, and for ever once it was melted, nothing is weighed anew. */
export const holdsMeasures = (meltings: readonly { state: MeltingState }[]): boolean =>
  meltings.some(({ state }) => isOpenMelting(state) || state === 'started' || state === 'melted')

type Asking = {
  kind: CaseKind
  state: CaseState
  /** All of it is weighed and assayed. */
  isMeasured: boolean
  /** The newest request. */
  melting: { state: MeltingState } | null
}

/** Whoever was asked and answered is not asked again. */
export const mayAskMelting = ({ kind, state, isMeasured, melting }: Asking): boolean =>
  kind === 'other' &&
  state === 'inspecting' &&
  isMeasured &&
  (melting === null || melting.state === 'lapsed' || melting.state === 'withdrawn')

/** Weights in 0.0001 g, fineness in parts of fine gold in 10,000. */
export type Melted = { gross: bigint; fineness: number; after: bigint; found: number }
export type Loss = { gross: bigint; fine: bigint }

/** What the crucible took, by weight and by fine gold; fine gold may be found to be more than was measured before, and is below zero then. */
export const lossOf = ({ gross, fineness, after, found }: Melted): Loss => ({
  gross: gross - after,
  fine: fineOf(gross, fineness) - fineOf(after, found),
})

export const sumOfLosses = (losses: readonly Loss[]): Loss =>
  losses.reduce((sum, { gross, fine }) => ({ gross: sum.gross + gross, fine: sum.fine + fine }), {
    gross: 0n,
    fine: 0n,
  })
