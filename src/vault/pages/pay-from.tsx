/** Where the money of a purchase comes from: the cash balance, or a way to pay from outside; what does not fit says why. */
import * as m from '../../locale/paraglide/messages.js'
import type { Method, MethodChoice } from '../../payments/method-rules.ts'
import { ChooseBank, methodCards, NoWay, type Offered } from '../../payments/pages/method-choice.tsx'
import { type RadioCard, RadioCards } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { minorOf, ratesOf } from '../../ui/price.ts'
import type { HoldingView } from '../contract.ts'
import { DepositLink } from './to-buy.tsx'
import { isNothing } from './typed-amount-rules.ts'
import type { useTrade } from './use-trade.ts'

/** Null: from the cash balance. */
export type Way = MethodChoice | null

type Trade = ReturnType<typeof useTrade>

export function PayFrom({ trade }: { trade: Trade }) {
  const { currency, balances, frozen, form, price, quote, methods, way, chooseWay, keepsCash } = trade
  const inMoney = (amount: string) => money({ amount, currency })
  const available = m.vault_available({ amount: inMoney(balances.cash) })
  const figures = form.figuresAt(price && ratesOf(price))
  const amount = quote ? minorOf(quote.amount, currency) : (figures?.amount ?? null)
  const offers = offersFor(methods, amount, currency)
  const cash: RadioCard = {
    ...{ value: 'cash', title: m.vault_cash(), end: <Icon name="wallet" size="l" /> },
    text: isNothing(frozen) ? available : `${available}. ${m.vault_frozen_cash({ amount: inMoney(frozen) })}`,
  }
  const cards = [...(keepsCash ? [cash] : []), ...methodCards(offers, currency)]
  return (
    <div className="mt-2 grid gap-5">
      {cards.length === 0 ? (
        <NoWay />
      ) : (
        <RadioCards
          legend={m.vault_pay_from()}
          name="pay-from"
          value={way?.method ?? 'cash'}
          onChange={(value) => chooseWay(value === 'cash' ? null : { method: value as Method, bank: null })}
          cards={cards}
        />
      )}
      {way && <ChooseBank offers={offers} chosen={way} onChoose={chooseWay} />}
      {way ? (
        <p className="small text-ink-2">
          {way.method === 'card' ? m.vault_outside_card() : m.vault_outside_transfer()}
        </p>
      ) : (
        <DepositLink className="justify-self-start">{m.vault_deposit_title()}</DepositLink>
      )}
    </div>
  )
}

/** How an amount may be paid; without one everything is open. */
export const offersFor = (methods: HoldingView['methods'], amount: bigint | null, currency: string): Offered[] =>
  methods.map((terms) => ({ ...terms, refused: refusalOf(terms, amount, currency) }))

function refusalOf({ least, most }: HoldingView['methods'][number], amount: bigint | null, currency: string) {
  if (amount === null) return null
  if (least !== null && amount < minorOf(least, currency)) return 'too_little'
  return most !== null && amount > minorOf(most, currency) ? 'too_much' : null
}
