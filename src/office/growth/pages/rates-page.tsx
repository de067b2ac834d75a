/** /admin/growth/rates: what a reward is in each store, and the dialog that asks a second person for another rate. */
import * as m from '../../../locale/paraglide/messages.js'
import type { RatesView } from '../../../referral/office-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatCount, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

export const handle: OfficeHandle = { permission: 'growth.see' }

export default function RatesPage() {
  const { stores } = useShell()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_growth_title()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_growth_rates_lead()}</p>
      <div className="grid gap-5 xl:grid-cols-2">
        {stores.map(({ code, name }) => (
          <StoreRates key={code} store={code} name={name} />
        ))}
      </div>
    </>
  )
}

type Rate = RatesView['now']

function StoreRates({ store, name }: { store: string; name: string }) {
  const { data, failed, reload } = useOffice<RatesView>('/growth/rates', { store })
  const may = useMay()
  const { moment } = useTimes()
  return (
    <section className="office-panel" aria-label={name}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{name}</h2>
        {data && may('growth.rates') && (
          <DialogButton
            name={m.office_growth_rates_change()}
            dialog={(close) => <RatesDialog store={store} view={data} close={close} />}
          />
        )}
      </div>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-24" />}
      {data && (
        <>
          <Facts
            facts={[
              { label: m.office_growth_grams(), value: formatGrams(data.now.grams, language()) },
              { label: m.office_growth_needs(), value: money({ amount: data.now.volume, currency: data.currency }) },
              { label: m.office_growth_level(), value: `T${data.now.level}` },
              { label: m.office_growth_per_month(), value: formatCount(data.now.per_month, language()) },
            ]}
          />
          <ul className="small mt-3 text-ink-2">
            {data.said.map((one) => (
              <li key={one.valid_from}>
                {moment(one.valid_from)} · {wordsOf(one, data.currency)} · {one.reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const wordsOf = ({ grams, volume, level, per_month }: Rate, currency: string) =>
  [
    formatGrams(grams, language()),
    money({ amount: volume, currency }),
    `T${level}`,
    formatCount(per_month, language()),
  ].join(' · ')

const isCount = (text: string, least: number, most: number) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

function RatesDialog({ store, view, close }: { store: string; view: RatesView; close: () => void }) {
  const { now, currency } = view
  const form = useForm(
    { grams: now.grams, volume: now.volume, level: String(now.level), per_month: String(now.per_month), reason: '' },
    {
      grams: (text) => (/^\d{1,2}([.,]\d{1,4})?$/.test(text.trim()) ? undefined : m.office_growth_grams_error()),
      volume: (text) => (/^\d{1,12}([.,]\d{1,2})?$/.test(text.trim()) ? undefined : m.office_growth_volume_error()),
      level: (text) => (isCount(text, 1, 3) ? undefined : m.office_growth_level_error()),
      per_month: (text) => (isCount(text, 0, 1000) ? undefined : m.office_growth_per_month_error()),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const ask = () =>
    submit(async () => {
      const { grams, volume, level, per_month, reason } = form.values
      const wish = { grams: grams.trim().replace(',', '.'), volume: volume.trim().replace(',', '.') }
      const numbers = { level: Number(level), per_month: Number(per_month) }
      await officePost('/growth/rates', { store, ...wish, ...numbers, reason: reason.trim() }, { quiet: true })
      toastDone(m.office_growth_rates_asked())
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_growth_rates_change()} text={m.office_growth_rates_text()}>
      <Form form={form} onSubmit={ask}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField label={m.office_growth_grams()} inputMode="decimal" maxLength={12} {...form.text('grams')} />
          <TextField
            label={`${m.office_growth_needs()} (${currency})`}
            inputMode="decimal"
            maxLength={20}
            {...form.text('volume')}
          />
          <TextField label={m.office_growth_level_number()} inputMode="numeric" maxLength={1} {...form.text('level')} />
          <TextField
            label={m.office_growth_per_month()}
            inputMode="numeric"
            maxLength={4}
            {...form.text('per_month')}
          />
        </div>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_growth_rates_ask()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
