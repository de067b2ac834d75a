/** A sku is added, or made another one before anybody has ordered it. What follows from its form stands in new-goods-rules. */

import { attributeLabel, attributeValueLabel } from '../../../catalogue/attribute-rules.ts'
import {
  type ChosenAttribute,
  chosenValues,
  isForm,
  ruleOf,
  usualFineness,
} from '../../../catalogue/new-goods-rules.ts'
import type { OfficeProductView, OfficeSku, SkuSavedView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { useSharedForm } from '../../kit/pages/use-shared-form.ts'
import { premiumOf } from '../import-rules.ts'
import { Theirs } from './theirs.tsx'

type Props = { product: OfficeProductView; sku: OfficeSku | null; reload: () => Promise<void>; close: () => void }
const chosenNames = ['colour', 'ring_size', 'length', 'packaging'] as const
export const karats = ['24', '22', '21', '20', '18', '17', '16', '14', '9']
const plain = (text: string) => text.trim().replace(',', '.')

export function SkuDialog({ product, sku, reload, close }: Props) {
  const { form, may } = useSkuForm(product, sku)
  const { values } = form
  const read = valuesOf(product, sku)
  const { revision, clash } = useSharedForm(form, { revision: product.revision, values: read })
  const theirs = clash.map((name) => ({ label: labelOf(String(name), product), value: String(read[name]) }))
  const { busy, refusal, submit } = useOfficeForm(form, async ({ error, fields }) => {
    if (error === 'edited_meanwhile') await reload()
    for (const [name, words] of Object.entries(fields ?? {}))
      if (name.startsWith('attributes.')) form.refuse(name.slice('attributes.'.length) as ChosenAttribute, words)
    return false
  })
  const save = () =>
    submit(async () => {
      const wish = { ...wishOf(values, may), revision: theirs.length > 0 ? product.revision : revision }
      const more = sku
        ? { sku_id: sku.id, reason: values.reason.trim() }
        : { product_id: product.id, premium_bps: premiumOf(values.premium) }
      const path = sku ? '/catalogue/saveSku' : '/catalogue/addSku'
      const { approval_id } = await officePost<Partial<SkuSavedView>>(path, { ...wish, ...more }, { quiet: true })
      const saved = approval_id ? m.office_goods_making_asked : m.office_goods_sku_saved
      toastDone(sku ? saved() : m.office_goods_sku_added())
      await reload()
      close()
    })
  const confirm = sku ? m.office_goods_sku_save() : m.office_goods_sku_add()
  return (
    <Dialog
      open
      onClose={close}
      title={sku ? m.office_goods_sku_change_title({ label: sku.label }) : m.office_goods_sku_add()}
      text={
        sku
          ? m.office_goods_sku_change_text()
          : product.shown
            ? m.office_goods_sku_add_hidden()
            : m.office_goods_sku_add_text()
      }
    >
      <Form form={form} onSubmit={save}>
        <Fields form={form} product={product} sku={sku} may={may} />
        {sku && (
          <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        )}
        {theirs.length > 0 && <Theirs who={product.updated_by} lines={theirs} />}
        <DialogEnd
          confirm={theirs.length > 0 ? m.office_goods_texts_over() : confirm}
          tone={theirs.length > 0 ? 'danger' : 'plain'}
          busy={busy}
          refusal={refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}

function labelOf(name: string, { numbered, currency }: OfficeProductView): string {
  const labels: Record<string, () => string> = {
    code: m.office_goods_import_code,
    weight: numbered ? m.office_goods_weight_fine : m.office_goods_weight_gross,
    making: () => m.office_goods_making_in({ currency }),
    karat: m.office_goods_karat,
    fineness: m.office_goods_fineness_parts,
  }
  return labels[name]?.() ?? attributeLabel(name as ChosenAttribute, language())
}

function useSkuForm(product: OfficeProductView, sku: OfficeSku | null) {
  const rule = ruleOf(isForm(product.form) ? product.form : 'earrings')
  const form = useForm(valuesOf(product, sku), {
    code: (text) => (/^[A-Za-z0-9][A-Za-z0-9.-]{2,39}$/.test(text.trim()) ? undefined : m.office_goods_code_error()),
    weight: (text) => (/^\d{1,6}(\.\d{1,4})?$/.test(plain(text)) ? undefined : m.office_goods_weight_error()),
    premium: (text) => (premiumOf(text) === null ? m.office_goods_premium_error() : undefined),
    making: (text) => (/^\d{1,12}(\.\d{1,2})?$/.test(plain(text)) ? undefined : m.office_goods_making_error()),
    fineness: (text) => (/^\d{3,5}$/.test(text.trim()) ? undefined : m.office_goods_fineness_error()),
    ring_size: (text) => (rule.must.includes('ring_size') && !text.trim() ? m.office_goods_fill() : undefined),
    reason: (text) => (sku ? reasonError(text) : undefined),
  })
  return { form, may: rule.may }
}
type SkuValues = ReturnType<typeof valuesOf>
type SkuForm = ReturnType<typeof useSkuForm>['form']

function wishOf(values: SkuValues, may: readonly ChosenAttribute[]) {
  const chosen = may.flatMap((name) => (values[name].trim() ? [[name, plain(values[name])]] : []))
  return {
    ...{ code: values.code.trim().toUpperCase(), weight: plain(values.weight), making: plain(values.making) },
    ...{ karat: Number(values.karat), fineness: Number(values.fineness), scarce: values.scarce },
    attributes: Object.fromEntries(chosen),
  }
}

type FieldsProps = Pick<Props, 'product' | 'sku'> & { form: SkuForm; may: readonly ChosenAttribute[] }

function Fields({ form, product, sku, may }: FieldsProps) {
  const setKarat = (karat: string) => {
    form.set('karat', karat)
    form.set('fineness', String(usualFineness(Number(karat))))
  }
  return (
    <>
      <TextField
        label={m.office_goods_import_code()}
        maxLength={40}
        spellCheck={false}
        autoComplete="off"
        {...form.text('code')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={product.numbered ? m.office_goods_weight_fine() : m.office_goods_weight_gross()}
          inputMode="decimal"
          maxLength={11}
          {...form.text('weight')}
        />
        <TextField
          label={m.office_goods_making_in({ currency: product.currency })}
          inputMode="decimal"
          maxLength={15}
          {...form.text('making')}
        />
        <Select
          label={m.office_goods_karat()}
          choices={karats.map((value) => ({ value, label: `${value}K` }))}
          {...form.text('karat')}
          onChange={({ currentTarget }) => setKarat(currentTarget.value)}
        />
        <TextField
          label={m.office_goods_fineness_parts()}
          inputMode="numeric"
          maxLength={5}
          {...form.text('fineness')}
        />
        {!sku && (
          <TextField
            label={m.office_goods_premium_field()}
            inputMode="decimal"
            maxLength={8}
            {...form.text('premium')}
          />
        )}
        {may.map((name) => (
          <Attribute key={name} name={name} control={form.text(name)} />
        ))}
      </div>
      <Checkbox
        label={m.office_goods_scarce()}
        checked={form.values.scarce}
        onChange={({ currentTarget }) => form.set('scarce', currentTarget.checked)}
      />
    </>
  )
}

function valuesOf(product: OfficeProductView, sku: OfficeSku | null) {
  const weight = product.numbered ? sku?.fine_weight : sku?.gross_weight
  const chosen = Object.fromEntries(chosenNames.map((name) => [name, sku?.attributes[name] ?? '']))
  return {
    code: sku?.code ?? `${product.id}-`,
    weight: weight?.replace(/\.?0+$/, '') ?? '',
    karat: String(sku?.karat ?? (product.numbered ? 24 : 22)),
    fineness: String(sku?.fineness ?? usualFineness(product.numbered ? 24 : 22)),
    premium: '',
    making: sku?.making ?? '0',
    scarce: sku?.scarce ?? false,
    reason: '',
    ...(chosen as Record<ChosenAttribute, string>),
    ...(sku && { premium: '0' }),
  }
}

type Control = { name: string; value: string; error: string | undefined; onChange: never; onBlur: never }

function Attribute({ name, control }: { name: ChosenAttribute; control: object }) {
  const label = attributeLabel(name, language())
  const given = control as Control
  if (name === 'ring_size' || name === 'length')
    return <TextField label={label} inputMode="decimal" maxLength={5} {...given} />
  return (
    <Select
      label={label}
      empty={m.office_goods_none_of_them()}
      choices={chosenValues[name].map((value) => ({ value, label: attributeValueLabel(name, value, language()) }))}
      {...given}
    />
  )
}
