/** What a store takes at its counters for an order, and from which sum on it takes two people. Pure. Amounts in minor units of the store's own currency. */
import type { Currency } from '../../money/money.ts'
import { beyondLimits, type CounterMethod, minorLimit } from '../../payments/method-rules.ts'
import type { SettingValue } from '../../stores/setting-rules.ts'

export type CounterSetting = SettingValue<'pay_counter'>
type Own = { said: CounterSetting; currency: Currency }
type Asked = Own & { method: CounterMethod; total: bigint; of: Currency }

export const isOn = ({ cash, terminal }: Pick<CounterSetting, 'cash' | 'terminal'>, method: CounterMethod): boolean =>
  (method === 'counter_cash' ? cash : terminal) === 'on'

/** Why it is not taken so; null where it is. Money of another currency than the store's own is not. */
export function whyNotTaken({
  said,
  currency,
  method,
  total,
  of,
}: Asked): 'not_offered' | 'too_little' | 'too_much' | null {
  if (!isOn(said, method) || of !== currency || total <= 0n) return 'not_offered'
  return beyondLimits(total, { least: minorLimit(said.least, currency), most: minorLimit(said.most, currency) })
}

/** The most that is taken of a member in cash on a day: what the store set, never as much as is reported (`below`). */
export function mostCash({ said, currency }: Own, below: Record<Currency, bigint>): bigint {
  const [own, lawful] = [minorLimit(said.cash_day, currency), below[currency] - 1n]
  return own !== null && own < lawful ? own : lawful
}

/** A terminal, and the reference number of its slip, as they are compared. */
export const tidySlip = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()
