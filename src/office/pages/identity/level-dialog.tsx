/** Asks a second person to set the level that counts for a member. */
import { useState } from 'react'
import { levelName, levels } from '../../../kyc/level-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, Select, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../parts/office-client.ts'

type Props = { memberId: string; name: string; override: string | null; open: boolean; onClose: () => void }

export const LevelDialog = ({ name, open, onClose, ...rest }: Props) => (
  <Dialog open={open} onClose={onClose} title={m.kycdesk_override_title({ name })} text={m.kycdesk_override_text()}>
    <LevelForm {...rest} onClose={onClose} />
  </Dialog>
)

const PROVEN = 'proven'

function LevelForm({ memberId, override, onClose }: Pick<Props, 'memberId' | 'override' | 'onClose'>) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { level: '', reason: '' },
    {
      level: (text) => (text ? undefined : m.kycdesk_fault_choose()),
      reason: (text) => (text.trim().length < 3 ? m.office_reason_error() : undefined),
    },
  )
  const choices = [
    ...levels.map((level) => ({ value: levelName(level) as string, label: levelName(level) as string })),
    { value: PROVEN, label: m.kycdesk_as_proven() },
  ].filter(({ value }) => value !== (override ?? PROVEN))

  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    const { level, reason } = form.values
    const body = { member_id: memberId, level: level === PROVEN ? null : level, reason: reason.trim() }
    try {
      await officePost('/kyc/override', body, { quiet: true })
      toastDone(m.kycdesk_override_done())
      onClose()
    } catch (failure) {
      if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={submit}>
      <Select
        label={m.kycdesk_override_level()}
        empty={m.kycdesk_fault_choose()}
        choices={choices}
        {...form.text('level')}
      />
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <div className="grid gap-3 md:flex md:flex-row-reverse md:justify-start">
        <Button type="submit" busy={busy}>
          {m.kycdesk_override_ask()}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {m.office_cancel()}
        </Button>
      </div>
    </Form>
  )
}
