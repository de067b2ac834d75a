/** Melting as both sides read it: what happened, what was lost, and what a melted piece is called. */
import * as m from '../../locale/paraglide/messages.js'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { GoldBackCaseView } from '../contract.ts'
import type { MeltingView } from '../melting/contract.ts'

/** A consent was signed, also one that was taken back since. */
export const hasConsent = (meltings: readonly MeltingView[]): boolean =>
  meltings.some(({ answered_at, state }) => answered_at !== null && state !== 'declined')

/** What a piece is called: once it is melted, a bar. */
export function pieceName(
  { pieces_in_it: pieces, meltings }: Pick<GoldBackCaseView, 'meltings'> & { pieces_in_it: { name: string }[] },
  position: number,
): string {
  const name = pieces[position]?.name ?? ''
  const isMelted = meltings.some(
    ({ state, pieces: melted }) => state === 'melted' && melted.some((piece) => piece.position === position),
  )
  return isMelted ? m.goldback_melted_bar({ name }) : name
}

/** The fine gold that was found to be less, or more, without its sign. */
export function fineChange(fine: string): { isGain: boolean; grams: string } {
  const isGain = fine.startsWith('-')
  return { isGain, grams: formatGrams(isGain ? fine.slice(1) : fine, language()) }
}

type Step = { key: string; title: string; by: 'member' | 'house' | 'system' | null; at: string; text: string }

/** In the order of the requests; a timeline puts them among its own. */
export const meltingSteps = (meltings: readonly MeltingView[]): Step[] => meltings.flatMap(stepsOf)

function stepsOf(melting: MeltingView): Step[] {
  const { melting_id: id, state, reason, asked_at, answered_at, started_at, melted_at, ended_at } = melting
  const step = (title: string, by: Step['by'], at: string | null, text = ''): Step[] =>
    at === null ? [] : [{ key: `${id}${title}`, title, by, at, text }]
  const said = state === 'declined' ? m.goldback_step_melting_declined() : m.goldback_step_melting_consented()
  return [
    ...step(m.goldback_step_melting_asked(), 'house', asked_at, reason),
    ...step(said, 'member', answered_at),
    ...step(m.goldback_step_melting_started(), 'house', started_at),
    ...step(m.goldback_step_melted(), 'house', melted_at, lossWords(melting)),
    ...(state === 'lapsed' ? step(m.goldback_step_melting_lapsed(), 'system', ended_at) : []),
    ...(state === 'withdrawn' ? step(m.goldback_step_melting_withdrawn(), null, ended_at) : []),
  ]
}

function lossWords({ loss }: MeltingView): string {
  if (!loss) return ''
  const { isGain, grams: fine } = fineChange(loss.fine)
  const words = { loss: formatGrams(loss.weight, language()), fine }
  return (isGain ? m.goldback_step_melted_gain : m.goldback_step_melted_text)(words)
}
