/** Amounts among the facts of a request or of the audit log, in the reader's language. */
import { isAmount } from '../../../money/money.ts'
import { formatAmount, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

/** How releases before this one kept an amount: "IDR 26503193", several with commas between. */
const keptAsText = /\b(IDR|MYR|USD) (\d+(?:\.\d+)?)\b/g

/** Null where the fact is no amount. */
export function amountFact(fact: unknown): string | null {
  const amounts = Array.isArray(fact) ? fact : [fact]
  if (amounts.length > 0 && amounts.every(isAmount))
    return amounts.map((amount) => formatAmount(amount, language())).join(' · ')
  if (typeof fact !== 'string' || fact.search(keptAsText) !== 0) return null
  return fact.replace(keptAsText, (_, currency: string, amount: string) => formatMoney(amount, currency, language()))
}
