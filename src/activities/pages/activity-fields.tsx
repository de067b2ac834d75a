/** The fields of an activity: what it is, what people read, when and where. */
import type { ComponentProps } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { momentOf as atMoment } from '../../ui/clock.ts'
import { FieldError, RadioCards, Select, TextArea, TextField } from '../../ui/fields.tsx'
import { formatMoment } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PictureUpload } from '../../ui/picture-upload.tsx'
import type { Pictures } from '../../ui/use-pictures.ts'
import { kinds, momentOf, wordsFields, zoneNames } from '../activity-rules.ts'
import type { ActivityForm } from './activity-form.ts'
import { kindWords, zoneWords } from './activity-words.ts'

type Props = { form: ActivityForm }
const languageWords = { id: 'Bahasa Indonesia', 'en-US': 'English', zh: '中文' }

/** `fixed`: what it is was approved and stays. */
export function ActivityFields({
  form,
  pictures,
  most,
  fixed = false,
}: Props & { pictures: Pictures; most: number; fixed?: boolean }) {
  const { kind } = form.values
  return (
    <>
      {!fixed && <KindField form={form} />}
      <Words form={form} />
      <Times form={form} />
      {kind === 'event_in_place' && (
        <TextField
          label={m.activities_place()}
          help={m.activities_place_help()}
          maxLength={300}
          {...form.text('place')}
        />
      )}
      {kind === 'event_online' && (
        <TextField
          label={m.activities_link()}
          help={m.activities_link_help()}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          {...form.text('link')}
        />
      )}
      {!fixed && kind !== 'campaign' && kind !== '' && (
        <TextField
          label={m.activities_capacity()}
          help={m.activities_capacity_help({ most })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          {...form.text('capacity')}
        />
      )}
      <PictureUpload pictures={pictures} label={m.activities_picture()} help={m.activities_picture_help()} />
    </>
  )
}

const KindField = ({ form }: Props) => (
  <div>
    <RadioCards
      legend={m.activities_kind()}
      name="kind"
      value={form.values.kind}
      onChange={(kind) => form.set('kind', kind)}
      cards={kinds.map((value) => ({
        ...{ value, title: kindWords[value]() },
        text: {
          campaign: m.activities_kind_campaign_text,
          event_online: m.activities_kind_event_online_text,
          event_in_place: m.activities_kind_event_in_place_text,
        }[value](),
      }))}
    />
    {form.error('kind') && <FieldError>{m.activities_kind_error()}</FieldError>}
  </div>
)

/** The holder's own language first; the others where they want them. */
function Words({ form }: Props) {
  const own = wordsFields.filter((one) => one.language === form.values.language)
  const others = wordsFields.filter((one) => one.language !== form.values.language)
  const isOpen = others.some(
    ({ title, description }) =>
      form.values[title] || form.values[description] || form.error(title) || form.error(description),
  )
  return (
    <>
      {own.map(({ language: _, title, description }) => (
        <WordsIn key={title} form={form} title={title} description={description} />
      ))}
      <details className="panel p-5" open={isOpen || undefined}>
        <summary className="min-h-11 cursor-pointer content-center font-semibold">
          {m.activities_other_languages()}
        </summary>
        <div className="mt-4 grid gap-6">
          {others.map(({ language: spoken, title, description }) => (
            <fieldset key={spoken} className="grid gap-4" lang={spoken}>
              <legend className="h3 mb-3">{languageWords[spoken]}</legend>
              <WordsIn form={form} title={title} description={description} />
            </fieldset>
          ))}
        </div>
      </details>
    </>
  )
}

type WordsNames = {
  title: (typeof wordsFields)[number]['title']
  description: (typeof wordsFields)[number]['description']
}
const WordsIn = ({ form, title, description }: Props & WordsNames) => (
  <>
    <TextField label={m.activities_name()} maxLength={90} {...form.text(title)} />
    <TextArea
      label={m.activities_description()}
      help={m.activities_description_help()}
      rows={6}
      maxLength={4000}
      {...form.text(description)}
    />
  </>
)

function Times({ form }: Props) {
  return (
    <fieldset className="grid gap-5">
      <legend className="h3 mb-3">{m.activities_when()}</legend>
      <Select
        label={m.activities_zone()}
        choices={zoneNames.map((value) => ({ value, label: zoneWords[value] }))}
        {...form.text('time_zone')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TimeField label={m.activities_starts()} zone={form.values.time_zone} {...form.text('starts_at')} />
        <TimeField label={m.activities_ends()} zone={form.values.time_zone} {...form.text('ends_at')} />
      </div>
      <TimeField
        label={m.activities_opens()}
        help={m.activities_opens_help()}
        zone={form.values.time_zone}
        {...form.text('opens_at')}
      />
    </fieldset>
  )
}

/** Browsers show a time in their own way, so below it stands what was chosen, in the reader's. */
function TimeField({
  zone,
  help,
  value,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type' | 'value'> & { value: string; zone: string }) {
  const moment = momentOf(value, zone)
  const said = moment && formatMoment(atMoment(moment.toISOString()), zone, language())
  return <TextField {...rest} type="datetime-local" value={value} help={said ?? help} />
}
