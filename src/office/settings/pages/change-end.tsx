/** How every dialog that changes a setting ends: from when on, what becomes another value, who else has to approve, and why. */
import * as m from '../../../locale/paraglide/messages.js'
import { TextArea } from '../../../ui/fields.tsx'
import type { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'

type Props = {
  form: ReturnType<typeof useForm<Record<string, string>>>
  changes: string[]
  /** Whether a second person has to approve it. */
  second: boolean
  busy: boolean
  refusal: string | undefined
  close: () => void
}

export const ChangeEnd = ({ form, changes, second, ...end }: Props) => (
  <>
    <DayField
      label={m.office_settings_from_day()}
      help={m.office_settings_from_help()}
      {...form.text('from')}
      value={form.values.from ?? ''}
    />
    {changes.length > 0 && (
      <div role="status">
        <p className="small font-semibold">{m.office_settings_will_be()}</p>
        <ul className="small list-disc pl-5 text-ink-2">
          {changes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {second && <p className="small mt-2">{m.office_settings_two()}</p>}
      </div>
    )}
    <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
    <DialogEnd confirm={m.office_settings_set()} {...end} />
  </>
)
