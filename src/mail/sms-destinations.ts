/** Where text messages go: to mobile numbers of the countries that a store texts, never to what costs more than a text. Pure. */
import { settings } from '../settings.ts'

type Plan = { mobile: RegExp; never: readonly string[] }
/** Mobile numbers by calling code; `never`: premium, satellite and internet numbers among them. */
const plans: Record<string, Plan> = {
  '62': { mobile: /^8[1-9]\d{6,10}$/, never: ['809', '868'] },
  '60': { mobile: /^1\d{8,9}$/, never: ['154'] },
}

const countriesOf = (store: string): readonly string[] =>
  (settings.sms.countries as Record<string, readonly string[]>)[store] ?? []

/** Whether a store sends text messages to this number, written as +, calling code and digits. */
export function mayText(store: string, number: string): boolean {
  const code = countriesOf(store).find((known) => number.startsWith(`+${known}`))
  const plan = code && plans[code]
  if (!plan) return false
  const national = number.slice(code.length + 1)
  return plan.mobile.test(national) && !plan.never.some((prefix) => national.startsWith(prefix))
}

/** Numbers that begin alike are one budget: calling code and three digits. */
export const prefixOf = (number: string): string => number.slice(0, 6)
