/** The number and name that an account kind has in the journals, from a day on. */
import type { ChartView } from '../../../books/contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { kindName } from './kind-words.ts'

type Props = {
  store: string
  account: ChartView['accounts'][number]
  /** The first day that may be chosen for now. */
  from: string
  reload: () => Promise<void>
  close: () => void
}

export function AccountDialog({ store, account, from, reload, close }: Props) {
  const { kind } = account
  const form = useForm({ number: account.number, name: account.name, from, reason: '' }, { reason: reasonError })
  const { busy, refusal, submit } = useOfficeForm(form)
  const set = () =>
    submit(async () => {
      const { reason, ...values } = form.values
      await officePost('/books/setAccount', { store, kind, ...values, reason: reason.trim() }, { quiet: true })
      toastDone(m.office_books_set_done())
      await reload()
      close()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_books_set_title({ kind: kindName(kind) })}
      text={m.office_books_set_text()}
    >
      <Form form={form} onSubmit={set}>
        <TextField label={m.office_books_number()} maxLength={20} spellCheck={false} {...form.text('number')} />
        <TextField label={m.office_books_name()} maxLength={80} {...form.text('name')} />
        <DayField label={m.office_books_from()} {...form.text('from')} value={form.values.from} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_books_set()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
