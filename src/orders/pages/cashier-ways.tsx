/** How an order is paid: from outside, or with what its buyer has in the vault, for which the PIN is asked. */
import * as m from '../../locale/paraglide/messages.js'
import type { MethodChoice } from '../../payments/method-rules.ts'
import { ChooseBank, methodCards } from '../../payments/pages/method-choice.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type RadioCard, RadioCards } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { ErrorState } from '../../ui/states.tsx'
import { vaultPlaces } from '../../vault/pages/trade-places.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { OrderDetailView } from '../contract.ts'
import type { useCashier } from './use-cashier.ts'

type Props = { cashier: ReturnType<typeof useCashier>; order: OrderDetailView; cash: string | null }

export function CashierWays({ cashier, order, cash }: Props) {
  const { chosen, choose, fromBalance, chooseBalance } = cashier
  const { currency } = order
  const offers = isNothing(order.total) ? [] : order.methods
  const balance = balanceCard(order, cash)
  const cards = [...(balance ? [balance] : []), ...methodCards(offers, currency)]
  return (
    <>
      {cards.length > 1 && (
        <div className="grid gap-5">
          <RadioCards
            legend={m.orders_cashier_how()}
            name="method"
            value={fromBalance ? 'balance' : chosen.method}
            onChange={(value) =>
              value === 'balance' ? chooseBalance() : choose({ method: value as MethodChoice['method'], bank: null })
            }
            cards={cards}
          />
          {!fromBalance && <ChooseBank offers={offers} chosen={chosen} onChoose={choose} />}
        </div>
      )}
      {cashier.needsPin && <WithPin cashier={cashier} />}
    </>
  )
}

/** The cash balance where there is one to pay from; grams alone where nothing is left to pay. */
function balanceCard({ total, currency }: OrderDetailView, cash: string | null): RadioCard | null {
  if (isNothing(total))
    return {
      ...{ value: 'balance', title: m.orders_cashier_grams_only(), text: m.orders_cashier_grams_only_text() },
      end: <Icon name="vault" size="l" />,
    }
  if (cash === null || isNothing(cash)) return null
  const missing = minorOf(total, currency) - minorOf(cash, currency)
  const amount = money({ amount: cash, currency })
  return {
    ...{ value: 'balance', title: m.orders_cashier_balance(), disabled: missing > 0n },
    text:
      missing > 0n
        ? m.orders_cashier_balance_short({
            amount,
            missing: money({ amount: wireMoney(missing, currency), currency }),
          })
        : m.orders_cashier_balance_text({ amount }),
    end: <Icon name="wallet" size="l" />,
  }
}

const WithPin = ({ cashier: { chosen, fromBalance, busy, refused, payWithPin } }: Pick<Props, 'cashier'>) => (
  <>
    {refused && (
      <ErrorState
        title={refused.title}
        text={m.orders_cashier_not_moved()}
        action={refused.missing && <MoreOf asset={refused.missing} />}
      />
    )}
    <Button
      size="l"
      className="w-full"
      busy={busy}
      disabled={!fromBalance && chosen.method === 'va' && chosen.bank === null}
      onClick={() => void payWithPin()}
    >
      {m.orders_cashier_to_pin()}
    </Button>
  </>
)

const MoreOf = ({ asset }: { asset: 'gold' | 'cash' }) => (
  <ButtonLink kind="ghost" to={asset === 'gold' ? vaultPlaces.purchase : vaultPlaces.deposit}>
    {asset === 'gold' ? m.vault_buy() : m.vault_deposit_title()}
  </ButtonLink>
)

/** What grams pay of it. */
export const GramsOfOrder = ({ grams }: Pick<OrderDetailView, 'grams'>) =>
  grams && (
    <>
      <dt>{m.orders_cashier_grams()}</dt>
      <dd>{formatGrams(grams.weight, language())}</dd>
    </>
  )
