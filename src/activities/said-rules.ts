/** What a holder typed, made into what people will read; and what is wrong with it, by field. Pure. */
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { type Kind, momentOf, type Said, type Texts, wordsFields } from './activity-rules.ts'
import { findPromise } from './promise-rules.ts'

export type Typed = Partial<Record<(typeof wordsFields)[number]['title' | 'description'], string | undefined>> & {
  time_zone: string
  opens_at?: string | undefined
  starts_at: string
  ends_at: string
  place?: string | undefined
  link?: string | undefined
}
type Read = { said: Said; faults: Record<string, string> }

const DAY = 86_400_000

/** `imageId` is what it will have. */
export function readSaid(
  typed: Typed,
  { kind, language, imageId }: Pick<Said, 'kind' | 'language' | 'imageId'>,
  now: number,
): Read {
  const faults: Record<string, string> = {}
  const texts = readTexts(typed, language, faults)
  const moment = (name: 'opens_at' | 'starts_at' | 'ends_at') => {
    const text = typed[name] ?? ''
    const at = momentOf(text, typed.time_zone)
    if (!at && (text !== '' || name !== 'opens_at')) faults[name] = problem('not_right')
    return at
  }
  const [opensAt, startsAt, endsAt] = [moment('opens_at'), moment('starts_at'), moment('ends_at')]
  if (startsAt && endsAt) Object.assign(faults, faultsOfTimes({ opensAt, startsAt, endsAt }, now))
  const place = kind === 'event_in_place' ? (typed.place ?? '').trim() : ''
  const link = kind === 'event_online' ? (typed.link ?? '').trim() : ''
  if (TURNS.test(place)) faults.place = problem('unstorable')
  if (kind === 'event_in_place' && place.length < 5) faults.place = problem('too_short', { n: 5 })
  if (kind === 'event_online' && !isSafeLink(link)) faults.link = problem('https')
  const never = new Date(0)
  const times = { timeZone: typed.time_zone, opensAt, startsAt: startsAt ?? never, endsAt: endsAt ?? never }
  return { said: { kind, language, imageId, texts, place, link, ...times }, faults }
}

/** Signs that turn the direction of writing: what is read then is not what was looked at. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

/** The texts of the holder's own language have to be there; of another one both or neither. */
function readTexts(typed: Typed, own: string, faults: Record<string, string>): Texts {
  const texts: Texts = {}
  for (const { language, title, description } of wordsFields) {
    const words = { title: (typed[title] ?? '').trim(), description: (typed[description] ?? '').trim() }
    if (language !== own && !words.title && !words.description) continue
    for (const [field, text] of [
      [title, words.title],
      [description, words.description],
    ] as const)
      if (TURNS.test(text)) faults[field] = problem('unstorable')
    if (words.title.length < 5) faults[title] = problem('too_short', { n: 5 })
    if (words.description.length < 20) faults[description] = problem('too_short', { n: 20 })
    texts[language] = words
  }
  return texts
}

function faultsOfTimes({ opensAt, startsAt, endsAt }: Pick<Said, 'opensAt' | 'startsAt' | 'endsAt'>, now: number) {
  const most = settings.activities.mostDays * DAY
  return {
    ...(startsAt.getTime() > now + most
      ? { starts_at: problem('activity_too_far', { n: settings.activities.mostDays }) }
      : {}),
    ...(endsAt <= startsAt
      ? { ends_at: problem('activity_ends_first') }
      : endsAt.getTime() <= now
        ? { ends_at: problem('activity_over') }
        : endsAt.getTime() > startsAt.getTime() + most
          ? { ends_at: problem('activity_too_long', { n: settings.activities.mostDays }) }
          : {}),
    ...(opensAt && opensAt >= endsAt ? { opens_at: problem('activity_opens_late') } : {}),
  }
}

/** https, to a named host, without a name or a password in it. */
export function isSafeLink(link: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/.test(link)) return false
  const url = URL.canParse(link) ? new URL(link) : null
  return url !== null && url.username === '' && url.password === '' && /\.[a-z]{2,}$/i.test(url.hostname)
}

/** Fields that promise a return, each with the word that does. */
export function promisesOf({ texts, place }: Pick<Said, 'texts' | 'place'>): Record<string, string> {
  const fields = [
    ...wordsFields.flatMap(({ language, title, description }) => [
      [title, texts[language]?.title ?? ''],
      [description, texts[language]?.description ?? ''],
    ]),
    ['place', place],
  ] as const
  return Object.fromEntries(
    fields.flatMap(([field, text]) => {
      const word = findPromise(text ?? '')
      return word && field ? [[field, problem('promises', { word })]] : []
    }),
  )
}

/** What is wrong with the places of it. */
export function faultOfCapacity(kind: Kind, capacity: number | null, most: number): string | null {
  if (kind === 'campaign') return null
  if (capacity === null) return problem('empty')
  return capacity > most ? problem('too_big', { n: most }) : null
}
