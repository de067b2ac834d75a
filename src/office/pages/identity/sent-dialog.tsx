/** Notes that a filed report was sent to the authority by a person: the day, and the reference that was given. */
import { useState } from 'react'
import type { DeskReportView } from '../../../kyc/desk-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../parts/day-field.tsx'
import { officePost } from '../parts/office-client.ts'

type Props = { row: DeskReportView; open: boolean; onClose: () => void; onDone: () => void }

export const SentDialog = ({ row, open, onClose, onDone }: Props) => (
  <Dialog open={open} onClose={onClose} title={m.kycdesk_sent_title({ name: row.name })} text={m.kycdesk_sent_text()}>
    <SentForm row={row} onClose={onClose} onDone={onDone} />
  </Dialog>
)

function SentForm({ row: { member_id, day }, onClose, onDone }: Omit<Props, 'open'>) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { sent_on: '', reference: '' },
    {
      sent_on: (text) => (text && text >= day ? undefined : m.kycdesk_sent_on_error()),
      reference: (text) => (text.trim().length < 3 ? m.kycdesk_sent_reference_error() : undefined),
    },
  )

  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    const { sent_on, reference } = form.values
    try {
      await officePost('/kyc/reportSent', { member_id, day, sent_on, reference: reference.trim() }, { quiet: true })
      toastDone(m.kycdesk_sent_done())
      onClose()
      onDone()
    } catch (failure) {
      if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={submit}>
      <DayField label={m.kycdesk_sent_on()} min={day} {...form.text('sent_on')} />
      <TextField label={m.kycdesk_sent_reference()} maxLength={100} autoComplete="off" {...form.text('reference')} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <div className="grid gap-3 md:flex md:flex-row-reverse md:justify-start">
        <Button type="submit" busy={busy}>
          {m.kycdesk_sent()}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {m.office_cancel()}
        </Button>
      </div>
    </Form>
  )
}
