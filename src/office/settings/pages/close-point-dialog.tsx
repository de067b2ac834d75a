/** A pickup point is closed, at once or from a day on, or opens again. */
import type { OfficePoint } from '../../../delivery/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { store: string; point: OfficePoint; opens: boolean; reload: () => Promise<void>; close: () => void }

export function ClosePointDialog({ store, point, opens, reload, close }: Props) {
  const form = useForm({ from: '', reason: '' }, { reason: reasonError })
  const { busy, refusal, submit } = useOfficeForm(form)
  const { id, name, seen } = point
  const confirm = opens ? m.office_settings_point_open() : m.office_settings_point_close()
  const act = () =>
    submit(async () => {
      const wish = {
        store,
        id,
        seen,
        closed: !opens,
        from: form.values.from || null,
        reason: form.values.reason.trim(),
      }
      const { approval_id } = await officePost<{ approval_id: string | null }>('/settings/closePoint', wish, {
        quiet: true,
      })
      toastDone(approval_id ? m.office_settings_asked() : m.office_settings_point_saved())
      await reload()
      close()
    })
  const text = opens ? m.office_settings_point_open_text({ name }) : m.office_settings_point_close_text({ name })
  const title = opens ? m.office_settings_point_open_title({ name }) : m.office_settings_point_close_title({ name })
  return (
    <Dialog open onClose={close} title={title} text={text}>
      <Form form={form} onSubmit={act}>
        {!opens && (
          <DayField
            label={m.office_settings_point_close_day()}
            help={m.office_settings_from_help()}
            {...form.text('from')}
            value={form.values.from}
          />
        )}
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={confirm} tone={opens ? 'plain' : 'danger'} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
