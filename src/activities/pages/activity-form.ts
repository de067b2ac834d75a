/** What the form of an activity holds, and what it sends. */
import * as m from '../../locale/paraglide/messages.js'
import { useForm } from '../../ui/use-form.ts'
import { localOf, type textLanguages, wordsFields } from '../activity-rules.ts'
import type { SaidView } from '../contract.ts'

type TextName = (typeof wordsFields)[number]['title' | 'description']
export type Fields = Record<
  TextName | 'kind' | 'language' | 'time_zone' | 'opens_at' | 'starts_at' | 'ends_at' | 'place' | 'link' | 'capacity',
  string
>
export type ActivityForm = ReturnType<typeof useActivityForm>
export type Language = (typeof textLanguages)[number]

export const emptyFields = (language: string, timeZone: string): Fields => ({
  ...{ title_id: '', description_id: '', title_en: '', description_en: '', title_zh: '', description_zh: '' },
  ...{ kind: '', language, time_zone: timeZone, opens_at: '', starts_at: '', ends_at: '' },
  ...{ place: '', link: '', capacity: '' },
})

export function fieldsOf(one: SaidView & { capacity?: number | null }): Fields {
  const local = (moment: string | null) => (moment ? localOf(new Date(moment), one.time_zone) : '')
  return {
    ...emptyFields(one.language, one.time_zone),
    ...Object.fromEntries(
      wordsFields.flatMap(({ language, title, description }) => [
        [title, one.texts[language]?.title ?? ''],
        [description, one.texts[language]?.description ?? ''],
      ]),
    ),
    ...{ kind: one.kind, opens_at: local(one.opens_at), starts_at: local(one.starts_at), ends_at: local(one.ends_at) },
    ...{ place: one.place, link: one.link, capacity: one.capacity ? String(one.capacity) : '' },
  }
}

const filled = (text: string) => (text.trim() ? undefined : m.activities_needed())

export function useActivityForm(initial: Fields) {
  const own = wordsFields.find(({ language }) => language === initial.language) ?? wordsFields[0]
  return useForm<Fields>(initial, {
    ...{ [own.title]: filled, [own.description]: filled },
    ...{ kind: filled, time_zone: filled, starts_at: filled },
    ends_at: (text, { starts_at }) => filled(text) ?? (text <= starts_at ? m.activities_ends_first() : undefined),
    place: (text, { kind }) => (kind === 'event_in_place' ? filled(text) : undefined),
    link: (text, { kind }) =>
      kind === 'event_online' && !/^https:\/\/\S+$/i.test(text.trim()) ? m.activities_link_error() : undefined,
    capacity: (text, { kind }) =>
      kind === 'campaign' || /^[1-9]\d{0,4}$/.test(text.trim()) ? undefined : m.activities_capacity_error(),
  })
}

/** What people will read, as the shop takes it. `image_id` absent: the picture stays. */
export function saidOf(values: Fields, imageId: string | null | undefined) {
  const { kind: _, language: __, capacity: ___, ...said } = values
  return { ...said, ...(imageId === undefined ? {} : { image_id: imageId }) }
}
export const savedOf = (values: Fields, imageId: string | null | undefined) => ({
  ...saidOf(values, imageId),
  ...{ kind: values.kind, language: values.language },
  capacity: values.kind === 'campaign' ? null : Number(values.capacity.trim()),
})
