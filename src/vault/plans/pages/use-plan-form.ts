/** What is typed for a savings plan, and the day of its first run. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { exponentOf, isCurrency, minor } from '../../../money/money.ts'
import { settings } from '../../../settings.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { askPin } from '../../../ui/ask-pin.ts'
import { serverNow } from '../../../ui/clock.ts'
import { money } from '../../../ui/figures.tsx'
import { formatDecimal, sentences } from '../../../ui/format.ts'
import { keptForm } from '../../../ui/kept-form.ts'
import { language } from '../../../ui/language.ts'
import { type LivePrice, minorOf, ratesOf } from '../../../ui/price.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { useForm } from '../../../ui/use-form.ts'
import { readAmount } from '../../pages/typed-amount-rules.ts'
import { figuresOf, isFar } from '../../trade-rules.ts'
import type { PlansView, PlanView } from '../plan-contract.ts'
import { type Day, firstDue, type PaidBy, type Rhythm, type Schedule } from '../plan-rules.ts'
import { planSentence } from './plan-words.ts'

type Typed = { amount: string; rhythm: Rhythm; weekday: string; date: string; ceiling: string; paidBy: PaidBy }
export type Terms = {
  amount: string
  rhythm: Rhythm
  on_day?: number
  ceiling?: string
  first_on?: string
  /** Of a plan that is begun. */
  paid_by?: PaidBy
  pin: string
}
export type PlanFormProps = {
  of: PlanView | null
  price: LivePrice | null
  list: Pick<PlansView, 'currency' | 'least' | 'hour' | 'agreement_version' | 'cash' | 'charges'>
  save: (terms: Terms) => Promise<void>
}

const written = (wire: string) => formatDecimal(wire, language(), { keepZeros: false })
const kept = keptForm<Typed>('plan')

/** What the store lets a plan be paid by. */
export const offeredBy = ({ cash, charges }: Pick<PlansView, 'cash' | 'charges'>): PaidBy[] => [
  ...(cash === null ? [] : (['balance'] as const)),
  ...charges,
]

export function usePlanForm({ of, price, list, save }: PlanFormProps) {
  const { currency, least } = list
  const { store } = useShell()
  const places = isCurrency(currency) ? exponentOf(currency) : 0
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [start] = useState<Typed>(() => (of ? typedOf(of) : startOf(kept.read(), offeredBy(list))))
  const form = useForm<Typed>(start, {
    amount: (typed) => wrongAmount(readAmount(typed, places), { least, currency }),
    ceiling: (typed) => (typed === '' ? undefined : wrongCeiling(readAmount(typed, places), { price, currency })),
  })
  const { rhythm, paidBy } = form.values
  const onDay = rhythm === 'daily' ? null : Number(rhythm === 'weekly' ? form.values.weekday : form.values.date)
  const amount = readAmount(form.values.amount, places)
  const ceiling = form.values.ceiling === '' ? null : readAmount(form.values.ceiling, places)
  const first = firstOf(of, { rhythm, onDay }, store.time_zone)
  const isFine =
    amount !== null &&
    !wrongAmount(amount, { least, currency }) &&
    (form.values.ceiling === '' || (ceiling !== null && !wrongCeiling(ceiling, { price, currency })))
  const sentence = isFine && first ? planSentence({ amount, ceiling, rhythm, onDay, paidBy, currency }, first) : null

  async function submit() {
    if (busy || !form.check() || amount === null) return
    setBusy(true)
    setRefused(null)
    if (!of) kept.keep(form.values)
    try {
      await askPin({
        title: m.vault_plan_pin_title(),
        lines: [],
        ...(sentence ? { text: said(sentence, !of && paidBy !== 'balance') } : {}),
        action: of ? m.vault_plan_save() : m.vault_plan_begin(),
        toldBehind: true,
        submit: (pin) =>
          save({
            ...{ amount, rhythm, pin },
            ...(onDay !== null && { on_day: onDay }),
            ...(ceiling !== null && { ceiling }),
            ...(first !== null && { first_on: first }),
            ...(!of && { paid_by: paidBy }),
          }).then(() => of || kept.forget()),
      })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (!form.takeErrors(failure)) setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return { form, places, busy, refused, submit, onDay, sentence, about: aboutOf(amount, price, currency) }
}

/** The day that the shop will find; null while a plan is paused. */
function firstOf(of: PlanView | null, schedule: Schedule, timeZone: string): Day | null {
  if (of?.state === 'paused') return null
  if (of?.rhythm === schedule.rhythm && of.on_day === schedule.onDay) return of.next_on
  return firstDue(schedule, serverNow(), timeZone, new Set(of?.taken_days))
}

/** What is agreed to with the PIN; where a card or wallet is to be charged, that its bank is asked next. */
const said = (sentence: string, isCharged: boolean) =>
  isCharged ? sentences([sentence, m.vault_plan_says_agree()], language()) : sentence

/** What was typed before, as far as it can still be chosen. */
function startOf(before: Typed | null | undefined, offered: PaidBy[]): Typed {
  const typed = before ?? empty()
  return { ...typed, paidBy: offered.includes(typed.paidBy) ? typed.paidBy : (offered[0] ?? 'balance') }
}
const empty = (): Typed => ({ amount: '', rhythm: 'monthly', weekday: '1', date: '1', ceiling: '', paidBy: 'balance' })
const typedOf = ({ amount, rhythm, on_day: onDay, ceiling, paid_by: paidBy }: PlanView): Typed => ({
  ...{ amount: written(amount), rhythm, paidBy, ceiling: ceiling ? written(ceiling) : '' },
  weekday: rhythm === 'weekly' ? String(onDay) : '1',
  date: rhythm === 'monthly' ? String(onDay) : '1',
})

/** Grams that the amount buys at the price of this moment. */
function aboutOf(amount: string | null, price: LivePrice | null, currency: string): bigint | null {
  const rates = price && ratesOf(price)
  const units = amount === null ? 0n : minorOf(amount, currency)
  if (!rates || units === 0n) return null
  return figuresOf('buy', { by: 'amount', amount: minor(units) }, rates).weight
}

function wrongAmount(
  wire: string | null,
  { least, currency }: { least: string; currency: string },
): string | undefined {
  if (wire === null) return m.vault_enter_money({ example: written('100000') })
  return minorOf(wire, currency) < minorOf(least, currency)
    ? m.vault_plan_too_little({ least: money({ amount: least, currency }) })
    : undefined
}

function wrongCeiling(
  wire: string | null,
  { price, currency }: { price: LivePrice | null; currency: string },
): string | undefined {
  if (wire === null) return m.vault_enter_money({ example: written(price?.ask ?? '2500000') })
  if (!price) return undefined
  return isFar(minorOf(wire, currency), minorOf(price.ask, currency), settings.plans.farTimes)
    ? m.vault_plan_far({ price: money({ amount: price.ask, currency }) })
    : undefined
}
