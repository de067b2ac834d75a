/** What the shop says of a product, in its three languages side by side. When somebody else has saved, theirs stands beside it. */
import { useState } from 'react'
import type { DeskProductView } from '../../../catalogue/desk-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { languageNames } from '../goods/content-words.ts'
import { officeGet, officePost } from '../parts/office-client.ts'
import { useDeskForm } from '../parts/use-desk-form.ts'
import { useMay } from '../parts/use-office.ts'

const languages = ['id', 'en-US', 'zh'] as const
const fields = ['name', 'description', 'certificate'] as const
const most = { name: 120, description: 4000, certificate: 1000 }
const fieldWords = {
  name: m.goods_text_name,
  description: m.goods_text_description,
  certificate: m.goods_text_certificate,
}
type Props = { product: DeskProductView; reload: () => void }
type Values = Record<string, string>

const valuesOf = ({ texts }: DeskProductView): Values =>
  Object.fromEntries(fields.flatMap((field) => languages.map((each) => [`${field}.${each}`, texts[field][each] ?? ''])))
const textsOf = (values: Values, field: string) =>
  Object.fromEntries(languages.map((each) => [each, (values[`${field}.${each}`] ?? '').trim()]))
const missing = (text: string) => (text.trim() ? undefined : m.goods_text_error())

export function ProductTexts({ product, reload }: Props) {
  const may = useMay()
  const first = valuesOf(product)
  const form = useForm(first, Object.fromEntries(Object.keys(first).map((name) => [name, missing])))
  const [revision, setRevision] = useState<number | null>(null)
  const [theirs, setTheirs] = useState<DeskProductView | null>(null)
  const { busy, refusal, submit } = useDeskForm(form, ({ error }) => {
    if (error === 'edited_meanwhile')
      void officeGet<DeskProductView>('/catalogue/product', { id: product.id }).then(setTheirs)
    return false
  })
  const seen = theirs?.revision ?? Math.max(revision ?? 0, product.revision)
  const save = () =>
    submit(async () => {
      const texts = Object.fromEntries(fields.map((field) => [field, textsOf(form.values, field)]))
      const wish = { product_id: product.id, revision: seen, ...texts }
      const saved = await officePost<{ revision: number }>('/catalogue/saveTexts', wish, { quiet: true })
      setRevision(saved.revision)
      setTheirs(null)
      toastDone(m.goods_texts_done())
      reload()
    })
  return (
    <section className="office-panel" aria-label={m.goods_texts()}>
      <h2 className="mb-4 font-semibold">{m.goods_texts()}</h2>
      <Form form={form} onSubmit={save}>
        <fieldset disabled={!may('catalogue.edit')} className="grid gap-5">
          {fields.map((field) => (
            <div key={field} className="grid gap-4 xl:grid-cols-3">
              {languages.map((each) => (
                <OneText key={each} field={field} language={each} control={form.text(`${field}.${each}`)} />
              ))}
            </div>
          ))}
        </fieldset>
        {theirs && <Theirs mine={form.values} theirs={theirs} />}
        {refusal && <FieldError>{refusal}</FieldError>}
        {may('catalogue.edit') && (
          <Button type="submit" kind={theirs ? 'danger' : 'primary'} className="justify-self-start" busy={busy}>
            {theirs ? m.goods_texts_over() : m.goods_texts_save()}
          </Button>
        )}
      </Form>
    </section>
  )
}

type Control = ReturnType<ReturnType<typeof useForm<Values>>['text']>
type OneProps = { field: (typeof fields)[number]; language: (typeof languages)[number]; control: Control }

function OneText({ field, language, control }: OneProps) {
  const label = `${fieldWords[field]()}, ${languageNames[language]}`
  if (field === 'name') return <TextField label={label} maxLength={most.name} {...control} />
  return <TextArea label={label} rows={field === 'description' ? 6 : 5} maxLength={most[field]} {...control} />
}

/** What somebody else saved meanwhile, where it is not what is typed here. */
function Theirs({ mine, theirs }: { mine: Values; theirs: DeskProductView }) {
  const other = valuesOf(theirs)
  return (
    <div className="grid gap-3 border-l-2 border-warn pl-4">
      <p className="font-medium">{m.goods_texts_theirs({ who: theirs.updated_by })}</p>
      {Object.entries(other)
        .filter(([name, text]) => text !== mine[name])
        .map(([name, text]) => (
          <p key={name} className="small break-words whitespace-pre-line">
            {text}
          </p>
        ))}
    </div>
  )
}
