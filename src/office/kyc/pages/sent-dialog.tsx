/** Notes that a filed report was sent to the authority by a person: the day, and the reference that was given. */
import type { OfficeReportView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { row: OfficeReportView; open: boolean; onClose: () => void; onDone: () => Promise<void> }

export const SentDialog = ({ row, open, onClose, onDone }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={m.office_kyc_sent_title({ name: row.name })}
    text={m.office_kyc_sent_text()}
  >
    <SentForm row={row} onClose={onClose} onDone={onDone} />
  </Dialog>
)

function SentForm({ row: { member_id, day }, onClose, onDone }: Omit<Props, 'open'>) {
  const form = useForm(
    { sent_on: '', reference: '' },
    {
      sent_on: (text) => (text && text >= day ? undefined : m.office_kyc_sent_on_error()),
      reference: (text) => (text.trim().length < 3 ? m.office_kyc_sent_reference_error() : undefined),
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)

  async function ask() {
    const { sent_on, reference } = form.values
    await officePost('/kyc/reportSent', { member_id, day, sent_on, reference: reference.trim() }, { quiet: true })
    toastDone(m.office_kyc_sent_done())
    await onDone()
    onClose()
  }

  return (
    <Form form={form} onSubmit={() => submit(ask)}>
      <DayField label={m.office_kyc_sent_on()} min={day} {...form.text('sent_on')} />
      <TextField label={m.office_kyc_sent_reference()} maxLength={100} autoComplete="off" {...form.text('reference')} />
      <DialogEnd confirm={m.office_kyc_sent()} busy={busy} refusal={refusal} close={onClose} />
    </Form>
  )
}
