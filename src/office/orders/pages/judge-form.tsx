/** What was found of a piece that came back, and what becomes of it. */
import * as m from '../../../locale/paraglide/messages.js'
import type { ReturnedPieceView, ReturnRowView } from '../../../orders/returns/return-contract.ts'
import { conditions, verdicts } from '../../../orders/returns/return-rules.ts'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { pieceWeight } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { conditionWords, verdictWords } from './return-words.ts'

type Props = { row: ReturnRowView; piece: ReturnedPieceView; done: () => Promise<void>; close: () => void }

export function JudgeForm({ row, piece, done, close }: Props) {
  const isOwed = row.state === 'granted' || row.state === 'executed'
  const weighed = row.lines.find(({ position }) => position === piece.position)?.weight
  const form = useForm(
    {
      condition: piece.condition ?? '',
      weight: piece.weighed ?? '',
      to: isOwed ? 'stocked' : 'received',
      reason: piece.findings,
    },
    {
      condition: (chosen) => (chosen ? undefined : m.office_orders_return_condition_error()),
      weight: (text) =>
        /^(\d{1,5}(\.\d{1,4})?)?$/.test(text.trim()) ? undefined : m.office_orders_return_weight_error(),
      reason: (text) => (text.trim().length < 3 ? m.office_orders_return_findings_error() : undefined),
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  async function judge() {
    const { condition, weight, to, reason } = form.values
    const wish = { return_id: piece.return_id, condition, to, weight: weight.trim(), reason: reason.trim() }
    await officePost('/returns/judge', wish, { quiet: true })
    toastDone(m.office_orders_return_judged())
    await done()
  }
  return (
    <Form form={form} onSubmit={() => submit(judge)} className="grid gap-4">
      <Select
        label={m.office_orders_return_condition()}
        empty={m.office_orders_return_condition_choose()}
        choices={conditions.map((value) => ({ value, label: conditionWords[value]() }))}
        {...form.text('condition')}
      />
      <TextField
        label={m.office_orders_return_weight()}
        help={weighed && m.office_orders_return_weight_help({ weight: pieceWeight(weighed) })}
        inputMode="decimal"
        maxLength={10}
        {...form.text('weight')}
      />
      <TextArea
        label={m.office_orders_return_findings()}
        help={m.office_orders_return_findings_help()}
        rows={3}
        maxLength={500}
        {...form.text('reason')}
      />
      <Select
        label={m.office_orders_return_to()}
        help={isOwed ? undefined : m.office_orders_return_to_help()}
        choices={verdicts.map((value) => ({
          value,
          label: verdictWords[value](),
          disabled: !isOwed && (value === 'stocked' || value === 'quarantined'),
        }))}
        {...form.text('to')}
      />
      <DialogEnd confirm={m.office_orders_return_judge()} busy={busy} refusal={refusal} close={close} />
    </Form>
  )
}
