/** One delivery zone or courier: added or changed, with what will be another value before it is set. */
import * as m from '../../../locale/paraglide/messages.js'
import { rowsOf } from '../../../stores/list-row-rules.ts'
import { type AnySettingValue, takesTwo } from '../../../stores/setting-rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { ChangeEnd } from './change-end.tsx'
import { ProvincesField } from './provinces-field.tsx'
import { type RowPart, rowDifferences, rowPartsOf, switchOf } from './row-words.ts'
import type { RowsProps } from './rows-section.tsx'

/** `row` is null for a new one. */
type Props = RowsProps & { row: string | null; title: string; close: () => void }

const ones = { zones: 'zone', couriers: 'courier', causes: 'cause' }

/** The first code that no row has. */
function newCode({ list, setting }: RowsProps): string {
  const taken = new Set(rowsOf(setting.now).map(({ code }) => code))
  const codes = Array.from({ length: taken.size + 1 }, (_, at) => `${ones[list]}_${at + 1}`)
  return codes.find((code) => !taken.has(code)) ?? ''
}

/** Of a new row: in use, behind the others but before the zone of every other province, behind which none is ever asked. */
function firstValues({ list, setting }: RowsProps, code: string): AnySettingValue {
  const named = rowsOf(setting.now).filter(({ parts }) => parts.provinces !== '*')
  const last = Math.max(0, ...named.map(({ parts }) => Number(parts.place)))
  return {
    [`${code}.${switchOf[list]}`]: 'on',
    [`${code}.place`]: last + 1,
    ...(list === 'causes' && { [`${code}.ours`]: 'off' }),
  }
}

export function RowDialog(props: Props) {
  const { store, list, setting, isOpen, facts, row, title, reload, close } = props
  const code = row ?? newCode(props)
  const parts = rowPartsOf(list, facts)
  const fieldOf = ({ part }: RowPart) => `${code}.${part}`
  const offered = row ? setting.now : firstValues(props, code)
  const form = useForm<Record<string, string>>(
    {
      ...Object.fromEntries(parts.map((part) => [fieldOf(part), String(offered[fieldOf(part)] ?? '')])),
      from: '',
      reason: '',
    },
    { reason: reasonError },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const typed = typedRow(parts, fieldOf, form.values)
  const value = Object.fromEntries(Object.entries(typed).filter(([field, one]) => one !== (setting.now[field] ?? '')))
  const changes = rowDifferences(code, { parts, facts, before: setting.now, after: typed })
  const change = () =>
    submit(async () => {
      const { from, reason } = form.values
      const wish = {
        store,
        name: list,
        value,
        seen_id: setting.newest_id,
        from: from || null,
        reason: (reason ?? '').trim(),
      }
      const answer = await officePost<{ approval_id: string | null }>('/settings/change', wish, { quiet: true })
      toastDone(answer.approval_id ? m.office_settings_asked() : m.office_settings_done())
      await reload()
      close()
    })
  return (
    <Dialog open onClose={close} title={title}>
      <Form form={form} onSubmit={change}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          {parts.map((part) => (
            <PartField key={part.part} part={part} facts={facts} {...form.text(fieldOf(part))} />
          ))}
        </div>
        <ChangeEnd
          form={form}
          changes={changes}
          second={isOpen && takesTwo(list, value)}
          busy={busy}
          refusal={refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}

type FieldProps = { part: RowPart; facts: Props['facts'] } & ReturnType<
  ReturnType<typeof useForm<Record<string, string>>>['text']
>

function PartField({ part: { kind, label, help }, facts, ...field }: FieldProps) {
  const switched = [
    { value: 'on', label: m.office_settings_row_on() },
    { value: 'off', label: m.office_settings_row_off() },
  ]
  if (kind === 'switch') return <Select label={label} choices={switched} {...field} />
  if (kind === 'provinces') return <ProvincesField label={label} provinces={facts.provinces} {...field} />
  return (
    <TextField
      label={label}
      help={help}
      inputMode={kind === 'whole' ? 'numeric' : kind === 'money' ? 'decimal' : 'text'}
      maxLength={200}
      {...field}
    />
  )
}

/** Whole numbers as numbers where they are some; what is none goes as it was typed, and its field is told. */
const typedRow = (
  parts: RowPart[],
  fieldOf: (part: RowPart) => string,
  typed: Record<string, string>,
): AnySettingValue =>
  Object.fromEntries(
    parts.map((part) => {
      const text = (typed[fieldOf(part)] ?? '').trim()
      return [fieldOf(part), part.kind === 'whole' && /^-?\d{1,15}$/.test(text) ? Number(text) : text]
    }),
  )
