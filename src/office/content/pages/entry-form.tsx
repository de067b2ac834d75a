/** Writes one entry. What was typed stays through every refusal; when somebody else has saved, theirs stands beside it. */
import { useState } from 'react'
import { type EntryKind, languages, shapesOf, wrongFields } from '../../../content/entry-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { languageNames } from '../../kit/pages/language-words.ts'
import { officeGet, officePost } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'
import type { ChoicesView, EntryView } from '../content-contract.ts'
import { ArticlePreview } from './article-preview.tsx'
import { entryStateTones, entryStateWords, fieldName } from './content-words.ts'
import { EntryField } from './entry-field.tsx'
import { type EntryValues, valuesOf, wishOf } from './entry-values.ts'

type Props = { kind: EntryKind; first: EntryView | null; choices: ChoicesView; added: (id: number) => void }
type Saved = { id: number; revision: number }

export function EntryForm({ kind, first, choices, added }: Props) {
  const { store: own, stores } = useShell()
  const may = useMay()
  const form = useForm(valuesOf(kind, first, own.code, own.time_zone), {
    from: (day, all) => (all.shown === 'from' && !day ? m.office_content_from_error() : undefined),
  })
  const { entry, theirs, busy, refusal, act } = useEntry(kind, first, form.takeErrors, added)
  const values = form.values as EntryValues

  async function save(revision: number) {
    if (!form.check()) return
    const wish = wishOf(kind, values, entry, own.time_zone)
    const empty = Object.keys(wrongFields(kind, wish.fields)).find((name) => name.includes('.'))
    if (empty) return form.refuse(empty, m.office_content_text_error())
    const body = { ...wish, id: entry?.id ?? null, revision }
    await act(() => officePost<Saved>('/content/save', body, { quiet: true }), m.office_content_saved())
  }
  const move = (path: string, done: string) =>
    entry && act(() => officePost<Saved>(path, { kind, id: entry.id, revision: entry.revision }, { quiet: true }), done)

  return (
    <Form form={form} onSubmit={() => save(entry?.revision ?? 0)} className="grid gap-6">
      {entry && (
        <div className="flex flex-wrap items-center gap-3">
          <Tag tone={entryStateTones[entry.state]}>{entryStateWords[entry.state]()}</Tag>
          <span className="small text-ink-2">
            {m.office_content_revision({ n: entry.revision, who: entry.updated_by || '–' })}
          </span>
        </div>
      )}
      <fieldset disabled={!may('content.edit')} className="grid gap-6">
        <Schedule form={form} kind={kind} stores={stores} isNew={entry === null} />
        <Fields form={form} kind={kind} choices={choices} />
      </fieldset>
      {theirs && <Theirs mine={values} theirs={theirs} kind={kind} zone={own.time_zone} />}
      {refusal && <FieldError>{refusal}</FieldError>}
      {may('content.edit') && <Actions entry={entry} theirs={theirs} busy={busy} save={save} move={move} />}
      <Preview kind={kind} values={values} />
    </Form>
  )
}

type EntryFormState = ReturnType<typeof useForm<EntryValues>>

/** The entry as it was last saved, and what became of the last try. */
function useEntry(
  kind: EntryKind,
  first: EntryView | null,
  takeErrors: (failure: unknown) => boolean,
  added: (id: number) => void,
) {
  const [entry, setEntry] = useState(first)
  const [theirs, setTheirs] = useState<EntryView | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function act(call: () => Promise<Saved>, done: string) {
    setRefusal(undefined)
    setBusy(true)
    try {
      const saved = await call()
      toastDone(done)
      setTheirs(null)
      if (entry === null) return added(saved.id)
      setEntry(await officeGet<EntryView>('/content/entry', { kind, id: saved.id }))
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'edited_meanwhile' && entry)
        setTheirs(await officeGet<EntryView>('/content/entry', { kind, id: entry.id }).catch(() => null))
      if (!takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }
  return { entry, theirs, busy, refusal, act }
}

type ActionsProps = {
  entry: EntryView | null
  theirs: EntryView | null
  busy: boolean
  save: (revision: number) => void
  move: (path: string, done: string) => void
}

/** Where somebody else has saved meanwhile, saving over theirs is a choice of its own. */
function Actions({ entry, theirs, busy, save, move }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      {theirs ? (
        <Button kind="danger" busy={busy} onClick={() => save(theirs.revision)}>
          {m.office_content_save_over()}
        </Button>
      ) : (
        <Button type="submit" busy={busy}>
          {m.office_content_save()}
        </Button>
      )}
      {entry && entry.state !== 'shown' && (
        <Button kind="ghost" busy={busy} onClick={() => move('/content/publish', m.office_content_published())}>
          {m.office_content_publish()}
        </Button>
      )}
      {entry && (entry.state === 'shown' || entry.state === 'coming') && (
        <Button kind="ghost" busy={busy} onClick={() => move('/content/unpublish', m.office_content_unpublished())}>
          {m.office_content_unpublish()}
        </Button>
      )}
    </div>
  )
}

