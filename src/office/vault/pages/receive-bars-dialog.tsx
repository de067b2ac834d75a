/** A list of bars typed or pasted: every line is judged while one types, and by the register before anything is added. */
import { useState } from 'react'
import { type BarFault, fineWeightOf, readBars, readFineness } from '../../../backing/bar-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { weight, weightText } from '../../../money/money.ts'
import type { ApiError } from '../../../ui/api-client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { done: () => Promise<void>; close: () => void }

const useBarsForm = (store: string) =>
  useForm(
    { store, maker: '', kind: 'bar', fineness: '999.9', place: '', bars: '', reason: '' },
    {
      maker: (text) => (text.trim().length < 2 ? m.office_vault_maker_error() : undefined),
      fineness: (text) => (readFineness(text.trim()) === null ? m.office_vault_fineness_error() : undefined),
      place: (text) => (text.trim() === '' ? m.office_vault_place_error() : undefined),
      bars: (text) => {
        const { bars, faults } = readBars(text)
        return bars.length === 0 && faults.length === 0 ? m.office_vault_list_error() : undefined
      },
      reason: reasonError,
    },
  )

export function ReceiveBarsDialog({ done, close }: Props) {
  const { stores, store } = useShell()
  const form = useBarsForm(store.code)
  const [told, setTold] = useState<{ typed: string; faults: BarFault[] }>({ typed: '', faults: [] })
  const { busy, refusal, submit } = useOfficeForm(form, ({ error, data }: ApiError) => {
    if (error !== 'bars_wrong') return false
    setTold({ typed: form.values.bars, faults: data.faults as BarFault[] })
    return true
  })
  const add = () =>
    submit(async () => {
      const { maker, fineness, place, reason, ...rest } = form.values
      const wish = {
        ...rest,
        maker: maker.trim(),
        fineness: fineness.trim(),
        place: place.trim(),
        reason: reason.trim(),
      }
      const { added } = await officePost<{ added: number }>('/vault/receive', wish, { quiet: true })
      toastDone(m.office_vault_receive_done({ n: added }))
      await done()
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_vault_receive_title()} text={m.office_vault_receive_text()}>
      <Form form={form} onSubmit={add}>
        <Select
          label={m.office_store()}
          choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.text('store')}
        />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField label={m.office_vault_maker()} maxLength={60} {...form.text('maker')} />
          <Select
            label={m.office_vault_kind()}
            choices={[
              { value: 'bar', label: m.office_vault_kind_bar() },
              { value: 'coin', label: m.office_vault_kind_coin() },
            ]}
            {...form.text('kind')}
          />
          <TextField label={m.office_vault_fineness()} inputMode="decimal" maxLength={5} {...form.text('fineness')} />
          <TextField
            label={m.office_vault_place()}
            help={m.office_vault_place_help()}
            maxLength={40}
            {...form.text('place')}
          />
        </div>
        <TextArea
          label={m.office_vault_list()}
          help={m.office_vault_list_help()}
          rows={5}
          maxLength={20_000}
          spellCheck={false}
          autoComplete="off"
          {...form.text('bars')}
        />
        <Judged typed={form.values.bars} fineness={form.values.fineness} told={told} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_vault_receive_do()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}

type JudgedProps = { typed: string; fineness: string; told: { typed: string; faults: BarFault[] } }

/** How many bars were read and what they weigh fine; what is wrong with the others. A line that somebody still types is not called wrong. */
function Judged({ typed, fineness, told }: JudgedProps) {
  const { bars, faults } = readBars(typed)
  const tenths = readFineness(fineness.trim())
  const fine = bars.reduce((sum, { grossWeight }) => sum + fineWeightOf(grossWeight, tenths ?? 0), 0n)
  const shown = told.typed === typed ? told.faults : typed.includes('\n') ? faults : []
  return (
    <div className="min-h-6" aria-live="polite">
      {bars.length > 0 && tenths !== null && (
        <p className="small text-ink-2">
          {m.office_vault_list_read({ n: bars.length, grams: formatGrams(weightText(weight(fine)), language()) })}
        </p>
      )}
      {shown.length > 0 && (
        <ul className="mt-2 grid gap-1.5" aria-label={m.office_vault_faults()}>
          {shown.map((fault) => (
            <li key={`${fault.line} ${fault.typed}`} className="small break-words text-down">
              <strong className="font-semibold">{m.office_vault_fault_line({ line: fault.line })}</strong>{' '}
              {faultWords[fault.problem]({ value: fault.typed, told: fault.told ?? '' })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const faultWords: Record<BarFault['problem'], (said: { value: string; told: string }) => string> = {
  no_serial: m.office_vault_fault_no_serial,
  no_weight: m.office_vault_fault_no_weight,
  twice: m.office_vault_fault_twice,
  known: m.office_vault_fault_known,
}
