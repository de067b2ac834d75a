/** How one difference is settled, what is true afterwards, and why. */
import type { FindingRow } from '../../../backing/counts/count-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { parseDecimal } from '../../../money/money.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioCards, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { wayTexts, wayWords } from './count-words.tsx'

type Props = { finding: FindingRow; done: () => Promise<void>; close: () => void }

export function SettleDialog({ finding: { id, serial, ways }, done, close }: Props) {
  const form = useForm(
    { resolution: ways[0] ?? '', weight: '', reason: '' },
    {
      weight: (text, { resolution }) =>
        resolution !== 'recounted' || (parseDecimal(text.trim(), 4) ?? 0n) > 0n
          ? undefined
          : m.office_counts_weight_error(),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const { resolution } = form.values
  const settle = () =>
    submit(async () => {
      const { weight, reason } = form.values
      const wish = {
        ...{ finding_id: id, resolution, reason: reason.trim() },
        ...(resolution === 'recounted' ? { weight: weight.trim() } : {}),
      }
      await officePost('/vault/countResolve', wish, { quiet: true })
      toastDone(m.office_counts_settled())
      await done()
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_counts_settle_title({ serial })}>
      <Form form={form} onSubmit={settle}>
        <RadioCards
          legend={m.office_counts_settle_how()}
          name="resolution"
          cards={ways.map((value) => ({ value, title: wayWords[value](), text: wayTexts[value]() }))}
          value={resolution}
          onChange={(value) => form.set('resolution', value)}
        />
        {resolution === 'recounted' && (
          <TextField label={m.office_counts_weight()} inputMode="decimal" maxLength={12} {...form.text('weight')} />
        )}
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd
          confirm={m.office_counts_settle()}
          tone={resolution === 'declared_missing' ? 'danger' : 'plain'}
          busy={busy}
          refusal={refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}
