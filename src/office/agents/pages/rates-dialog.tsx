/** Asks a second person for rates of agents from a day to come. */
import type { ComponentProps } from 'react'
import type { OfficeRatesView } from '../../../agents/office-contract.ts'
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

type Now = OfficeRatesView['now']
type Props = { stores: { value: string; label: string }[]; now: Now; close: () => void }

/** Those in force in a store, as they are typed. */
function ratesOf(now: Now, store: string) {
  const own = now.find((one) => one.store === store)
  return {
    ...{ commission_ppm: String(own?.commission_ppm ?? ''), withheld_ppm: String(own?.withheld_ppm ?? '') },
    withheld_unnumbered_ppm: String(own?.withheld_unnumbered_ppm ?? ''),
  }
}

const rate = (most: number) => (text: string) =>
  /^\d{1,6}$/.test(text) && Number(text) <= most ? undefined : m.office_agents_ppm_error({ most })
const help = (text: string) =>
  /^\d{1,6}$/.test(text) ? formatPpm(Number(text), language()) : m.office_agents_ppm_help()

export function RatesDialog({ stores, now, close }: Props) {
  const first = stores[0]?.value ?? ''
  const form = useForm(
    {
      ...{ store: first, valid_from: '', reason: '' },
      ...ratesOf(now, first),
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
          <Select
            label={m.office_agents_store()}
            choices={stores}
            {...form.text('store')}
            onChange={({ currentTarget: { value } }) => {
              form.set('store', value)
              const own = ratesOf(now, value)
              for (const name of ['commission_ppm', 'withheld_ppm', 'withheld_unnumbered_ppm'] as const)
                form.set(name, own[name])
            }}
          />
          <DayField label={m.office_agents_valid_from()} {...form.text('valid_from')} />
        </div>
        <RateFields values={form.values} text={form.text} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_agents_rates_ask()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}

type Names = 'commission_ppm' | 'withheld_ppm' | 'withheld_unnumbered_ppm'

type RateFormPart = {
  values: Record<Names, string>
  text: (name: Names) => Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>
}

function RateFields({ values, text }: RateFormPart) {
  const field = (name: Names) => ({
    help: help(values[name]),
    inputMode: 'numeric' as const,
    maxLength: 6,
    ...text(name),
  })
  return (
    <>
      <TextField label={m.agents_commission()} {...field('commission_ppm')} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField label={m.office_agents_withheld()} {...field('withheld_ppm')} />
        <TextField label={m.office_agents_unnumbered()} {...field('withheld_unnumbered_ppm')} />
      </div>
    </>
  )
}
