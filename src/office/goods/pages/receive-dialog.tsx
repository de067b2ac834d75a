/** Serial numbers typed, scanned or pasted: every line is judged while one types, and by the books before anything is added. */
import { useState } from 'react'
import { Link } from 'react-router'
import { MOST_LABELS } from '../../../catalogue/label-rules.ts'
import type { OfficeProductView, OfficeSku } from '../../../catalogue/office-contract.ts'
import { judgeSerials, numbersOf, type SerialFault } from '../../../catalogue/receive-rules.ts'
import { makerLetters, serialOf, showSerial } from '../../../catalogue/serial-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { serverNow } from '../../../ui/clock.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { faultText } from './fault-words.ts'
import { LabelsButton } from './labels-button.tsx'

type Props = { product: OfficeProductView; sku: OfficeSku; reload: () => Promise<void>; close: () => void }
const MOST = 500

function useReceiveForm(today: string, maker: OfficeProductView['maker']) {
  return useForm(
    { serials: '', assayed_on: today, supplier: '', unit_cost: '', papers_complete: false as boolean },
    {
      serials: (text) => {
        const count = numbersOf(text, maker).length
        if (count === 0) return m.office_goods_serials_error()
        return count > MOST ? m.office_goods_serials_many() : undefined
      },
      assayed_on: (day) => (day && day <= today ? undefined : m.office_goods_assayed_error()),
      supplier: (text) => (text.trim().length < 2 ? m.office_goods_supplier_error() : undefined),
      unit_cost: (text) => (text.trim() && !isAmount(text.trim()) ? m.office_goods_unit_cost_error() : undefined),
    },
  )
}

export function ReceiveDialog({ product, sku, reload, close }: Props) {
  const may = useMay()
  const today = dayNow()
  const [told, setTold] = useState<{ typed: string; faults: SerialFault[] }>({ typed: '', faults: [] })
  const [received, setReceived] = useState<string[] | null>(null)
  const form = useReceiveForm(today, product.maker)
  const typed = form.values.serials
  const own = judgeSerials(
    numbersOf(typed, product.maker).map((line) => ({ ...line, brand: product.brand, maker: product.maker })),
  )
  const faults = told.typed === typed ? told.faults : own.faults
  const takeFaults = ({ error, data }: ApiError) => {
    if (error !== 'pieces_wrong') return false
    setTold({ typed, faults: data.faults as SerialFault[] })
    return true
  }
  const { busy, refusal, submit } = useOfficeForm(form, takeFaults)
  const add = () =>
    submit(async () => {
      const { supplier, unit_cost, ...rest } = form.values
      const wish = { ...rest, sku_id: sku.id, supplier: supplier.trim(), unit_cost: unit_cost.trim() }
      const { serials } = await officePost<{ serials: string[] }>('/stock/receive', wish, { quiet: true })
      setReceived(serials)
      await reload()
    })
  if (received) return <Received serials={received} close={close} />
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_goods_receive_title({ label: sku.label })}
      text={m.office_goods_receive_text()}
    >
      <Form form={form} onSubmit={add}>
        <TextArea
          label={m.office_goods_serials()}
          {...(product.maker ? { help: stampedHelp(product.maker) } : {})}
          rows={6}
          maxLength={20_000}
          spellCheck={false}
          autoComplete="off"
          {...form.text('serials')}
        />
        {!product.maker && (
          <MakeNumbers brand={product.brand} add={(more) => form.set('serials', appended(typed, more))} />
        )}
        <div className="min-h-6" aria-live="polite">
          {own.serials.length > 0 && (
            <p className="small text-ink-2">{m.office_goods_receive_ready({ n: own.serials.length })}</p>
          )}
          {(told.typed === typed || form.error('serials') !== undefined || typed.includes('\n')) && (
            <Faults faults={faults} />
          )}
        </div>
        <TextField type="date" label={m.office_goods_assayed()} max={today} {...form.text('assayed_on')} />
        <BoughtFields form={form} currency={product.currency} />
        {may('stock.import') && (
          <Link to="/admin/catalogue/import?kind=pieces" className="link small justify-self-start">
            {m.office_goods_import_title()}
          </Link>
        )}
        <DialogEnd confirm={m.office_goods_receive_do()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}

