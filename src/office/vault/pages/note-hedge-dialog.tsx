/** A trade with another house, as it was agreed on; from a size on it takes two people. */
import { takesTwoPeople } from '../../../backing/hedges/hedge-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { currencies, exponentOf, isCurrency, parseDecimal } from '../../../money/money.ts'
import { settings } from '../../../settings.ts'
import { serverNow } from '../../../ui/clock.ts'
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
import { useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { store: string; done: () => Promise<void>; close: () => void }

const isAbove = (text: string, places: number) => (parseDecimal(text.trim(), places) ?? 0n) > 0n

function useHedgeForm(currency: string) {
  return useForm(
    {
      ...{ side: 'buy', grams: '', currency, price: '', counterparty: '', reference: '', traded_at: '', reason: '' },
    },
    {
      grams: (text) => (isAbove(text, 4) ? undefined : m.office_vault_hedge_grams_error()),
      price: (text) => (isAbove(text, 2) ? undefined : m.office_vault_hedge_price_error()),
      counterparty: (text) => (text.trim().length < 2 ? m.office_vault_hedge_counterparty_error() : undefined),
      reference: (text) => (text.trim() === '' ? m.office_vault_hedge_reference_error() : undefined),
      traded_at: (text) => {
        const at = Date.parse(text)
        return Number.isNaN(at) || at > serverNow() ? m.office_vault_hedge_traded_error() : undefined
      },
      reason: reasonError,
    },
  )
}

type Noted = { number: string | null; approval_id: string | null }

export function NoteHedgeDialog({ store, done, close }: Props) {
  const { currency } = useShell().store
  const form = useHedgeForm(currency)
  const { busy, refusal, submit } = useOfficeForm(form)
  const { values } = form
  const two = takesTwoPeople(parseDecimal(values.grams.trim(), 4) ?? 0n)
  const note = () =>
    submit(async () => {
      const { grams, price, counterparty, reference, traded_at, reason, ...rest } = values
      const { number } = await officePost<Noted>(
        '/vault/noteHedge',
        {
          ...{ store, ...rest, grams: grams.trim(), price: price.trim(), counterparty: counterparty.trim() },
          ...{ reference: reference.trim(), traded_at: new Date(traded_at).toISOString(), reason: reason.trim() },
        },
        { quiet: true },
      )
      toastDone(number ? m.office_vault_hedge_note_done({ number }) : m.office_give_up_asked())
      await done()
      close()
    })
  const limit = formatGrams(String(settings.backing.hedgeSecondGrams), language())
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_vault_hedge_note_title()}
      text={m.office_vault_hedge_note_text({ grams: limit })}
    >
      <Form form={form} onSubmit={note}>
        <HedgeFields form={form} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd
          confirm={two ? m.office_prices_spread_ask() : m.office_vault_hedge_note()}
          busy={busy}
          refusal={refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}

function HedgeFields({ form }: { form: ReturnType<typeof useHedgeForm> }) {
  const { second } = useTimes()
  const { currency, traded_at } = form.values
  const chosen = Date.parse(traded_at)
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Select
          label={m.office_vault_hedge_side()}
          choices={[
            { value: 'buy', label: m.office_vault_hedge_buy() },
            { value: 'sell', label: m.office_vault_hedge_sell() },
          ]}
          {...form.text('side')}
        />
        <TextField label={m.office_vault_hedge_grams()} inputMode="decimal" maxLength={20} {...form.text('grams')} />
        <Select
          label={m.office_vault_hedge_currency()}
          choices={currencies.map((value) => ({ value, label: value }))}
          {...form.text('currency')}
        />
        <TextField
          label={m.office_vault_hedge_price()}
          help={isCurrency(currency) && exponentOf(currency) === 0 ? undefined : m.office_vault_hedge_price_help()}
          inputMode="decimal"
          maxLength={20}
          {...form.text('price')}
        />
        <TextField label={m.office_vault_hedge_counterparty()} maxLength={80} {...form.text('counterparty')} />
        <TextField label={m.office_vault_hedge_reference()} maxLength={80} {...form.text('reference')} />
      </div>
      <TextField
        label={m.office_vault_hedge_traded()}
        help={Number.isNaN(chosen) ? m.office_windows_zone() : second(new Date(chosen).toISOString())}
        type="datetime-local"
        step="1"
        {...form.text('traded_at')}
      />
    </>
  )
}
