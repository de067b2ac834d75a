/** What the shop says of a product, in its three languages side by side. When somebody else has saved, theirs stands beside it. */
import { useState } from 'react'
import type { DeskProductView } from '../../../catalogue/desk-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officeGet, officePost } from '../parts/office-client.ts'
import { useDeskForm } from '../parts/use-desk-form.ts'
import { useMay } from '../parts/use-office.ts'
import { TextFields, type TextValues, textFields, textLanguages, textsOf } from './text-fields.tsx'

type Props = { product: DeskProductView; reload: () => void }
type Values = TextValues

const valuesOf = ({ texts }: DeskProductView): Values =>
  Object.fromEntries(
    textFields.flatMap((field) => textLanguages.map((each) => [`${field}.${each}`, texts[field][each] ?? ''])),
  )
const missing = (text: string) => (text.trim() ? undefined : m.goods_text_error())

export function ProductTexts({ product, reload }: Props) {
  const may = useMay()
  const first = valuesOf(product)
  const needed = product.shown ? Object.keys(first) : []
  const form = useForm(first, Object.fromEntries(needed.map((name) => [name, missing])))
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
      const wish = { product_id: product.id, revision: seen, ...textsOf(form.values) }
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
          <TextFields text={form.text} />
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
