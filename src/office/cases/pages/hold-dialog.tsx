/** Opens a legal hold of one member. */
import { holdKinds } from '../../../cases/case-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { holdWords } from './case-words.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
type Props = { memberId: string; done: () => Promise<void>; close: () => void }

export function HoldDialog({ memberId, done, close }: Props) {
  const form = useForm(
    { member_id: memberId, kind: 'death', reason: '' },
    {
      member_id: (text) => (ID.test(text.trim()) ? undefined : m.office_cases_hold_member_error()),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const hold = () =>
    submit(async () => {
      const { member_id, kind, reason } = form.values
      const wish = { member_id: member_id.trim(), kind, reason: reason.trim() }
      await officePost('/cases/openHold', wish, { quiet: true })
      toastDone(m.office_cases_hold_done())
      await done()
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_cases_new_hold()} text={m.office_cases_new_hold_text()}>
      <Form form={form} onSubmit={hold}>
        <TextField
          label={m.office_cases_hold_member()}
          help={m.office_cases_hold_member_help()}
          autoComplete="off"
          maxLength={36}
          {...form.text('member_id')}
        />
        <Select
          label={m.office_cases_hold_kind()}
          choices={holdKinds.map((value) => ({ value, label: holdWords[value]() }))}
          {...form.text('kind')}
        />
        <TextArea label={m.office_reason()} rows={3} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_cases_hold_do()} tone="danger" busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
