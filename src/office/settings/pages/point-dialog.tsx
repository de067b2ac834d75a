/** A pickup point added or changed. */
import type { OfficePoint } from '../../../delivery/office-contract.ts'
import { week } from '../../../delivery/opening-rules.ts'
import { dayName } from '../../../delivery/pages/opening-hours.ts'
import { isRange } from '../../../delivery/pickup-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { dayLines, readDays } from '../../../stores/day-rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { daysError } from './days-error.ts'

type Props = { store: string; point: OfficePoint | null; reload: () => Promise<void>; close: () => void }

const hoursOf = (day: string) => `hours_${day}`
const filled = (text: string) => (text.trim() ? undefined : m.office_settings_point_empty())
const rangeError = (text: string) => {
  const typed = text.replaceAll(/\s/g, '')
  return typed === '' || isRange(typed) ? undefined : m.office_settings_point_hours_error()
}

function usePointForm(point: OfficePoint | null) {
  return useForm<Record<string, string>>(
    {
      ...{ name: point?.name ?? '', street: point?.street ?? '', city: point?.city ?? '' },
      ...{ telephone: point?.telephone ?? '', closed_days: dayLines(point?.closed_days ?? {}), reason: '' },
      ...Object.fromEntries(week.map((day) => [hoursOf(day), point?.hours[day] ?? ''])),
    },
    {
      ...{ name: filled, street: filled, city: filled, closed_days: daysError, reason: reasonError },
      ...Object.fromEntries(week.map((day) => [hoursOf(day), rangeError])),
    },
  )
}

export function PointDialog({ store, point, reload, close }: Props) {
  const form = usePointForm(point)
  const { busy, refusal, submit } = useOfficeForm(form)
  const text = (field: string) => (form.values[field] ?? '').trim()
  const save = () =>
    submit(async () => {
      const hours = week.flatMap((day) => {
        const open = text(hoursOf(day)).replaceAll(/\s/g, '')
        return open ? [[day, open]] : []
      })
      const wish = {
        ...{ name: text('name'), street: text('street'), city: text('city'), telephone: text('telephone') },
        ...{ hours: Object.fromEntries(hours), closed_days: readDays(text('closed_days')).days },
      }
      const asked = { store, id: point?.id ?? null, seen: point?.seen ?? null, point: wish, reason: text('reason') }
      const { approval_id } = await officePost<{ approval_id: string | null }>('/settings/savePoint', asked, {
        quiet: true,
      })
      toastDone(approval_id ? m.office_settings_asked() : m.office_settings_point_saved())
      await reload()
      close()
    })
  const title = point ? m.office_settings_point_edit({ name: point.name }) : m.office_settings_point_add()
  return (
    <Dialog open onClose={close} title={title} text={m.office_settings_point_text()}>
      <Form form={form} onSubmit={save}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField label={m.office_settings_point_name()} maxLength={80} {...form.text('name')} />
          <TextField label={m.office_settings_telephone()} maxLength={30} {...form.text('telephone')} />
        </div>
        <TextField label={m.office_settings_street()} maxLength={160} {...form.text('street')} />
        <TextField label={m.office_settings_city()} maxLength={80} {...form.text('city')} />
        <fieldset>
          <legend className="small mb-2 text-ink-2">{m.office_settings_point_hours_help()}</legend>
          <div className="grid grid-cols-2 items-start gap-4">
            {week.map((day) => (
              <TextField
                key={day}
                label={dayName(day, language(), 'long')}
                maxLength={13}
                {...form.text(hoursOf(day))}
              />
            ))}
          </div>
        </fieldset>
        <TextArea
          label={m.office_settings_point_days()}
          help={m.office_settings_days_help()}
          rows={3}
          maxLength={8000}
          spellCheck={false}
          {...form.text('closed_days')}
        />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_settings_point_save()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
