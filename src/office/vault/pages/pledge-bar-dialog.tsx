/** Asks a second person to pledge a bar: whom it secures, and why. */
import type { BarRow } from '../../../backing/register/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { bar: Pick<BarRow, 'id' | 'serial'>; done: () => Promise<void>; close: () => void }

export function PledgeBarDialog({ bar: { id, serial }, done, close }: Props) {
  const form = useForm(
    { creditor: '', reason: '' },
    {
      creditor: (text) => (text.trim().length < 2 ? m.office_vault_pledge_creditor_error() : undefined),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const ask = () =>
    submit(async () => {
      const { creditor, reason } = form.values
      const wish = { bar_id: id, creditor: creditor.trim(), reason: reason.trim() }
      await officePost('/vault/pledge', wish, { quiet: true })
      toastDone(m.office_vault_pledge_done())
      await done()
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_vault_pledge_title({ serial })} text={m.office_vault_pledge_text()}>
      <Form form={form} onSubmit={ask}>
        <TextField label={m.office_vault_pledge_creditor()} maxLength={100} {...form.text('creditor')} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_vault_pledge()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
