/** The holidays of a store, in the order of the calendar. */
import * as m from '../../../locale/paraglide/messages.js'
import { dayLines, type NamedDays, readDays } from '../../../stores/day-rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { dayName } from '../../kit/pages/day-name.ts'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { SettingsView } from '../settings-contract.ts'
import { daysError } from './days-error.ts'
import { History } from './history.tsx'

type Props = { store: string; setting: SettingsView['names'][number]; reload: () => Promise<void> }

export function Holidays({ store, setting, reload }: Props) {
  const may = useMay()
  const now = setting.now as NamedDays
  return (
    <section className="office-panel" aria-labelledby="holidays">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="holidays" className="h3">
          {m.office_settings_holidays()}
        </h2>
        {may('settings.change') && (
          <DialogButton
            name={m.office_settings_change()}
            dialog={(close) => <HolidaysDialog {...{ store, now, seen: setting.newest_id, reload, close }} />}
          />
        )}
      </div>
      <p className="small mb-3 text-ink-2">{m.office_settings_holidays_text()}</p>
      <p className="whitespace-pre-line">{dayLines(now, dayName) || m.office_settings_holidays_none()}</p>
      <History
        said={setting.said}
        linesOf={(value) => Object.entries(value).map(([day, name]) => `${dayName(day)}: ${name || '–'}`)}
      />
    </section>
  )
}

type DialogProps = Omit<Props, 'setting'> & { now: NamedDays; seen: number; close: () => void }

/** Only what is another: a day that is gone goes as an empty one. */
const changesOf = (now: NamedDays, wanted: NamedDays) =>
  Object.fromEntries(
    [...new Set([...Object.keys(now), ...Object.keys(wanted)])]
      .filter((day) => now[day] !== wanted[day])
      .map((day) => [day, wanted[day] ?? '']),
  )

function HolidaysDialog({ store, now, seen, reload, close }: DialogProps) {
  const form = useForm({ days: dayLines(now), reason: '' }, { days: daysError, reason: reasonError })
  const { busy, refusal, submit } = useOfficeForm(form)
  const change = () =>
    submit(async () => {
      const value = changesOf(now, readDays(form.values.days).days)
      const wish = { store, name: 'holidays', value, seen_id: seen, from: null, reason: form.values.reason.trim() }
      await officePost('/settings/change', wish, { quiet: true })
      toastDone(m.office_settings_done())
      await reload()
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_settings_holidays()} text={m.office_settings_holidays_text()}>
      <Form form={form} onSubmit={change}>
        <TextArea
          label={m.office_settings_holidays()}
          help={m.office_settings_days_help()}
          rows={10}
          maxLength={16_000}
          spellCheck={false}
          {...form.text('days')}
        />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_settings_set()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
