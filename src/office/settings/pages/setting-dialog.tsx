/** One setting: its fields, from when it holds, and what will be another value before it is set. */
import * as m from '../../../locale/paraglide/messages.js'
import { type AnySettingValue, isPay, type PlainName, takesTwo } from '../../../stores/setting-rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { ChangeEnd } from './change-end.tsx'
import { differences, fieldOf, labelOf, settingWords } from './setting-words.ts'
import { taxEffects } from './tax-words.ts'

type Props = {
  store: { code: string; currency: string }
  name: PlainName
  now: AnySettingValue
  seen: number
  isOpen: boolean
  reload: () => Promise<void>
  close: () => void
}

export function SettingDialog({ store, name, now, seen, isOpen, reload, close }: Props) {
  const words = settingWords[name]
  const fields = Object.entries<() => string>(words.fields)
  const switched = [
    { value: 'on', label: m.office_settings_on() },
    { value: 'off', label: m.office_settings_off() },
  ]
  const form = useForm<Record<string, string>>(
    { ...Object.fromEntries(fields.map(([field]) => [field, String(now[field] ?? '')])), from: '', reason: '' },
    { reason: reasonError },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const typed = typedValue(name, form.values)
  const value = Object.fromEntries(Object.entries(typed).filter(([field, one]) => one !== now[field]))
  const effects = name === 'taxes' ? taxEffects(now, typed, store.currency, form.values.from) : []
  const changes = [...differences(name, store.currency, now, typed), ...effects]
  const change = () =>
    submit(async () => {
      const { from, reason } = form.values
      const wish = { store: store.code, name, value, seen_id: seen, from: from || null, reason: (reason ?? '').trim() }
      const { approval_id } = await officePost<{ approval_id: string | null }>('/settings/change', wish, {
        quiet: true,
      })
      toastDone(approval_id ? m.office_settings_asked() : m.office_settings_done())
      await reload()
      close()
    })
  return (
    <Dialog open onClose={close} title={words.title()} text={words.text(store.currency, typed)}>
      <Form form={form} onSubmit={change}>
        <div className={`grid items-start gap-4 ${name === 'house' || isPay(name) ? 'md:grid-cols-2' : ''}`}>
          {fields.map(([field, label]) =>
            fieldOf(name, field)?.kind === 'switch' ? (
              <Select key={field} label={label()} choices={switched} {...form.text(field)} />
            ) : (
              <TextField
                key={field}
                label={labelOf(name, field, label, store.currency)}
                inputMode={isNumber(name, field) ? 'numeric' : 'text'}
                maxLength={160}
                {...form.text(field)}
              />
            ),
          )}
        </div>
        <ChangeEnd
          form={form}
          changes={changes}
          second={isOpen && takesTwo(name, value)}
          busy={busy}
          refusal={refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}

const isNumber = (name: PlainName, field: string) => ['whole', 'amount'].includes(fieldOf(name, field)?.kind ?? '')

/** Whole numbers as numbers where they are some; what is none goes as it was typed, and its field is told. */
function typedValue(name: PlainName, typed: Record<string, string>): AnySettingValue {
  return Object.fromEntries(
    Object.keys(settingWords[name].fields).map((field) => {
      const text = (typed[field] ?? '').trim()
      return [field, isNumber(name, field) && /^-?\d{1,15}$/.test(text) ? Number(text) : text]
    }),
  )
}
