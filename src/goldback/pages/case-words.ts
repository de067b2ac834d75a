/** What the states of a case are called, and how loud they are. */
import * as m from '../../locale/paraglide/messages.js'
import type { AssayMethod, CasePaper, CaseState, GoldForm, PictureKind } from '../case-rules.ts'
import type { GoldBackCaseView } from '../contract.ts'

type Step = GoldBackCaseView['timeline'][number]

export const stateWords: Record<CaseState, () => string> = {
  booked: m.goldback_state_booked,
  collected: m.goldback_state_collected,
  received: m.goldback_state_received,
  inspecting: m.goldback_state_inspecting,
  counter_offer: m.goldback_state_counter_offer,
  accepted: m.goldback_state_accepted,
  rejected: m.goldback_state_rejected,
  retained: m.goldback_state_retained,
  paid: m.goldback_state_paid,
  returned: m.goldback_state_returned,
  cancelled: m.goldback_state_cancelled,
  lapsed: m.goldback_state_lapsed,
}
export const stateTones = {
  ...({
    booked: 'nila',
    collected: 'nila',
    received: 'nila',
    inspecting: 'nila',
    counter_offer: 'warn',
    accepted: 'nila',
  } as const),
  ...({
    rejected: 'warn',
    retained: 'down',
    paid: 'up',
    returned: 'plain',
    cancelled: 'plain',
    lapsed: 'plain',
  } as const),
}

/** What a step of the timeline says was done, by whoever did it. */
export const stepWords: Record<Step['state'], () => string> = {
  quoted: m.goldback_step_quoted,
  booked: m.goldback_step_booked,
  collected: m.goldback_step_collected,
  received: m.goldback_step_received,
  inspecting: m.goldback_step_inspecting,
  counter_offer: m.goldback_step_counter_offer,
  accepted: m.goldback_step_accepted,
  rejected: m.goldback_step_rejected,
  retained: m.goldback_step_retained,
  paid: m.goldback_step_paid,
  returned: m.goldback_step_returned,
  cancelled: m.goldback_step_cancelled,
  lapsed: m.goldback_step_lapsed,
}

const titles: Partial<Record<CaseState, () => string>> = {
  booked: m.goldback_case_booked,
  counter_offer: m.goldback_case_offer,
  rejected: m.goldback_case_rejected,
  retained: m.goldback_case_retained,
  paid: m.goldback_case_paid,
}
export const titleOf = ({ state, collection }: Pick<GoldBackCaseView, 'state' | 'collection'>): string =>
  state === 'booked' && collection ? m.goldback_case_to_collect() : (titles[state] ?? m.goldback_case)()

export const methodWords: Record<AssayMethod, typeof m.goldback_method_xrf> = {
  xrf: m.goldback_method_xrf,
  ultrasound: m.goldback_method_ultrasound,
  density: m.goldback_method_density,
  fire: m.goldback_method_fire,
}

export const formWords: Record<GoldForm, () => string> = {
  bar: m.goldback_form_bar,
  coin: m.goldback_form_coin,
  jewellery: m.goldback_form_jewellery,
}

export const paperWords: Record<CasePaper, () => string> = {
  consignment: m.goldback_paper_link_consignment,
  melting: m.goldback_paper_link_melting,
  settlement: m.goldback_paper_link_settlement,
}

const pictureWords: Record<PictureKind, () => string> = {
  assay: m.goldback_picture_assay,
  piece: m.goldback_picture_piece,
  paper: m.goldback_picture_paper,
}

/** What a picture shows, and the number of the piece that it was consigned with. */
export const pictureName = (
  { kind, position }: GoldBackCaseView['pictures'][number],
  pieces: readonly { serial: string }[],
): string =>
  [pictureWords[kind](), ...(position === null ? [] : [pieces[position]?.serial])].filter(Boolean).join(' · ')
