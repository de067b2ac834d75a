/** How a piece that was refused goes back to its buyer. */
import * as m from '../../../locale/paraglide/messages.js'
import type { ReturnedPieceView } from '../../../orders/returns/return-contract.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { piece: ReturnedPieceView; done: () => Promise<void>; close: () => void }

export function SendForm({ piece, done, close }: Props) {
  const form = useForm(
    { how: '' },
    { how: (text) => (text.trim().length < 3 ? m.office_orders_return_how_error() : undefined) },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  async function send() {
    await officePost('/returns/send', { return_id: piece.return_id, how: form.values.how.trim() }, { quiet: true })
    toastDone(m.office_orders_return_sent())
    await done()
  }
  return (
    <Form form={form} onSubmit={() => submit(send)} className="grid gap-4">
      <TextField label={m.office_orders_return_how()} maxLength={200} {...form.text('how')} />
      <DialogEnd confirm={m.office_orders_return_send()} busy={busy} refusal={refusal} close={close} />
    </Form>
  )
}
