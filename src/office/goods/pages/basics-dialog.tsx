/** Form, category, maker and series of a product. What was ordered or had stock keeps what the database keeps, and is told so. */
import { useState } from 'react'
import { forms, isForm, ruleOf } from '../../../catalogue/new-goods-rules.ts'
import type { OfficeCategoriesView, OfficeProductView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { useSharedForm } from '../../kit/pages/use-shared-form.ts'
import { formName } from './goods-parts.tsx'
import { Theirs } from './theirs.tsx'

type Props = { product: OfficeProductView; reload: () => Promise<void>; close: () => void }
type Category = OfficeCategoriesView['categories'][number]

const valuesOf = ({ form, category_slug: category, brand, series }: OfficeProductView) => ({
  ...{ form, category, brand, reason: '' },
  series: series ?? '',
})
type Values = ReturnType<typeof valuesOf>
const filled = (text: string) => (text.trim() ? undefined : m.office_goods_fill())

export function BasicsDialog({ product, reload, close }: Props) {
  const categories = useOffice<OfficeCategoriesView>('/catalogue/categories').data?.categories ?? []
  const read = valuesOf(product)
  const form = useForm(read, { brand: filled, reason: reasonError })
  const [isUnchanged, setUnchanged] = useState(false)
  const { values } = form
  const { revision, clash } = useSharedForm(form, { revision: product.revision, values: read })
  const { busy, refusal, submit } = useOfficeForm(form, async ({ error, fields }) => {
    if (error !== 'invalid_input') await reload()
    if (fields.form) form.refuse('form', m.office_goods_form_unfit())
    return Boolean(fields.form)
  })
  const save = () =>
    submit(async () => {
      setUnchanged(isSame(values, read))
      if (isSame(values, read)) return
      const wish = {
        ...{ product_id: product.id, revision: clash.length > 0 ? product.revision : revision },
        ...{ form: values.form, category: values.category, brand: values.brand.trim() },
        ...{ series: values.series.trim() || null, reason: values.reason.trim() },
      }
      await officePost('/catalogue/saveBasics', wish, { quiet: true })
      toastDone(m.office_goods_basics_done())
      await reload()
      close()
    })
  const theirs = clash.map((name) => ({ label: labels[name](), value: shownValue(name, product) }))
  return (
    <Dialog open wide onClose={close} title={m.office_goods_basics_change()} text={m.office_goods_basics_text()}>
      <Form form={form} onSubmit={save}>
        <Fields form={form} product={product} categories={categories} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        {theirs.length > 0 && <Theirs who={product.updated_by} lines={theirs} />}
        <DialogEnd
          confirm={theirs.length > 0 ? m.office_goods_texts_over() : m.office_goods_basics_save()}
          tone={theirs.length > 0 ? 'danger' : 'plain'}
          busy={busy}
          refusal={isUnchanged && isSame(values, read) ? m.office_goods_basics_same() : refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}

const isSame = (mine: Values, theirs: Values) =>
  (['form', 'category', 'brand', 'series'] as const).every((name) => mine[name].trim() === theirs[name])

const fits = ({ forms: held }: Category, form: string) => isForm(form) && held.includes(form)

const labels: Record<keyof Values, () => string> = {
  form: m.office_goods_form,
  category: m.office_goods_category,
  brand: m.office_goods_maker,
  series: m.office_goods_series,
  reason: m.office_reason,
}

function shownValue(name: keyof Values, product: OfficeProductView): string {
  if (name === 'form') return formName(product.form)
  return name === 'category' ? product.category : valuesOf(product)[name]
}

type FieldsProps = {
  form: Pick<ReturnType<typeof useForm<Values>>, 'values' | 'text'>
  product: OfficeProductView
  categories: Category[]
}

function Fields({ form, product, categories }: FieldsProps) {
  const { ordered, stocked, numbered } = product
  const own = isForm(product.form) ? ruleOf(product.form).kind : numbered ? 'bar' : 'jewellery'
  const fitting = categories.filter((one) => fits(one, form.values.form))
  const present = { slug: product.category_slug, name: product.category, level: 0 }
  const offered = categories.length > 0 ? fitting : [present]
  const kept = [
    ...(ordered ? [fact('form', product), fact('category', product)] : []),
    ...(ordered || stocked ? [fact('brand', product)] : []),
  ]
  return (
    <>
      {kept.length > 0 && (
        <div>
          <p className="small mb-1 text-ink-2">
            {ordered ? m.office_goods_basics_ordered() : m.office_goods_basics_stocked()}
          </p>
          <Facts facts={kept} />
        </div>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {!ordered && (
          <>
            <Select
              label={m.office_goods_form()}
              choices={forms
                .filter((one) => ruleOf(one).kind === own)
                .map((value) => ({ value, label: formName(value) }))}
              {...form.text('form')}
            />
            <Select
              label={m.office_goods_category()}
              choices={offered.map(({ slug, name, level }) => ({ value: slug, label: '  '.repeat(level) + name }))}
              {...form.text('category')}
            />
          </>
        )}
        {!ordered && !stocked && <TextField label={m.office_goods_maker()} maxLength={60} {...form.text('brand')} />}
        <TextField
          label={m.office_goods_series()}
          help={m.office_goods_series_help()}
          maxLength={60}
          {...form.text('series')}
        />
      </div>
    </>
  )
}

const fact = (name: 'form' | 'category' | 'brand', product: OfficeProductView) => ({
  label: labels[name](),
  value: shownValue(name, product),
})
