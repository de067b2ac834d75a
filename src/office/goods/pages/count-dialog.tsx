/** What was counted on the shelf, with what is promised to orders; what will be true stands below while one types. */
import type { OfficeProductView, OfficeSku } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { countOf } from '../import-rules.ts'

type Props = { product: OfficeProductView; sku: OfficeSku; reload: () => Promise<void>; close: () => void }

export function CountDialog({ sku, reload, close }: Props) {
  const { stock, promised, label } = sku
  const expected = stock + promised
  const form = useForm(
    { counted: '', reason: '' },
    {
      counted: (text) => {
        const count = countOf(text.trim())
        if (count === null) return m.office_goods_counted_error()
        return count < promised ? m.office_goods_counted_promised({ n: promised }) : undefined
      },
      reason: reasonError,
    },
  )
  const counted = countOf(form.values.counted.trim())
  const { busy, refusal, submit } = useOfficeForm(form, async ({ error }) => {
    if (error === 'edited_meanwhile' || error === 'stock_promised') await reload()
    return false
  })
  const set = () =>
    submit(async () => {
      const wish = { sku_id: sku.id, counted, expected, reason: form.values.reason.trim() }
      await officePost('/stock/count', wish, { quiet: true })
      toastDone(m.office_goods_count_done())
      await reload()
      close()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_goods_count_title({ label })}
      text={m.office_goods_count_text({ expected, stock, promised })}
    >
      <Form form={form} onSubmit={set}>
        <div>
          <TextField
            label={m.office_goods_counted()}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            {...form.text('counted')}
          />
          <p className="small mt-2 min-h-6 text-ink-2" aria-live="polite">
            {counted !== null && counted >= promised && difference(counted - expected)}
          </p>
        </div>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_goods_count_set()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}

function difference(by: number): string {
  if (by === 0) return m.office_goods_count_same()
  return by > 0 ? m.office_goods_count_more({ n: by }) : m.office_goods_count_fewer({ n: -by })
}
