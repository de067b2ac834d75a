/** Amount, days and limit of a savings plan; the sentence before the PIN says what will happen when. */
import * as m from '../../../locale/paraglide/messages.js'
import { decimal } from '../../../money/money.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatDecimal, formatGrams, sentences, symbolOf } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Seg } from '../../../ui/seg.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { FormEnd } from '../../pages/edited-list.tsx'
import { Accepts } from '../../pages/held-price-notes.tsx'
import { Chips } from '../../pages/level-chips.tsx'
import { paidByWords, weekdayName } from './plan-words.ts'
import { offeredBy, type PlanFormProps, usePlanForm } from './use-plan-form.ts'

export function PlanForm({ onCancel, ...props }: PlanFormProps & { onCancel?: () => void }) {
  const { of, price, list } = props
  const plan = usePlanForm(props)
  const { form, places, busy, refused, submit, sentence } = plan
  const { currency, agreement_version: agreement } = list
  const offered = of ? [] : offeredBy(list)
  const { paidBy } = form.values
  const typedIn = {
    inputMode: places === 0 ? ('numeric' as const) : ('decimal' as const),
    autoComplete: 'off',
    maxLength: 20,
  }
  const now = price ? [m.vault_plan_ceiling_now({ price: money({ amount: price.ask, currency }) })] : []
  return (
    <Form form={form} onSubmit={submit} className="grid gap-5">
      <TextField
        label={`${m.vault_plan_amount()} (${symbolOf(currency)})`}
        help={aboutAmount(plan.about, list)}
        {...typedIn}
        {...form.text('amount')}
      />
      <Chips
        choices={(amounts[currency] ?? []).map((amount) => ({
          name: money({ amount, currency }),
          value: formatDecimal(amount, language(), { keepZeros: false }),
        }))}
        value={form.values.amount}
        onChoose={(amount) => form.set('amount', amount)}
      />
      <Seg
        className="justify-self-start"
        label={m.vault_plan_rhythm()}
        value={form.values.rhythm}
        choices={[
          ['daily', m.vault_plan_daily()],
          ['weekly', m.vault_plan_weekly()],
          ['monthly', m.vault_plan_monthly()],
        ]}
        onChange={(rhythm) => form.set('rhythm', rhythm)}
      />
      <DayField plan={plan} />
      <TextField
        label={m.vault_plan_ceiling({ unit: symbolOf(currency) })}
        help={sentences([m.vault_plan_ceiling_help(), ...now], language())}
        {...typedIn}
        {...form.text('ceiling')}
      />
      {offered.length > 1 && (
        <Seg
          className="justify-self-start"
          label={m.vault_plan_paid_by()}
          value={paidBy}
          choices={offered.map((by) => [by, paidByWords[by]()] as const)}
          onChange={(by) => form.set('paidBy', by)}
        />
      )}
      {!of && paidBy !== 'balance' && <p className="small text-ink-2">{m.vault_plan_uncleared()}</p>}
      {refused && <ErrorState title={refused} />}
      {sentence && (
        <p className="small rounded-control bg-tile p-4" role="note">
          {sentence}
        </p>
      )}
      {!of && agreement && <Accepts version={agreement} />}
      <FormEnd busy={busy} action={of ? m.vault_plan_save() : m.vault_plan_begin()} onCancel={onCancel} />
    </Form>
  )
}

type Plan = ReturnType<typeof usePlanForm>

const aboutAmount = (grams: bigint | null, { least, currency }: PlanFormProps['list']) =>
  sentences(
    [
      m.vault_plan_least({ least: money({ amount: least, currency }) }),
      ...(grams ? [m.vault_plan_about({ grams: formatGrams(decimal(grams, 4), language()) })] : []),
    ],
    language(),
  )

const amounts: Record<string, string[]> = { IDR: ['50000', '100000', '500000', '1000000'], MYR: ['20', '50', '200'] }

const range = (count: number) => Array.from({ length: count }, (_, place) => place + 1)

function DayField({ plan: { form, onDay } }: { plan: Plan }) {
  if (form.values.rhythm === 'daily') return null
  if (form.values.rhythm === 'weekly')
    return (
      <Select
        label={m.vault_plan_weekday()}
        choices={range(7).map((day) => ({ value: String(day), label: weekdayName(day) }))}
        {...form.text('weekday')}
      />
    )
  return (
    <Select
      label={m.vault_plan_day()}
      help={(onDay ?? 0) > 28 ? m.vault_plan_last_day({ day: onDay ?? 0 }) : undefined}
      choices={range(31).map((day) => ({ value: String(day), label: m.vault_plan_day_choice({ day }) }))}
      {...form.text('date')}
    />
  )
}