/** Short fields first, then every text in its three languages side by side. */
function Fields({ form, kind, choices }: { form: EntryFormState; kind: EntryKind; choices: ChoicesView }) {
  const isText = (as: string) => as === 'texts' || as === 'article'
  const shared = { choices, store: form.values.store }
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {shapesOf(kind)
          .filter(([, { as }]) => !isText(as))
          .map(([name, shape]) => (
            <EntryField key={name} label={fieldName(name)} shape={shape} control={form.text(name)} {...shared} />
          ))}
      </div>
      {shapesOf(kind)
        .filter(([, { as }]) => isText(as))
        .map(([name, shape]) => (
          <div key={name} className="grid gap-4 xl:grid-cols-3">
            {languages.map((each) => {
              const label = `${fieldName(name)}, ${languageNames[each]}`
              const control = form.text(`${name}.${each}`)
              return <EntryField key={each} label={label} shape={shape} control={control} {...shared} />
            })}
          </div>
        ))}
    </>
  )
}

type ScheduleProps = {
  form: EntryFormState
  kind: EntryKind
  stores: { code: string; name: string }[]
  isNew: boolean
}

const Schedule = ({ form, kind, stores, isNew }: ScheduleProps) => (
  <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-4">
    <Select
      label={m.office_store()}
      choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
      disabled={!isNew}
      {...form.text('store')}
    />
    <Select
      label={m.office_content_show()}
      choices={[
        { value: 'draft', label: m.office_content_draft() },
        ...(kind === 'news' ? [] : [{ value: 'always', label: m.office_content_always() }]),
        { value: 'from', label: m.office_content_from_day() },
      ]}
      {...form.text('shown')}
    />
    <DayField label={m.office_content_from()} disabled={form.values.shown !== 'from'} {...form.text('from')} />
    <DayField label={m.office_content_until()} help={m.office_content_until_help()} {...form.text('until')} />
  </div>
)

/** What somebody else saved meanwhile, where it is not what is typed here. */
function Theirs({ mine, theirs, kind, zone }: { mine: EntryValues; theirs: EntryView; kind: EntryKind; zone: string }) {
  const other = valuesOf(kind, theirs, theirs.store, zone)
  const names = Object.keys(other).filter((name) => other[name] !== mine[name])
  return (
    <section className="panel p-5" aria-label={m.office_content_theirs({ who: theirs.updated_by })}>
      <h2 className="font-semibold">{m.office_content_theirs({ who: theirs.updated_by })}</h2>
      <dl className="mt-3 grid gap-3">
        {names.map((name) => (
          <div key={name}>
            <dt className="small text-ink-2">{fieldName(name.split('.')[0] ?? name)}</dt>
            <dd className="whitespace-pre-wrap break-words">{other[name] || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** As readers of this language will see it, from what is typed now. */
function Preview({ kind, values }: { kind: EntryKind; values: EntryValues }) {
  const texts = shapesOf(kind).filter(([name, { as }]) => name !== 'image_alt' && (as === 'texts' || as === 'article'))
  return (
    <section className="max-w-3xl border-t border-line pt-5" aria-label={m.office_content_preview()}>
      <h2 className="mb-3 font-semibold">{m.office_content_preview()}</h2>
      <div className="grid gap-3">
        {texts.map(([name, { as }], place) => {
          const text = values[`${name}.${language()}`] ?? ''
          if (as === 'article') return <ArticlePreview key={name} text={text} />
          return (
            <p key={name} className={place === 0 ? 'font-serif text-2xl break-words' : 'text-ink-2 break-words'}>
              {text}
            </p>
          )
        })}
      </div>
    </section>
  )
}
