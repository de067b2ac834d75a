/** The states of a case in which a member sells physical gold back, its moves, and what its pieces are worth. Pure. */
import { showSerial } from '../catalogue/serial-rules.ts'
import { divideDown, type PricePerGram, WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'
import type { karats } from '../pricing/price-rules.ts'

export const caseStates = [
  'booked',
  'collected',
  'received',
  'inspecting',
  'counter_offer',
  'accepted',
  'rejected',
  'retained',
  'paid',
  'returned',
  'cancelled',
  'lapsed',
] as const
export type CaseState = (typeof caseStates)[number]
/** Before its signature a case is a price that is shown. */
export type BeforeOrIn = CaseState | 'quoted'

/** What stands here stands in `goldback.moves_allowed`, and the database refuses every other move. Source: product.md §7. */
export const caseMoves: Record<BeforeOrIn, readonly CaseState[]> = {
  quoted: ['booked'],
  booked: ['collected', 'received', 'cancelled', 'lapsed'],
  collected: ['received', 'rejected'],
  received: ['inspecting', 'rejected', 'retained'],
  inspecting: ['accepted', 'counter_offer', 'rejected', 'retained'],
  counter_offer: ['accepted', 'rejected', 'retained'],
  accepted: ['paid', 'retained'],
  rejected: ['returned', 'retained'],
  retained: ['inspecting'],
  paid: [],
  returned: [],
  cancelled: [],
  lapsed: [],
}
const endStates = ['paid', 'returned', 'cancelled', 'lapsed'] as const
export const isOver = (state: CaseState): boolean => (endStates as readonly CaseState[]).includes(state)

/** The lists of the back office: what is to be done, then what waits for a member, then what is over. */
export const officeTabs = {
  here: ['received', 'inspecting', 'accepted', 'rejected', 'retained'],
  booked: ['booked', 'collected'],
  answering: ['counter_offer'],
  over: endStates,
} as const satisfies Record<string, readonly CaseState[]>
export type OfficeTab = keyof typeof officeTabs

/** The papers of a case: signed when it begins, signed before anything of it is melted, and when it is paid. */
export const casePapers = ['consignment', 'melting', 'settlement'] as const
export type CasePaper = (typeof casePapers)[number]

/** What a case is paid in: money, or the fine weight that is paid for as grams of the vault. */
export const paidIns = ['money', 'grams'] as const
export type PaidIn = (typeof paidIns)[number]

/** What a case is of: numbered pieces of the member's own orders, one whose buyer was somebody else, or gold that was not bought here. */
export const caseKinds = ['own', 'titled', 'other'] as const
export type CaseKind = (typeof caseKinds)[number]
/** Of a piece whose buyer was somebody else: whether its member has shown that it is theirs. */
export const titles = ['asked', 'proven', 'refused'] as const
export type Title = (typeof titles)[number]
/** What gold that was not bought here is. */
export const goldForms = ['bar', 'coin', 'jewellery'] as const
export type GoldForm = (typeof goldForms)[number]
/** What jewellery of a karat is stamped with, in parts of fine gold in 10,000: less than its share of 24 where trade rounds down. */
export const finenessOfKarat = {
  ...{ 24: 9990, 22: 9160, 21: 8750, 20: 8330, 18: 7500, 17: 7080, 16: 6660, 14: 5850, 10: 4160, 9: 3750, 8: 3330 },
} as const satisfies Record<(typeof karats)[number], number>

/** The number that the house gives a piece that has none of ours: no serial of ours looks so. */
export const houseNumber = (caseNumber: string, position: number): string => `${caseNumber}/${position + 1}`
export const showNumber = (serial: string): string => (serial.includes('/') ? serial : showSerial(serial))

/** Pictures of a case: of the assay by the house; of a piece, or of a paper about it, by its member. */
export const pictureKinds = ['assay', 'piece', 'paper'] as const
export type PictureKind = (typeof pictureKinds)[number]
export const ownPictureKinds = ['piece', 'paper'] as const
export type OwnPictureKind = (typeof ownPictureKinds)[number]
const picturesOf: readonly CaseState[] = ['booked', 'collected', 'received', 'inspecting', 'counter_offer', 'retained']
const assaysOf: readonly CaseState[] = ['received', 'inspecting']
/** Whether a case asks for such a picture; the database asks the same (`goldback.guard_picture`). */
export const takesPicture = (state: CaseState, kind: PictureKind): boolean =>
  (kind === 'assay' ? assaysOf : picturesOf).includes(state)

type Deciding = {
  kind: CaseKind
  title: Title | null
  state: CaseState
  /** What was found; null before all of it is measured. */
  found: { differs: boolean } | null
}
const decisions = {
  ...{ prove_title: asksTitle, refuse_title: asksTitle },
  accept: (one: Deciding) => isTheirs(one) && one.state === 'inspecting' && one.found?.differs === false,
  offer: (one: Deciding) => isTheirs(one) && one.state === 'inspecting' && one.found?.differs === true,
  reject: ({ kind, title, state, found }: Deciding) =>
    kind === 'other'
      ? state === 'received' || state === 'inspecting'
      : title !== 'asked' && state === 'inspecting' && found !== null && (kind !== 'own' || found.differs),
  refuse_parcel: ({ state }: Deciding) => state === 'collected',
  resume: ({ state }: Deciding) => state === 'retained',
  retain: ({ state }: Deciding) => caseMoves[state].includes('retained'),
} as const satisfies Record<string, (one: Deciding) => boolean>
export type Decision = keyof typeof decisions

/** What may be decided of a case now, what is next first. */
export const decisionsOf = (one: Deciding): Decision[] =>
  (Object.keys(decisions) as Decision[]).filter((decision) => decisions[decision](one))

function asksTitle({ title, state }: Deciding): boolean {
  return title === 'asked' && (state === 'received' || state === 'inspecting')
}
/** Nobody else bought it, or they have shown that it is theirs. */
function isTheirs({ title }: Deciding): boolean {
  return title === null || title === 'proven'
}

/** How the fineness of a piece was measured. */
export const assayMethods = ['xrf', 'ultrasound', 'density', 'fire'] as const
export type AssayMethod = (typeof assayMethods)[number]

/** Weights in 0.0001 g, fineness in parts of fine gold in 10,000. */
type Nominal = { form: GoldForm | null; gross: bigint; fine: bigint; fineness: number }
export type Measured = { weighed: bigint; assayed: number }

/** What fine gold is in so much of this fineness, rounded down. */
export const fineOf = (gross: bigint, fineness: number): bigint => (gross * BigInt(fineness)) / 10_000n

/** It weighs what it should and is as fine; of gold that was not bought here: it holds the fine gold that was said. */
export const matches = ({ form, gross, fine, fineness }: Nominal, { weighed, assayed }: Measured): boolean =>
  form !== null ? fineOf(weighed, assayed) >= fine : weighed >= gross && assayed >= fineness

/**
 * The fine gold that is paid for: of a piece that matches what it was sold with, of any other what was measured, never more than that. Of gold
 * that was not bought here what was measured, for nobody here said what it is.
 */
export function payableFine(piece: Nominal, measured: Measured): bigint {
  const found = fineOf(measured.weighed, measured.assayed)
  if (piece.form !== null) return found
  if (matches(piece, measured)) return piece.fine
  return found < piece.fine ? found : piece.fine
}

/** What fine gold brings at a price, rounded against the member by less than one unit. */
export const worthOf = (fine: bigint, price: PricePerGram): bigint => divideDown(fine * price, WEIGHT_UNITS_PER_GRAM)

/** A whole amount shared by the fine weight of its parts: each is rounded down, and the last has what is left. */
export function sharesOf(amount: bigint, fines: readonly bigint[]): bigint[] {
  const all = fines.reduce((sum, fine) => sum + fine, 0n)
  const shares = fines.map((fine) => (amount * fine) / all)
  const rest = amount - shares.reduce((sum, share) => sum + share, 0n)
  return shares.map((share, at) => (at === shares.length - 1 ? share + rest : share))
}
