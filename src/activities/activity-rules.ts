/** The states of an activity, its moves, and its times. Pure. */
export const kinds = ['campaign', 'event_online', 'event_in_place'] as const
export type Kind = (typeof kinds)[number]
export const activityStates = [
  'draft',
  'submitted',
  'approved',
  'live',
  'suspended',
  'ended',
  'cancelled',
  'rejected',
] as const
export type ActivityState = (typeof activityStates)[number]
export type NoneOrState = ActivityState | 'none'

/** What stands here stands in `activities.moves_allowed`, and the database refuses every other move. Source: product.md §8. */
export const activityMoves: Record<NoneOrState, readonly ActivityState[]> = {
  none: ['draft'],
  draft: ['submitted', 'cancelled'],
  submitted: ['draft', 'approved', 'rejected', 'cancelled'],
  approved: ['live', 'suspended', 'cancelled'],
  live: ['suspended', 'ended', 'cancelled'],
  suspended: ['live', 'ended', 'cancelled'],
  rejected: ['draft', 'cancelled'],
  ended: [],
  cancelled: [],
}
export const mayMove = (from: NoneOrState, to: ActivityState): boolean => activityMoves[from].includes(to)

/** Nothing becomes of it any more. */
export const isOver = (state: ActivityState): boolean => activityMoves[state].length === 0
/** Counts towards what one holder may have at a time. */
export const openStates = ['submitted', 'approved', 'live', 'suspended'] as const satisfies ActivityState[]
/** Counts towards how many drafts one holder may have. */
export const draftStates = ['draft', 'rejected'] as const satisfies ActivityState[]
/** The staff have approved it: what it says changes by what they approve, its places only upwards. */
const approvedStates = ['approved', 'live', 'suspended'] as const satisfies ActivityState[]
export const isApproved = (state: ActivityState): boolean =>
  (approvedStates as readonly ActivityState[]).includes(state)

/** The lists of the back office: what is to be decided, what people see, what they do not see yet or any more. */
export const officeTabs = {
  waiting: ['submitted'],
  open: ['approved', 'live', 'suspended'],
  over: ['ended', 'cancelled', 'rejected'],
} as const satisfies Record<string, readonly ActivityState[]>
export type OfficeTab = keyof typeof officeTabs

/** Texts by language; who reads another one is shown the holder's own. */
export type Words = { title: string; description: string }
export type Texts = Partial<Record<string, Words>>
/** What people read, and what they signed up for. */
export type Said = {
  kind: Kind
  language: string
  texts: Texts
  timeZone: string
  opensAt: Date | null
  startsAt: Date
  endsAt: Date
  place: string
  link: string
  imageId: string | null
}

/** The words for a reader of `language`. */
export function wordsFor({ texts, language }: Pick<Said, 'texts' | 'language'>, reader: string): Words {
  return texts[reader] ?? texts[language] ?? { title: '', description: '' }
}

/** The fields of a form that hold the texts, by language. */
export const wordsFields = [
  { language: 'id', title: 'title_id', description: 'description_id' },
  { language: 'en-US', title: 'title_en', description: 'description_en' },
  { language: 'zh', title: 'title_zh', description: 'description_zh' },
] as const
export const textLanguages = ['id', 'en-US', 'zh'] as const

/** The zones of the shops, in minutes east of UTC: none of them changes its clocks. */
export const zones = {
  'Asia/Jakarta': 420,
  'Asia/Makassar': 480,
  'Asia/Jayapura': 540,
  'Asia/Kuala_Lumpur': 480,
} as const
export type Zone = keyof typeof zones
export const zoneNames = Object.keys(zones) as [Zone]
const minutesOf = (zone: string): number => (Object.hasOwn(zones, zone) ? zones[zone as Zone] : 0)

/** "+07:00" of a zone. */
export function offsetOf(zone: string): string {
  const minutes = minutesOf(zone)
  const two = (part: number) => String(part).padStart(2, '0')
  return `+${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The moment of "2026-12-05T19:30" in a zone; null for what is none. */
export function momentOf(local: string, zone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null
  const at = Date.parse(`${local}:00Z`)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(local)) return null
  return new Date(at - minutesOf(zone) * 60_000)
}

/** "2026-12-05T19:30" of a moment in a zone. */
export const localOf = (moment: Date, zone: string): string =>
  new Date(moment.getTime() + minutesOf(zone) * 60_000).toISOString().slice(0, 16)

/** What of it was changed that people signed up for, or read before they did. */
export function changedParts(before: Said, after: Said): ('when' | 'where' | 'words')[] {
  const when = (said: Said) => JSON.stringify([said.timeZone, said.startsAt, said.endsAt])
  const where = (said: Said) => JSON.stringify([said.place, said.link])
  const words = (said: Said) =>
    JSON.stringify(wordsFields.map(({ language }) => Object.entries(said.texts[language] ?? {}).sort()))
  return [
    ...(when(before) === when(after) ? [] : (['when'] as const)),
    ...(where(before) === where(after) ? [] : (['where'] as const)),
    ...(words(before) === words(after) ? [] : (['words'] as const)),
  ]
}
