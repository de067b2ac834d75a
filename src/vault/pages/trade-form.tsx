/** What is traded: one large field for money or grams, quick choices, and the balance that it comes from or goes to. */
import type { ChangeEvent } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { decimal } from '../../money/money.ts'
import { Input } from '../../ui/control.tsx'
import { Field } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { formatDecimal, formatGrams, formatPieceWeight, symbolOf } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ratesOf, wireMoney } from '../../ui/price.ts'
import { Seg } from '../../ui/seg.tsx'
import { priceOf } from '../trade-rules.ts'
import { PayFrom } from './pay-from.tsx'
import { PayTo } from './pay-to.tsx'
import { isNothing, readAmount } from './typed-amount-rules.ts'
import type { useTrade } from './use-trade.ts'

type Trade = ReturnType<typeof useTrade>

export function TradeForm({ trade }: { trade: Trade }) {
  const { form, currency, change } = trade
  return (
    <form
      ref={form.form}
      method="post"
      noValidate
      className="grid min-w-0 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!trade.quote) trade.hold()
      }}
    >
      <Seg
        className="justify-self-start"
        label={m.vault_by()}
        value={form.typed.by}
        choices={[
          ['amount', symbolOf(currency)],
          ['weight', m.vault_by_grams()],
        ]}
        onChange={(by) => change({ by })}
      />
      <AmountField trade={trade} />
      <QuickChoices trade={trade} />
      {trade.side === 'buy' ? <PayFrom trade={trade} /> : <PayTo trade={trade} />}
    </form>
  )
}

function AmountField({ trade }: { trade: Trade }) {
  const { form, currency, asked, change } = trade
  const { by } = form.typed
  const { onBlur, ...field } = form.text(by)
  const error = field.value === '' && asked !== by ? undefined : field.error
  return (
    <Field
      key={by}
      label={by === 'amount' ? m.vault_amount() : m.vault_weight()}
      help={error ? undefined : about(trade)}
      error={error}
    >
      {(control) => (
        <span className="flex items-baseline gap-3 border-b-2 border-ink pb-2 focus-within:border-nila has-[[aria-invalid]]:border-down">
          {by === 'amount' && <Unit>{symbolOf(currency)}</Unit>}
          <Input
            {...control}
            name={field.name}
            type="text"
            autoComplete="off"
            inputMode={by === 'amount' && form.places === 0 ? 'numeric' : 'decimal'}
            className="w-full min-w-0 bg-transparent text-[40px] leading-[48px] font-medium tracking-[-0.02em] tabular-nums outline-none"
            value={field.value}
            onBlur={onBlur}
            onChange={(event) => change({ [by]: by === 'amount' ? grouped(event, form.places) : event.target.value })}
          />
          {by === 'weight' && <Unit>g</Unit>}
        </span>
      )}
    </Field>
  )
}

/** What the other one comes to at the price now, until a price is held. */
function about({ side, currency, price, form, quote }: Trade): string | undefined {
  const rates = price && ratesOf(price)
  const figures = quote ? null : form.figuresAt(rates)
  if (!rates || !figures) return undefined
  const words = {
    grams: formatGrams(decimal(figures.weight, 4), language()),
    amount: money({ amount: wireMoney(figures.amount, currency), currency }),
    price: money({ amount: wireMoney(priceOf(side, rates), currency), currency }),
  }
  if (side === 'buy') return form.typed.by === 'amount' ? m.vault_about_got(words) : m.vault_about_paid(words)
  return form.typed.by === 'amount' ? m.vault_about_given(words) : m.vault_about_received(words)
}

const Unit = ({ children }: { children: string }) => (
  <span className="text-2xl font-medium text-ink-2" aria-hidden="true">
    {children}
  </span>
)

/** Whole money is grouped while it is typed at its end; inside, and with decimals, it stays as it was typed. */
function grouped({ target: { value, selectionStart } }: ChangeEvent<HTMLInputElement>, places: number): string {
  const digits = value.replace(/[.,\s\u00a0]/g, '')
  const atEnd = selectionStart === null || selectionStart === value.length
  return places === 0 && atEnd && /^\d{1,12}$/.test(digits)
    ? formatDecimal(digits.replace(/^0+(?=\d)/, ''), language())
    : value
}

const amounts: Record<string, string[]> = { IDR: ['100000', '500000', '1000000'], MYR: ['50', '200', '500'] }
const weights = ['0.5', '1', '5']

function QuickChoices({ trade: { side, form, currency, balances, way, change } }: { trade: Trade }) {
  const { by } = form.typed
  const written = (wire: string) => formatDecimal(wire, language(), { keepZeros: false })
  const choices =
    by === 'amount'
      ? (amounts[currency] ?? []).map((wire) => ({ wire, name: money({ amount: wire, currency }) }))
      : weights.map((wire) => ({ wire, name: formatPieceWeight(wire, language()) }))
  const all =
    side === 'buy' && by === 'amount' && way === null
      ? { wire: balances.cash, name: m.vault_all_cash() }
      : side === 'sell' && by === 'weight'
        ? { wire: balances.gold, name: m.vault_all_gold() }
        : null
  const typed = readAmount(form.typed[by], by === 'amount' ? form.places : 4)
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{m.vault_quick()}</legend>
      {[...choices, ...(all && !isNothing(all.wire) ? [all] : [])].map(({ wire, name }) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-pressed={typed === wire}
          onClick={() => change({ [by]: written(wire) })}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
