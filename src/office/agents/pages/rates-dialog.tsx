/** Asks a second person for rates of agents from a day to come. */
import { formatPpm } from '../../../agents/pages/rate-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { stores: { value: string; label: string }[]; close: () => void }

const rate = (most: number) => (text: string) =>
  /^\d{1,6}$/.test(text) && Number(text) <= most ? undefined : m.office_agents_ppm_error({ most })
const help = (text: string) =>
  /^\d{1,6}$/.test(text) ? formatPpm(Number(text), language()) : m.office_agents_ppm_help()

export function RatesDialog({ stores, close }: Props) {
  const form = useForm(
    {
      ...{ store: stores[0]?.value ?? '', valid_from: '', reason: '' },
      ...{ commission_ppm: '1000', withheld_ppm: '25000', withheld_unnumbered_ppm: '30000' },
    },
    {
      valid_from: (text) => (text === '' ? m.office_agents_day_error() : undefined),
      commission_ppm: rate(20_000),
      withheld_ppm: rate(300_000),
      withheld_unnumbered_ppm: rate(300_000),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const ask = () =>
    submit(async () => {
      const { store, valid_from, reason, ...rates } = form.values
      const wish = {
        ...{ store, valid_from, reason: reason.trim() },
        ...{ commission_ppm: Number(rates.commission_ppm), withheld_ppm: Number(rates.withheld_ppm) },
        withheld_unnumbered_ppm: Number(rates.withheld_unnumbered_ppm),
      }
      await officePost('/agents/rates', wish, { quiet: true })
      toastDone(m.office_agents_rates_asked())
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_agents_rates()} text={m.office_agents_rates_text()}>
      <Form form={form} onSubmit={ask}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Select label={m.office_agents_store()} choices={stores} {...form.text('store')} />
          <DayField label={m.office_agents_valid_from()} {...form.text('valid_from')} />
        </div>
        <TextField
          label={m.agents_commission()}
          help={help(form.values.commission_ppm)}
          inputMode="numeric"
          maxLength={6}
          {...form.text('commission_ppm')}
        />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            label={m.office_agents_withheld()}
            help={help(form.values.withheld_ppm)}
            inputMode="numeric"
            maxLength={6}
            {...form.text('withheld_ppm')}
          />
          <TextField
            label={m.office_agents_unnumbered()}
            help={help(form.values.withheld_unnumbered_ppm)}
            inputMode="numeric"
            maxLength={6}
            {...form.text('withheld_unnumbered_ppm')}
          />
        </div>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_agents_rates_ask()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
