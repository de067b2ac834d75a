/** What the shop says of a product, in its three languages side by side. When somebody else has saved, theirs stands beside it. */
import type { OfficeProductView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { useSharedForm } from '../../kit/pages/use-shared-form.ts'
import { TextFields, type TextValues, textFields, textLabel, textLanguages, textsOf } from './text-fields.tsx'
import { Theirs } from './theirs.tsx'

type Props = { product: OfficeProductView; reload: () => Promise<void> }
type Values = TextValues

const valuesOf = ({ texts }: OfficeProductView): Values =>
  Object.fromEntries(
    textFields.flatMap((field) => textLanguages.map((each) => [`${field}.${each}`, texts[field][each] ?? ''])),
  )
const missing = (text: string) => (text.trim() ? undefined : m.office_goods_text_error())

export function ProductTexts({ product, reload }: Props) {
  const may = useMay()
  const first = valuesOf(product)
  const needed = product.shown ? Object.keys(first) : []
  const form = useForm(first, Object.fromEntries(needed.map((name) => [name, missing])))
  const read = { revision: product.revision, values: first }
  const { revision, clash, saved } = useSharedForm(form, read)
  const { busy, refusal, submit } = useOfficeForm(form, async ({ error }) => {
    if (error === 'edited_meanwhile') await reload()
    return false
  })
  const save = () =>
    submit(async () => {
      const seen = clash.length > 0 ? product.revision : revision
      const wish = { product_id: product.id, revision: seen, ...textsOf(form.values) }
      const answer = await officePost<{ revision: number }>('/catalogue/saveTexts', wish, { quiet: true })
      saved(answer.revision)
      toastDone(m.office_goods_texts_done())
      await reload()
    })
  const theirs = clash.map((name) => ({ label: textLabel(String(name)), value: first[name] ?? '' }))
  return (
    <section className="office-panel" aria-label={m.office_goods_texts()}>
      <h2 className="mb-4 font-semibold">{m.office_goods_texts()}</h2>
      <Form form={form} onSubmit={save}>
        <fieldset disabled={!may('catalogue.edit')} className="grid gap-5">
          <TextFields text={form.text} />
        </fieldset>
        {theirs.length > 0 && <Theirs who={product.updated_by} lines={theirs} />}
        {refusal && <FieldError>{refusal}</FieldError>}
        {may('catalogue.edit') && (
          <Button
            type="submit"
            kind={theirs.length > 0 ? 'danger' : 'primary'}
            className="justify-self-start"
            busy={busy}
          >
            {theirs.length > 0 ? m.office_goods_texts_over() : m.office_goods_texts_save()}
          </Button>
        )}
      </Form>
    </section>
  )
}
