/** What is typed for a trade, as grams or as money. */
import { exponentOf, isCurrency, minor, parseDecimal, weight } from '../../money/money.ts'
import { minorOf, type Rates } from '../../ui/price.ts'
import { useForm } from '../../ui/use-form.ts'
import { figuresOf, type Side, type TradeFigures, type Wish } from '../trade-rules.ts'
import type { Typed } from './kept-trade.ts'
import { missingWords, refusedWords, wrongAmount, wrongWeight } from './trade-words.ts'
import { isNothing, readAmount } from './typed-amount-rules.ts'
import type { Balances } from './use-trade.ts'

type Props = { side: Side; typed: Typed; balances: Balances; currency: string; isOutside: boolean }

export function useTradeForm({ side, typed, balances, currency, isOutside }: Props) {
  const places = isCurrency(currency) ? exponentOf(currency) : 0
  const traded = { side, currency, isOutside }
  const form = useForm<Typed>(typed, {
    amount: (text, { by }) => (by === 'amount' ? wrongAmount(text, places, balances, traded) : undefined),
    weight: (text, { by }) => (by === 'weight' ? wrongWeight(text, balances, traded) : undefined),
  })
  const { by } = form.values

  /** As the API takes it; nothing while it cannot be read. */
  function wish(): { by: Wish['by']; value: string } {
    const value = by === 'amount' ? readAmount(form.values.amount, places) : readAmount(form.values.weight, 4)
    return { by, value: value ?? '' }
  }

  /** What it would come to at prices that are shown and not held; null while that cannot be said. */
  function figuresAt(rates: Rates | null): TradeFigures | null {
    const { value } = wish()
    if (!rates || value === '' || isNothing(value)) return null
    const figures =
      by === 'amount'
        ? figuresOf(side, { by, amount: minor(minorOf(value, currency)) }, rates)
        : figuresOf(side, { by, weight: weight(parseDecimal(value, 4) ?? 0n) }, rates)
    return figures.weight > 0n && figures.amount > 0n ? figures : null
  }

  /** Beside the field; false where there is nothing to say. */
  function say(words: string | undefined): boolean {
    if (words) form.refuse(by, words)
    return words !== undefined
  }

  /** An answer about the one value that was sent stands beside the field that it was typed in. */
  function takeErrors(failure: unknown): null {
    const { fields } = (failure ?? {}) as { fields?: Record<string, string> }
    if (!say(fields?.value)) throw failure
    return null
  }

  function change(next: Partial<Typed>) {
    for (const [name, value] of Object.entries(next) as [keyof Typed, never][]) form.set(name, value)
  }
  return {
    ...form,
    ...{ typed: form.values, places, wish, figuresAt, takeErrors, change },
    refused: (error: string, data: Record<string, unknown>) => say(refusedWords(error, data, traded)),
    falls: (there: Balances, of: { amount: string; weight: string }) => say(missingWords(there, of, traded)),
  }
}
