/** What each store lets its holders do; a new limit is a row with its day and its reason. */
import type { LimitsView } from '../../../activities/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

export function StoreLimits() {
  const { stores } = useShell()
  return (
    <div className="mt-8 grid gap-5 lg:grid-cols-2">
      {stores.map(({ code, name }) => (
        <LimitsOfStore key={code} store={code} name={name} />
      ))}
    </div>
  )
}

function LimitsOfStore({ store, name }: { store: string; name: string }) {
  const { data, reload } = useOffice<LimitsView>('/activities/limits', { store })
  const may = useMay()
  const { moment } = useTimes()
  if (!data) return null
  const count = (value: number) => formatCount(value, language())
  const [last] = data.set
  return (
    <section className="office-panel grid gap-2" aria-label={m.office_activities_limits({ store: name })}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{m.office_activities_limits({ store: name })}</h2>
        {may('activities.limit') && (
          <DialogButton
            name={m.office_activities_limits_set()}
            dialog={(close) => <SetDialog store={store} now={data} done={reload} close={close} />}
          />
        )}
      </div>
      <p>{m.office_activities_limits_now({ open: count(data.open_activities), places: count(data.participants) })}</p>
      {last && (
        <p className="small text-ink-2">
          {moment(last.valid_from)} · {last.by} · {last.reason}
        </p>
      )}
    </section>
  )
}

type SetProps = { store: string; now: LimitsView; done: () => Promise<void> | void; close: () => void }

function SetDialog({ store, now, done, close }: SetProps) {
  const whole = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? undefined : m.field_whole())
  const form = useForm(
    { open_activities: String(now.open_activities), participants: String(now.participants), reason: '' },
    { open_activities: whole, participants: whole, reason: reasonError },
  )
  const { busy, refusal, submit } = useOfficeForm(form)

  async function set() {
    const { open_activities, participants, reason } = form.values
    const wanted = { store, open_activities: Number(open_activities), participants: Number(participants), reason }
    await officePost('/activities/setLimits', wanted, { quiet: true })
    toastDone(m.office_activities_limits_done())
    await done()
    close()
  }

  return (
    <Dialog open onClose={close} title={m.office_activities_limits_set()} text={m.office_activities_limits_text()}>
      <Form form={form} onSubmit={() => submit(set)} className="grid gap-4">
        <TextField
          label={m.office_activities_limits_open()}
          inputMode="numeric"
          autoComplete="off"
          {...form.text('open_activities')}
        />
        <TextField
          label={m.office_activities_limits_places()}
          inputMode="numeric"
          autoComplete="off"
          {...form.text('participants')}
        />
        <TextArea label={m.office_reason()} {...form.text('reason')} />
        <DialogEnd busy={busy} refusal={refusal} confirm={m.office_activities_limits_set()} close={close} />
      </Form>
    </Dialog>
  )
}
