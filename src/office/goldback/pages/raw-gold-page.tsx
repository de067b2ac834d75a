/** /admin/goldback/stock: lots and short pieces of a store, melted into one lot by two people, and what was lost. */
import { type ReactNode, useState } from 'react'
import { assayMethods } from '../../../goldback/case-rules.ts'
import type { StockToMeltView } from '../../../goldback/melting/stock-contract.ts'
import { methodWords } from '../../../goldback/pages/case-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, FieldError, Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatFineness, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import { plain, wrongFineness, wrongWeight } from './measure-fields.ts'

export const handle: OfficeHandle = { permission: 'goldback.see' }

const grams = (weight: string) => formatGrams(weight, language())

export default function StockPage() {
  const { store, choice } = useStoreChoice()
  const { data, failed, reload } = useOffice<StockToMeltView>('/goldback/stock', { store: store.code })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_goldback_stock()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_goldback_stock_lead()}</p>
      {choice}
      {!data && (failed ? <ErrorState title={m.office_goldback_stock_failed()} /> : <Skeleton className="h-40" />)}
      {data && <Stock key={store.code} store={store.code} stock={data} reload={reload} />}
    </>
  )
}

type Props = { store: string; stock: StockToMeltView; reload: () => Promise<void> }

function Stock({ store, stock, reload }: Props) {
  const may = useMay()
  const { moment } = useTimes()
  const { lots, pieces, meltings } = stock
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const melts = may('goldback.melt_stock')
  const choose = (name: string, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, name] : [...now].filter((one) => one !== name)))
  const box = (name: string, mayMelt: boolean) =>
    melts && mayMelt ? (
      <Checkbox
        label={name}
        checked={chosen.has(name)}
        onChange={({ currentTarget }) => choose(name, currentTarget.checked)}
      />
    ) : (
      name
    )
  return (
    <div className="grid gap-6">
      {lots.length + pieces.length === 0 && <p className="office-panel text-ink-2">{m.office_goldback_stock_none()}</p>}
      <Held stock={stock} box={box} />
      {melts && [...lots, ...pieces].some(({ may_melt }) => may_melt) && (
        <MeltForm store={store} stock={stock} chosen={chosen} clear={() => setChosen(new Set())} reload={reload} />
      )}
      {meltings.length > 0 && (
        <section>
          <h2 className="h3 mb-3">{m.office_goldback_stock_meltings()}</h2>
          <LinesTable
            name={m.office_goldback_stock_meltings()}
            rows={meltings}
            rowKey={({ number }) => number}
            columns={meltingColumns(moment)}
          />
        </section>
      )}
    </div>
  )
}

type HeldProps = { stock: StockToMeltView; box: (name: string, mayMelt: boolean) => ReactNode }

function Held({ stock: { lots, pieces }, box }: HeldProps) {
  const { moment } = useTimes()
  const held = ({ may_melt, held_until }: { may_melt: boolean; held_until: string }) =>
    may_melt ? '' : m.office_goldback_stock_held({ until: moment(held_until) })
  return (
    <>
      {lots.length > 0 && (
        <LinesTable
          name={m.office_goldback_stock_lots()}
          rows={lots}
          rowKey={({ number }) => number}
          columns={[
            { head: m.office_goldback_stock_lot(), cell: (lot) => box(lot.number, lot.may_melt), phone: 'title' },
            {
              head: m.office_goldback_stock_gross(),
              cell: ({ gross, fineness }) => `${grams(gross)} · ${formatFineness(fineness, language())}`,
              phone: 'below',
            },
            { head: m.office_goldback_stock_fine(), cell: ({ fine }) => grams(fine), phone: 'side', right: true },
            {
              head: m.office_goldback_stock_cost(),
              cell: ({ cost, currency }) => money({ amount: cost, currency }),
              phone: 'below-side',
              right: true,
            },
            { head: m.office_goldback_stock_hold(), cell: held, phone: 'below' },
          ]}
        />
      )}
      {pieces.length > 0 && (
        <LinesTable
          name={m.office_goldback_stock_pieces()}
          rows={pieces}
          rowKey={({ serial }) => serial}
          columns={[
            { head: m.office_goldback_stock_pieces(), cell: (one) => box(one.serial, one.may_melt), phone: 'title' },
            { head: m.office_goldback_stock_gross(), cell: ({ gross }) => grams(gross), phone: 'below' },
            { head: m.office_goldback_stock_fine(), cell: ({ fine }) => grams(fine), phone: 'side', right: true },
            { head: m.office_goldback_stock_hold(), cell: held, phone: 'below' },
          ]}
        />
      )}
    </>
  )
}

const meltingColumns = (moment: (text: string) => string): LineColumn<StockToMeltView['meltings'][number]>[] => [
  {
    head: m.office_goldback_stock_melting(),
    cell: ({ number, lot, melted_at }) => `${number} → ${lot} · ${moment(melted_at)}`,
    phone: 'title',
  },
  {
    head: m.office_goldback_stock_before(),
    cell: ({ gross_before }) => grams(gross_before),
    phone: 'below',
    right: true,
    said: true,
  },
  { head: m.office_goldback_stock_after(), cell: ({ gross }) => grams(gross), phone: 'below', right: true, said: true },
  { head: m.office_goldback_stock_fine(), cell: ({ books }) => grams(books), phone: 'below', right: true, said: true },
  { head: m.office_goldback_stock_found(), cell: ({ fine }) => grams(fine), phone: 'below', right: true, said: true },
  { head: m.office_goldback_stock_loss(), cell: ({ loss }) => grams(loss), phone: 'below', right: true, said: true },
]

type FormProps = Props & { chosen: ReadonlySet<string>; clear: () => void }

function MeltForm({ store, stock: { lots, pieces }, chosen, clear, reload }: FormProps) {
  const form = useForm(
    { weighed: '', assayed: '', method: 'fire', reason: '' },
    {
      weighed: wrongWeight,
      assayed: wrongFineness,
      reason: (text) => (text.trim().length > 2 ? undefined : m.field_empty()),
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const [none, setNone] = useState(false)
  async function melt() {
    if (chosen.size === 0) return setNone(true)
    setNone(false)
    const { weighed, assayed, method, reason } = form.values
    const body = {
      ...{ store, method, reason, weighed: plain(weighed), assayed: Number(assayed) },
      lots: lots.flatMap(({ number }) => (chosen.has(number) ? [number] : [])),
      serials: pieces.flatMap(({ serial }) => (chosen.has(serial) ? [serial] : [])),
    }
    await officePost('/goldback/meltStock', body, { quiet: true })
    toastDone(m.office_goldback_stock_asked_done())
    clear()
    await reload()
  }
  return (
    <section className="office-panel max-w-xl">
      <Form form={form} onSubmit={() => submit(melt)} className="grid gap-4">
        <TextField
          label={m.office_goldback_stock_weighed()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          {...form.text('weighed')}
        />
        <TextField
          label={m.office_goldback_stock_assayed()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          {...form.text('assayed')}
        />
        <Select
          label={m.office_goldback_method()}
          choices={assayMethods.map((value) => ({ value, label: methodWords[value]() }))}
          {...form.text('method')}
        />
        <TextArea label={m.office_goldback_stock_reason()} maxLength={500} {...form.text('reason')} />
        {none && <FieldError>{m.office_goldback_stock_choose()}</FieldError>}
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" busy={busy}>
          {m.office_goldback_stock_melt()}
        </Button>
      </Form>
    </section>
  )
}
