/** A missing bar is there again: in which place, and how that is known. */
import type { BarRow } from '../../../backing/register/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { PlaceField } from '../../kit/pages/place-field.tsx'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = {
  bar: Pick<BarRow, 'id' | 'serial' | 'store' | 'place'>
  done: () => Promise<void>
  close: () => void
}

export function BringBackDialog({ bar: { id, serial, store, ...bar }, done, close }: Props) {
  const form = useForm(
    { place: bar.place, reason: '' },
    { place: (text) => (text === '' ? m.office_vault_place_error() : undefined), reason: reasonError },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const bring = () =>
    submit(async () => {
      const { place, reason } = form.values
      await officePost('/vault/bringBack', { bar_id: id, place, reason: reason.trim() }, { quiet: true })
      toastDone(m.office_vault_bring_back_done())
      await done()
      close()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_vault_bring_back_title({ serial })}
      text={m.office_vault_bring_back_text()}
    >
      <Form form={form} onSubmit={bring}>
        <PlaceField store={store} field={form.text('place')} drop={() => form.set('place', '')} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_vault_bring_back()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
