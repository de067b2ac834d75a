/** What each store lets its holders do, now and before, and the dialog that asks a second person for other limits. */
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
import { Facts } from '../../kit/pages/detail.tsx'
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
  const { data } = useOffice<LimitsView>('/activities/limits', { store })
  const may = useMay()
  const { moment } = useTimes()
  if (!data) return null
  return (
    <section className="office-panel grid gap-2" aria-label={m.office_activities_limits({ store: name })}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{m.office_activities_limits({ store: name })}</h2>
        {may('activities.limit') && (
          <DialogButton
            name={m.office_activities_limits_set()}
            dialog={(close) => <SetDialog store={store} now={data} close={close} />}
          />
        )}
      </div>
      <Facts facts={fields.map(({ name, label }) => ({ label: label(), value: count(data[name]) }))} />
      <ul className="small text-ink-2">
        {data.set.map((one) => (
          <li key={one.valid_from} className="break-words">
            {moment(one.valid_from)} · {fields.map(({ name }) => count(one[name])).join(' · ')} · {one.by} ·{' '}
            {one.reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

const count = (value: number) => formatCount(value, language())
const fields = [
  { name: 'open_activities', label: m.office_activities_limits_open },
  { name: 'drafts', label: m.office_activities_limits_drafts },
  { name: 'participants', label: m.office_activities_limits_places },
  { name: 'waiting', label: m.office_activities_limits_waiting },
] as const

type SetProps = { store: string; now: LimitsView; close: () => void }

function SetDialog({ store, now, close }: SetProps) {
  const whole = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? undefined : m.field_whole())
  const form = useForm(
    {
      ...{ open_activities: String(now.open_activities), drafts: String(now.drafts) },
      ...{ participants: String(now.participants), waiting: String(now.waiting), reason: '' },
    },
    { open_activities: whole, drafts: whole, participants: whole, waiting: whole, reason: reasonError },
  )
  const { busy, refusal, submit } = useOfficeForm(form)

  async function set() {
    const { open_activities, drafts, participants, waiting, reason } = form.values
    const wanted = {
      ...{ store, open_activities: Number(open_activities), drafts: Number(drafts) },
      ...{ participants: Number(participants), waiting: Number(waiting), reason: reason.trim() },
    }
    await officePost('/activities/setLimits', wanted, { quiet: true })
    toastDone(m.office_activities_limits_done())
    close()
  }

  return (
    <Dialog open onClose={close} title={m.office_activities_limits_set()} text={m.office_activities_limits_text()}>
      <Form form={form} onSubmit={() => submit(set)} className="grid gap-4">
        <div className="grid items-start gap-4 md:grid-cols-2">
          {fields.map(({ name, label }) => (
            <TextField
              key={name}
              label={label()}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              {...form.text(name)}
            />
          ))}
        </div>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd busy={busy} refusal={refusal} confirm={m.office_activities_limits_ask()} close={close} />
      </Form>
    </Dialog>
  )
}
