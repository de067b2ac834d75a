/** Asks a second person to set the level that counts for a member. */
import { levelName, levels } from '../../../kyc/level-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { memberId: string; name: string; override: string | null; open: boolean; onClose: () => void }

export const LevelDialog = ({ name, open, onClose, ...rest }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={m.office_kyc_override_title({ name })}
    text={m.office_kyc_override_text()}
  >
    <LevelForm {...rest} onClose={onClose} />
  </Dialog>
)

const PROVEN = 'proven'

function LevelForm({ memberId, override, onClose }: Pick<Props, 'memberId' | 'override' | 'onClose'>) {
  const form = useForm(
    { level: '', reason: '' },
    {
      level: (text) => (text ? undefined : m.office_kyc_fault_choose()),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const choices = [
    ...levels.map((level) => ({ value: levelName(level) as string, label: levelName(level) as string })),
    { value: PROVEN, label: m.office_kyc_as_proven() },
  ].filter(({ value }) => value !== (override ?? PROVEN))

  async function ask() {
    const { level, reason } = form.values
    const body = { member_id: memberId, level: level === PROVEN ? null : level, reason: reason.trim() }
    await officePost('/kyc/override', body, { quiet: true })
    toastDone(m.office_override_done())
    onClose()
  }

  return (
    <Form form={form} onSubmit={() => submit(ask)}>
      <Select
        label={m.office_kyc_override_level()}
        empty={m.office_kyc_fault_choose()}
        choices={choices}
        {...form.text('level')}
      />
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      <DialogEnd confirm={m.office_override_ask()} busy={busy} refusal={refusal} close={onClose} />
    </Form>
  )
}
