/** /admin/catalogue/new: a product that only staff see, until it has skus, pictures and words. */
import { Link, useNavigate } from 'react-router'
import { forms, isForm, type Form as PieceForm } from '../../../catalogue/new-goods-rules.ts'
import type { OfficeCategoriesView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { formName } from './goods-parts.tsx'
import { emptyTexts, TextFields, type TextValues, textsOf } from './text-fields.tsx'

export const handle: OfficeHandle = { permission: 'catalogue.add' }

export default function NewProductPage() {
  const offer = useOffice<{ number: number }>('/catalogue/newProduct')
  return (
    <>
      <title>{`${m.office_goods_new()} · Karat`}</title>
      <Link to="/admin/catalogue" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.office_goods_back()}
      </Link>
      <h1 className="office-h1 mb-2">{m.office_goods_new()}</h1>
      <p className="mb-5 max-w-3xl text-ink-2">{m.office_goods_new_text()}</p>
      {offer.data || offer.failed ? (
        <NewProduct number={offer.data ? String(offer.data.number) : ''} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  )
}

const filled = (text: string) => (text.trim() ? undefined : m.office_goods_fill())

function NewProduct({ number }: { number: string }) {
  const navigate = useNavigate()
  const first = { number, store: 'id', form: '', category: '', brand: '', series: '', ...emptyTexts() }
  const form = useForm<typeof first & TextValues>(first, {
    number: (text) => (/^[1-9]\d{0,6}$/.test(text.trim()) ? undefined : m.office_goods_number_error()),
    form: filled,
    category: filled,
    brand: filled,
    'name.id': (_, all) => (namesOf(all).some(Boolean) ? undefined : m.office_goods_name_error()),
  })
  const { busy, refusal, submit } = useOfficeForm(form)
  const { values } = form
  const save = () =>
    submit(async () => {
      const wish = {
        ...{ number: Number(values.number), store: values.store, category: values.category, form: values.form },
        ...{ brand: values.brand.trim(), series: values.series.trim() || null },
        ...textsOf(values),
      }
      const added = await officePost<{ product_id: number }>('/catalogue/addProduct', wish, { quiet: true })
      toastDone(m.office_goods_added())
      void navigate(`/admin/catalogue/product?id=${added.product_id}`)
    })
  return (
    <Form form={form} onSubmit={save}>
      <div className="office-panel grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Kinds form={form} chosen={isForm(values.form) ? values.form : null} />
        <TextField label={m.office_goods_maker()} maxLength={60} {...form.text('brand')} />
        <TextField
          label={m.office_goods_series()}
          help={m.office_goods_series_help()}
          maxLength={60}
          {...form.text('series')}
        />
        <TextField
          label={m.office_goods_number()}
          help={m.office_goods_number_help()}
          inputMode="numeric"
          maxLength={7}
          {...form.text('number')}
        />
      </div>
      <div className="office-panel grid gap-5">
        <p className="text-ink-2">{m.office_goods_texts_draft()}</p>
        <TextFields text={(name) => form.text(name as never)} />
      </div>
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" className="justify-self-start" busy={busy}>
        {m.office_goods_add()}
      </Button>
    </Form>
  )
}

const namesOf = (values: TextValues) => ['id', 'en-US', 'zh'].map((language) => values[`name.${language}`]?.trim())
type KindsForm = { text: (name: 'store' | 'form' | 'category') => object }

/** Store, form, and of the categories those that hold such pieces. */
function Kinds({ form, chosen }: { form: KindsForm; chosen: PieceForm | null }) {
  const { stores } = useShell()
  const all = useOffice<OfficeCategoriesView>('/catalogue/categories').data?.categories ?? []
  const fitting = all.filter(({ forms: of }) => chosen && of.includes(chosen))
  return (
    <>
      <Select
        label={m.office_store()}
        choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
        {...form.text('store')}
      />
      <Select
        label={m.office_goods_form()}
        empty={m.office_content_choose()}
        choices={forms.map((value) => ({ value, label: formName(value) }))}
        {...form.text('form')}
      />
      <Select
        label={m.office_goods_category()}
        empty={chosen ? m.office_content_choose() : m.office_goods_form_first()}
        choices={fitting.map(({ slug, name, level }) => ({ value: slug, label: '  '.repeat(level) + name }))}
        {...form.text('category')}
      />
    </>
  )
}
