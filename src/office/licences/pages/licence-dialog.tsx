/** What allows a store to offer something, as it stands on the document; a second person approves it. */
import * as m from '../../../locale/paraglide/messages.js'
import { type Feature, licenceKinds } from '../../../stores/feature-rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { featureWords, licenceKindName } from '../../kit/pages/feature-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { store: string; feature: Feature; reload: () => Promise<void>; close: () => void }

const atLeast = (letters: number, says: () => string) => (text: string) =>
  text.trim().length < letters ? says() : undefined

export function LicenceDialog({ store, feature, reload, close }: Props) {
  const form = useForm(
    {
      ...{ licence_kind: 'licence', licence_number: '', issuer: '', issued_on: '', until_on: '' },
      ...{ licence_text: '', reason: '' },
    },
    {
      licence_number: atLeast(1, m.office_licences_needed),
      issuer: atLeast(2, m.office_licences_needed),
      issued_on: atLeast(10, m.office_licences_day_error),
      licence_text: atLeast(20, m.office_licences_text_error),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const send = () =>
    submit(async () => {
      const { until_on, ...typed } = Object.fromEntries(
        Object.entries(form.values).map(([field, text]) => [field, text.trim()]),
      )
      await officePost('/licences/record', { store, feature, ...typed, until_on: until_on || null }, { quiet: true })
      toastDone(m.office_licences_asked())
      await reload()
      close()
    })
  return (
    <Dialog open onClose={close} title={featureWords[feature].title()} text={m.office_licences_record_text()}>
      <Form form={form} onSubmit={send}>
        <Select
          label={m.office_licences_kind()}
          choices={licenceKinds.map((kind) => ({ value: kind, label: licenceKindName(kind) }))}
          {...form.text('licence_kind')}
        />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField label={m.office_licences_number()} maxLength={80} {...form.text('licence_number')} />
          <TextField label={m.office_licences_issuer()} maxLength={120} {...form.text('issuer')} />
          <DayField label={m.office_licences_issued()} {...form.text('issued_on')} />
          <DayField
            label={m.office_licences_until()}
            help={m.office_licences_until_help()}
            {...form.text('until_on')}
          />
        </div>
        <TextArea
          label={m.office_licences_text()}
          help={m.office_licences_text_help()}
          maxLength={8000}
          {...form.text('licence_text')}
        />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_licences_ask()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
