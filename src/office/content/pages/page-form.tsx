/** Writes the draft of a page in up to three languages and publishes it; when somebody else has saved, theirs stands beside what is typed. */
import { useState } from 'react'
import { languages } from '../../../content/entry-rules.ts'
import { languageOf, mostOf, type PageSlug, pageParts, wrongPage } from '../../../content/page-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { languageNames } from '../../kit/pages/language-words.ts'
import { officeGet, officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import type { PageView } from '../content-contract.ts'
import { HouseFacts } from './house-facts.tsx'
import { PagePreview } from './page-preview.tsx'
import { type PageValues, partName, partWords, sayProblem, textsOfPage, valuesOfPage } from './page-words.ts'

type Named = { store: string; slug: PageSlug }
type Props = { named: Named; own: string; page: PageView; read: () => Promise<void>; anew: () => Promise<void> }

export function PageForm({ named, own, page, read, anew }: Props) {
  const may = useMay()
  const form = useForm<PageValues>(valuesOfPage(page.draft?.texts ?? page.texts), {})
  const { busy, refusal, theirs, isOpen, save, act, revision } = useDraft(named, page, form)
  const { ask, dialog } = useReasonDialog(read)
  const texts = textsOfPage(form.values)

  function publish() {
    const wrong = Object.entries(wrongPage(texts, own))
    for (const [name, problem] of wrong) form.refuse(name, sayProblem(problem))
    if (wrong.length > 0) return
    let draft: number | undefined
    ask({
      title: m.office_content_page_publish_title(),
      text: m.office_content_page_publish_text({ n: page.version + 1 }),
      confirm: m.office_content_page_publish(),
      done: m.office_content_page_published({ n: page.version + 1 }),
      run: async (reason) => {
        draft ??= await save()
        await officePost(
          '/content/publishPage',
          { ...named, follows: page.version, revision: draft, reason },
          { quiet: true },
        )
        await anew()
      },
    })
  }
  const drop = () =>
    act(async () => {
      await officePost('/content/dropPage', { ...named, revision }, { quiet: true })
      await anew()
    }, m.office_content_page_dropped())

  // The dialog has a form of its own: within this one its submit would be this one's as well.
  return (
    <>
      <Form form={form} onSubmit={() => act(() => save().then(read), m.office_content_saved())} className="grid gap-6">
        <HouseFacts page={page} store={named.store} />
        <fieldset disabled={!may('content.edit')} className="grid gap-x-5 gap-y-8 xl:grid-cols-3">
          {inOrder(own).map((each) => (
            <LanguageFields key={each} each={each} own={own} form={form} shown={languageOf(texts, each, own)} />
          ))}
        </fieldset>
        {theirs && <Theirs theirs={theirs} mine={form.values} />}
        {refusal && <FieldError>{refusal}</FieldError>}
        {may('content.edit') && (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" kind={theirs ? 'danger' : 'ghost'} busy={busy}>
              {theirs ? m.office_content_save_over() : m.office_content_page_save()}
            </Button>
            {may('content.page') && !theirs && (
              <Button busy={busy} onClick={publish}>
                {m.office_content_page_publish_ask()}
              </Button>
            )}
            {isOpen && !theirs && (
              <Button kind="ghost" busy={busy} onClick={drop}>
                {m.office_content_page_drop()}
              </Button>
            )}
          </div>
        )}
        <PagePreview slug={named.slug} texts={texts} own={own} page={page} choices={inOrder(own)} />
      </Form>
      {dialog}
    </>
  )
}

const inOrder = (own: string) => [...languages].sort((a, b) => Number(b === own) - Number(a === own))

type FormState = ReturnType<typeof useForm<PageValues>>

/** The draft by the revision whose values the form holds: somebody else's is saved over only once it has been shown. */
function useDraft(named: Named, page: PageView, form: FormState) {
  const [revision, setRevision] = useState(page.revision)
  const [theirs, setTheirs] = useState<PageView | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function save(): Promise<number> {
    const body = { ...named, revision, texts: textsOfPage(form.values) }
    try {
      const saved = await officePost<{ revision: number }>('/content/savePage', body, { quiet: true })
      setRevision(saved.revision)
      setTheirs(null)
      return saved.revision
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'edited_meanwhile') {
        const now = await officeGet<PageView>('/content/page', named)
        setTheirs(now)
        setRevision(now.revision)
      }
      throw failure
    }
  }
  async function act(run: () => Promise<unknown>, done: string) {
    setRefusal(undefined)
    setBusy(true)
    try {
      await run()
      toastDone(done)
    } catch (failure) {
      if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, theirs, isOpen: page.draft !== null, save, act, revision }
}

type FieldsProps = { each: (typeof languages)[number]; own: string; shown: string; form: FormState }

/** One language: written whole, or left empty where readers get another one. */
function LanguageFields({ each, own, shown, form }: FieldsProps) {
  const name = languageNames[each]
  return (
    <section className="grid content-start gap-4" aria-label={name}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="h3">{name}</h2>
        {each === own && <Tag>{m.office_content_page_needed()}</Tag>}
        {each !== own && shown !== each && (
          <Tag tone="warn">{m.office_content_page_falls_back({ language: languageNames[shown as 'id'] })}</Tag>
        )}
      </div>
      {pageParts.map((part) => {
        const control = {
          label: partWords[part](),
          maxLength: mostOf[part],
          lang: each,
          ...form.text(`${part}.${each}`),
        }
        if (part === 'title') return <TextField key={part} {...control} />
        if (part === 'lead') return <TextArea key={part} rows={2} {...control} />
        const help = part === 'facts' ? m.office_content_page_facts_help() : m.office_content_article_help()
        return <TextArea key={part} rows={part === 'facts' ? 5 : 16} help={help} {...control} />
      })}
    </section>
  )
}

/** What somebody else wrote meanwhile, where it is not what is typed here. */
function Theirs({ theirs, mine }: { theirs: PageView; mine: PageValues }) {
  const other = valuesOfPage(theirs.draft?.texts ?? theirs.texts)
  const who = theirs.draft?.updated_by || theirs.published_by
  const names = Object.keys(other).filter((name) => other[name] !== mine[name])
  return (
    <section className="panel p-5" role="status">
      <h2 className="font-semibold">{m.office_content_theirs({ who })}</h2>
      <dl className="mt-3 grid gap-3">
        {names.map((name) => (
          <div key={name}>
            <dt className="small text-ink-2">{partName(name)}</dt>
            <dd className="whitespace-pre-wrap break-words">{other[name] || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
