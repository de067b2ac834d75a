/** A list of bars typed or pasted: every line is judged while one types, and by the register before anything is added. */
import { useState } from 'react'
import { type BarFault, barColumns, readBars } from '../../../backing/register/bar-list-rules.ts'
import { fineWeightOf, readFineness } from '../../../backing/register/bar-rules.ts'
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
import { BarFaults } from '../../kit/pages/bar-faults.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { FileChoice } from '../../kit/pages/file-choice.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { PlaceField } from '../../kit/pages/place-field.tsx'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { done: () => Promise<void>; close: () => void }

/** Whether the list leaves it to the form, of one bar at least. */
const lacks = (list: string, what: 'maker' | 'fineness') => {
  const { bars } = readBars(list)
  return bars.length === 0 || bars.some((bar) => bar[what] === null)
}

const MOST = 200_000

const useBarsForm = (store: string) =>
  useForm(
    { store, maker: '', kind: 'bar', fineness: '999.9', place: '', bars: '', reason: '' },
    {
      maker: (text, { bars }) =>
        text.trim().length < 2 && lacks(bars, 'maker') ? m.office_vault_maker_error() : undefined,
      fineness: (text, { bars }) =>
        readFineness(text.trim()) === null && lacks(bars, 'fineness') ? m.office_vault_fineness_error() : undefined,
      place: (text) => (text === '' ? m.office_vault_place_error() : undefined),
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
      const { maker, fineness, reason, ...rest } = form.values
      const wish = {
        ...rest,
        maker: maker.trim(),
        fineness: fineness.trim(),
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
          <PlaceField store={form.values.store} field={form.text('place')} drop={() => form.set('place', '')} />
        </div>
        <BarList form={form} told={told} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_vault_receive_do()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}

type ListProps = { form: ReturnType<typeof useBarsForm>; told: { typed: string; faults: BarFault[] } }

/** The list, as a file or typed. */
function BarList({ form, told }: ListProps) {
  const [file, setFile] = useState({ text: '', name: '' })
  return (
    <>
      <FileChoice
        {...{ most: MOST, size: '200 kB', name: file.text === form.values.bars ? file.name : '' }}
        take={(text, name) => {
          setFile({ text, name })
          form.set('bars', text)
        }}
      />
      <TextArea
        label={m.office_vault_list()}
        help={m.office_vault_list_help({ columns: barColumns })}
        rows={5}
        maxLength={MOST}
        spellCheck={false}
        autoComplete="off"
        {...form.text('bars')}
      />
      <Judged values={form.values} told={told} />
    </>
  )
}

type JudgedProps = { values: ListProps['form']['values']; told: ListProps['told'] }

/** How many bars were read and what they weigh fine; what is wrong with the others. A line that somebody still types is not called wrong. */
function Judged({ values: { bars: typed, maker, fineness }, told }: JudgedProps) {
  const { bars, faults } = readBars(typed, maker.trim())
  const tenths = readFineness(fineness.trim())
  const fine = bars.reduce((sum, bar) => sum + fineWeightOf(bar.grossWeight, bar.fineness ?? tenths ?? 0), 0n)
  const shown = told.typed === typed ? told.faults : typed.includes('\n') ? faults : []
  return (
    <div className="min-h-6" aria-live="polite">
      {bars.length > 0 && (tenths !== null || !lacks(typed, 'fineness')) && (
        <p className="small text-ink-2">
          {m.office_vault_list_read({ n: bars.length, grams: formatGrams(weightText(weight(fine)), language()) })}
        </p>
      )}
      {shown.length > 0 && <BarFaults faults={shown} />}
    </div>
  )
}
