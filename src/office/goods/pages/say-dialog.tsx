/** What a line is, said by who looks at it: its weight, its fineness, and at which premium it is asked. */
import { usualFineness } from '../../../catalogue/new-goods-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatBps } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { premiumOf } from '../import-rules.ts'
import type { Said } from '../products/plan-products.ts'
import type { PlanRowView } from '../products/products-contract.ts'
import { isByFine } from './plan-row.tsx'
import { karats } from './sku-dialog.tsx'

type Props = { row: PlanRowView; said: Said | undefined; say: (said: Said) => void; close: () => void }
const plain = (text: string) => text.trim().replace(',', '.')
const percentText = (points: number | undefined) =>
  points === undefined ? '' : formatBps(points, language()).replace(/\s?%/, '')

/** A field that is left empty goes by what was read, or by the premium of the file. */
export function SayDialog({ row, said, say, close }: Props) {
  const may = useMay()
  const form = useSayForm(said)
  const { values } = form
  const keep = async () => {
    if (!form.check()) return
    say({
      line: row.line,
      weight: plain(values.weight) || undefined,
      karat: values.karat ? Number(values.karat) : undefined,
      fineness: values.karat ? Number(values.fineness) : undefined,
      premium_bps: premiumOf(values.premium) ?? undefined,
    })
    close()
  }
  return (
    <Dialog open onClose={close} title={row.code || row.title} text={m.office_goods_products_say_text()}>
      <Form form={form} onSubmit={keep}>
        {row.does !== 'known' && <GoldFields form={form} byFine={isByFine(row.form)} />}
        {may('catalogue.price') && <PremiumFields form={form} proposed={row.proposed_bps} />}
        <DialogEnd confirm={m.office_goods_products_say()} busy={false} refusal={undefined} close={close} />
      </Form>
    </Dialog>
  )
}

const useSayForm = (said: Said | undefined) =>
  useForm(
    {
      weight: said?.weight ?? '',
      karat: String(said?.karat ?? ''),
      fineness: String(said?.fineness ?? ''),
      premium: percentText(said?.premium_bps),
    },
    {
      weight: (text) =>
        !text.trim() || /^\d{1,6}(\.\d{1,4})?$/.test(plain(text)) ? undefined : m.office_goods_weight_error(),
      fineness: (text, { karat }) =>
        !karat || /^\d{3,5}$/.test(text.trim()) ? undefined : m.office_goods_fineness_error(),
      premium: (text) => (text.trim() && premiumOf(text) === null ? m.office_goods_premium_error() : undefined),
    },
  )
type SayForm = { form: ReturnType<typeof useSayForm> }

function GoldFields({ form, byFine }: SayForm & { byFine: boolean }) {
  const setKarat = (karat: string) => {
    form.set('karat', karat)
    form.set('fineness', karat && String(usualFineness(Number(karat))))
  }
  return (
    <>
      <TextField
        label={byFine ? m.office_goods_weight_fine() : m.office_goods_weight_gross()}
        inputMode="decimal"
        autoComplete="off"
        maxLength={11}
        {...form.text('weight')}
      />
      <Select
        label={m.office_goods_karat()}
        empty={m.office_goods_products_as_read()}
        choices={karats.map((value) => ({ value, label: `${value}K` }))}
        {...form.text('karat')}
        onChange={({ currentTarget }) => setKarat(currentTarget.value)}
      />
      {form.values.karat && (
        <TextField
          label={m.office_goods_fineness_parts()}
          inputMode="numeric"
          maxLength={5}
          {...form.text('fineness')}
        />
      )}
    </>
  )
}

function PremiumFields({ form, proposed }: SayForm & { proposed: number | null }) {
  return (
    <>
      <TextField
        label={m.office_goods_premium_field()}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        {...form.text('premium')}
      />
      {proposed !== null && (
        <Button
          kind="ghost"
          size="s"
          className="justify-self-start"
          onClick={() => form.set('premium', percentText(proposed))}
        >
          {m.office_goods_products_take_price({ percent: formatBps(proposed, language()) })}
        </Button>
      )}
    </>
  )
}