/** What came in, with the labels for it. */
function Received({ serials, close }: { serials: string[]; close: () => void }) {
  const sheets = Array.from({ length: Math.ceil(serials.length / MOST_LABELS) }, (_, at) =>
    serials.slice(at * MOST_LABELS, (at + 1) * MOST_LABELS),
  )
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_goods_received_title({ n: serials.length })}
      text={m.office_goods_received_text()}
    >
      <div className="grid gap-3 md:flex md:flex-row-reverse md:justify-start">
        <Button onClick={close}>{m.office_close()}</Button>
        {sheets.map((sheet) => (
          <LabelsButton
            key={sheet[0]}
            serials={sheet}
            name={sheets.length > 1 ? m.office_goods_labels_n({ n: sheet.length }) : m.office_goods_labels()}
          />
        ))}
      </div>
    </Dialog>
  )
}

const stampedHelp = ({ code, forms }: NonNullable<OfficeProductView['maker']>) =>
  m.office_goods_receive_stamped({ code, forms: forms.join(', ') || m.office_goods_maker_any() })

const appended = (typed: string, more: string[]) => [...(typed.trim() ? [typed.trimEnd()] : []), ...more].join('\n')

/** Numbers of ours for pieces that have none: nobody can tell the next one. Whether one is taken is seen when they are added. */
function MakeNumbers({ brand, add }: { brand: string; add: (numbers: string[]) => void }) {
  const [count, setCount] = useState('1')
  const many = Number(count)
  const right = /^\d{1,3}$/.test(count) && many >= 1 && many <= MOST
  const make = () => {
    const values = crypto.getRandomValues(new BigUint64Array(many))
    add([...values].map((value) => showSerial(serialOf(makerLetters(brand), value))))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <TextField
        label={m.office_goods_make_numbers()}
        help={m.office_goods_make_numbers_help()}
        inputMode="numeric"
        value={count}
        maxLength={3}
        onChange={({ currentTarget }) => setCount(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault() // it would put what is typed above into stock
          if (right) make()
        }}
      />
      <Button kind="ghost" onClick={make} disabled={!right}>
        {m.office_goods_make_numbers_do()}
      </Button>
    </div>
  )
}

/** From whom the pieces were bought, for how much, and with what paper. */
function BoughtFields({ form, currency }: { form: ReturnType<typeof useReceiveForm>; currency: string }) {
  return (
    <>
      <TextField label={m.office_goods_supplier()} maxLength={120} {...form.text('supplier')} />
      <TextField
        label={m.office_goods_unit_cost({ currency })}
        help={m.office_goods_unit_cost_hint()}
        inputMode="decimal"
        maxLength={24}
        {...form.text('unit_cost')}
      />
      <Checkbox
        label={m.office_goods_papers()}
        checked={form.values.papers_complete}
        onChange={({ currentTarget }) => form.set('papers_complete', currentTarget.checked)}
      />
    </>
  )
}

const isAmount = (text: string) => /^\d{1,15}(\.\d{1,2})?$/.test(text)

/** A line that somebody still types is not called wrong. */
const Faults = ({ faults }: { faults: SerialFault[] }) =>
  faults.length > 0 && (
    <ul className="mt-2 grid gap-1.5" aria-label={m.office_goods_faults()}>
      {faults.map((fault) => (
        <li key={`${fault.line} ${fault.typed}`} className="small break-words text-down">
          <strong className="font-semibold">{m.office_goods_fault_line({ line: fault.line })}</strong>{' '}
          {faultText({ ...fault, value: fault.typed })}
        </li>
      ))}
    </ul>
  )

const dayNow = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jakarta' }).format(serverNow())
