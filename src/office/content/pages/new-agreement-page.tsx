/** /admin/content/agreement?store=: a new version of a store's member agreement. It begins with the newest one's text and replaces none. */
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { agreementClauses } from '../../../content/agreement-rules.ts'
import { languages } from '../../../content/entry-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { languageNames } from '../../kit/pages/language-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import type { AgreementRowView, AgreementTemplateView } from '../content-contract.ts'
import { ArticlePreview } from './article-preview.tsx'
import { fieldName } from './content-words.ts'

export const handle: OfficeHandle = { permission: 'content.agreement' }

const textNames = ['title', 'changes', 'body'] as const

export default function NewAgreementPage() {
  const { store: own, stores } = useShell()
  const [search, setSearch] = useSearchParams()
  const store = stores.find(({ code }) => code === search.get('store'))?.code ?? own.code
  const list = useOffice<{ rows: AgreementRowView[] }>('/content/agreements', { size: 100 })
  const template = useOffice<AgreementTemplateView>('/content/agreementTemplate', { store })
  const failed = list.failed || template.failed
  const reload = () => Promise.all([list.reload(), template.reload()])
  return (
    <>
      <h1 className="office-h1 mb-2">{m.office_content_new_agreement()}</h1>
      <p className="mb-5 max-w-2xl text-ink-2">{m.office_content_new_agreement_text()}</p>
      {stores.length > 1 && (
        <div className="mb-5 max-w-xs">
          <Select
            label={m.office_store()}
            value={store}
            onChange={({ currentTarget }) => setSearch({ store: currentTarget.value }, { replace: true })}
            choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </div>
      )}
      {failed && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!failed && (!list.data || template.loading) && <Skeleton className="h-96" />}
      {!failed && list.data && template.data && !template.loading && (
        <AgreementForm
          key={store}
          store={store}
          newest={list.data.rows.find((one) => one.store === store)}
          template={template.data}
        />
      )}
    </>
  )
}

type Start = { store: string; newest: AgreementRowView | undefined; template: AgreementTemplateView }

function AgreementForm(start: Start) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(firstValues(start), {
    version: (text) => (/^[0-9A-Za-z.-]{1,20}$/.test(text) ? undefined : m.office_content_version_error()),
    reason: (text) => (text.trim().length < 3 ? m.office_reason_error() : undefined),
  })
  const { values } = form

  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    const body = Object.fromEntries(
      textNames.map((name) => [
        name,
        Object.fromEntries(languages.map((each) => [each, values[`${name}.${each}`] ?? ''])),
      ]),
    )
    const { version, effective_on, reason } = values
    try {
      const clauses = agreementClauses.filter((clause) => values[clause] === 'yes')
      const wish = { store: start.store, version, effective_on: effective_on || null, reason, clauses, ...body }
      await officePost('/content/publishAgreement', wish, { quiet: true })
      toastDone(m.office_content_agreement_done({ version: version ?? '' }))
      await navigate('/admin/content?kind=agreement')
    } catch (failure) {
      if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={submit} className="grid gap-6">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={m.office_content_version()}
          help={m.office_content_version_help()}
          maxLength={20}
          {...form.text('version')}
        />
        <DayField
          label={m.office_content_effective()}
          help={m.office_content_effective_help()}
          {...form.text('effective_on')}
        />
      </div>
      <Texts form={form} />
      <Clauses form={form} />
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <div>
        <Button type="submit" busy={busy}>
          {m.office_content_agreement_publish()}
        </Button>
      </div>
      <Preview text={values[`body.${language()}`] ?? ''} />
    </Form>
  )
}

/** Begins with the newest version's text; what has changed is for the writer to say. */
function firstValues({ newest, template }: Start): Record<string, string> {
  const from = newest ?? template
  const texts: Record<string, string> = {}
  for (const name of textNames)
    for (const each of languages)
      texts[`${name}.${each}`] = name === 'changes' && newest ? '' : (from[name][each] ?? '')
  const clauses = agreementClauses.map((clause) => [clause, newest?.clauses.includes(clause) ? 'yes' : 'no'])
  return { ...texts, ...Object.fromEntries(clauses), version: '', effective_on: '', reason: '' }
}

function Clauses({ form }: { form: ReturnType<typeof useForm<Record<string, string>>> }) {
  const choices = [
    { value: 'yes', label: m.office_content_price_window_yes() },
    { value: 'no', label: m.office_content_price_window_no() },
  ]
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Select
        label={m.office_content_price_window()}
        help={m.office_content_price_window_help()}
        choices={choices}
        {...form.text('price_window')}
      />
      <Select
        label={m.office_content_vault()}
        help={m.office_content_vault_help()}
        choices={choices}
        {...form.text('vault')}
      />
    </div>
  )
}

function Texts({ form }: { form: ReturnType<typeof useForm<Record<string, string>>> }) {
  return textNames.map((name) => (
    <div key={name} className="grid gap-4 xl:grid-cols-3">
      {languages.map((each) => {
        const label = `${fieldName(name)}, ${languageNames[each]}`
        const control = form.text(`${name}.${each}`)
        return name === 'title' ? (
          <TextField key={each} label={label} maxLength={160} {...control} />
        ) : (
          <TextArea key={each} label={label} rows={name === 'body' ? 16 : 4} {...control} />
        )
      })}
    </div>
  ))
}

const Preview = ({ text }: { text: string }) => (
  <section className="max-w-3xl border-t border-line pt-5" aria-label={m.office_content_preview()}>
    <h2 className="mb-3 font-semibold">{m.office_content_preview()}</h2>
    <ArticlePreview text={text} />
  </section>
)
