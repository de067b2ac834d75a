/** What pays for the gold of an order: money, or grams of the member's own. */
import * as m from '../../locale/paraglide/messages.js'
import { parseDecimal } from '../../money/money.ts'
import { RadioCards } from '../../ui/fields.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useWhyNot } from '../../vault/pages/leave-words.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { GuaranteeView } from '../contract.ts'
import type { Refused } from './confirm-wish.ts'

type Props = {
  guarantee: GuaranteeView
  /** What the member has. */
  there: string
  chosen: 'grams' | undefined
  refused: Refused | null
  onChoose: (gold: 'grams' | undefined) => void
}

/** Nothing for whoever has no gold. */
export function GoldChoice({ guarantee, there, chosen, refused, onChoose }: Props) {
  const whyNot = useWhyNot()
  if (isNothing(there)) return null
  return (
    <div className="mt-8 grid gap-4">
      <RadioCards
        legend={m.orders_gold_how()}
        name="gold"
        value={chosen ?? 'money'}
        onChange={(value) => onChoose(value === 'grams' ? 'grams' : undefined)}
        cards={[
          {
            ...{ value: 'money', title: m.orders_gold_money(), text: m.orders_gold_money_text() },
            end: <Icon name="wallet" size="l" />,
          },
          {
            ...{ value: 'grams', title: m.orders_gold_grams(), ...standing(guarantee, there) },
            end: <Icon name="vault" size="l" />,
          },
        ]}
      />
      {refused && <ErrorState title={m.orders_gold_grams()} text={whyNot(refused)} />}
    </div>
  )
}

function standing({ grams_payable: needed }: GuaranteeView, gold: string): { text: string; disabled: boolean } {
  if (isNothing(needed)) return { text: m.orders_gold_none(), disabled: true }
  const words = { grams: formatGrams(needed, language()), there: formatGrams(gold, language()) }
  const isShort = (parseDecimal(needed, 4) ?? 0n) > (parseDecimal(gold, 4) ?? 0n)
  return isShort
    ? { text: m.orders_gold_too_few(words), disabled: true }
    : { text: m.orders_gold_grams_text(words), disabled: false }
}
