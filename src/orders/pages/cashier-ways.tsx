/** How an order is paid: from outside, or with what its buyer has in the vault, for which the PIN is asked. */
import * as m from '../../locale/paraglide/messages.js'
import { choiceAfter, type MethodChoice } from '../../payments/method-rules.ts'
import { ChooseBank, methodCards, NoWay } from '../../payments/pages/method-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { momentOf } from '../../ui/clock.ts'
import { type RadioCard, RadioCards } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { formatGrams, formatMoment } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { wireMoney } from '../../ui/price.ts'
import { useShell } from '../../ui/shell-data.ts'
import { ErrorState } from '../../ui/states.tsx'
import { ToBuy, ToDeposit } from '../../vault/pages/to-buy.tsx'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { OrderDetailView } from '../contract.ts'
import { type CashBalance, spendable } from './spendable.ts'
import { isOfBalance, type useCashier, waitsForBank } from './use-cashier.ts'

type Props = { cashier: ReturnType<typeof useCashier>; order: OrderDetailView; balance: CashBalance | null }

export function CashierWays({ cashier, order, balance }: Props) {
  const { store } = useShell()
  const { chosen, choose, fromBalance, chooseBalance } = cashier
  const { currency } = order
  const offers = isNothing(order.total) ? [] : cashier.ways
  const own = balanceCard(order, balance, (moment) => formatMoment(momentOf(moment), store.time_zone, language()))
  const cards = [...(own ? [own] : []), ...methodCards(offers, currency)]
  // One way that is chosen by itself need not be shown.
  const asks = cards.length > 1 || (offers.length > 0 && choiceAfter(null, offers) === null)
  return (
    <>
      {asks && (
        <div className="grid gap-5">
          <RadioCards
            legend={m.orders_cashier_how()}
            name="method"
            value={fromBalance ? 'balance' : (chosen?.method ?? '')}
            onChange={(value) =>
              value === 'balance' ? chooseBalance() : choose({ method: value as MethodChoice['method'], bank: null })
            }
            cards={cards}
          />
          {!fromBalance && chosen && <ChooseBank offers={offers} chosen={chosen} onChoose={choose} />}
        </div>
      )}
      {offers.length === 0 && !isNothing(order.total) && <NoWay />}
      {cashier.needsPin && <WithPin cashier={cashier} cannot={fromBalance && own?.disabled !== false} />}
    </>
  )
}

/** The cash balance where there is one to pay from, with what of it may be spent; grams alone where nothing is left to pay. */
function balanceCard(
  { total, currency, methods }: OrderDetailView,
  balance: CashBalance | null,
  at: (moment: string) => string,
): RadioCard | null {
  if (isNothing(total))
    return {
      ...{ value: 'balance', title: m.orders_cashier_grams_only(), text: m.orders_cashier_grams_only_text() },
      ...{ disabled: false, end: <Icon name="vault" size="l" /> },
    }
  if (balance === null || (isNothing(balance.cash) && !isOfBalance({ methods }))) return null
  const { missing, mayNot } = spendable({ total, currency }, balance)
  return {
    ...{ value: 'balance', title: m.orders_cashier_balance(), disabled: missing > 0n || mayNot },
    text: balanceText({ total, currency }, balance, at),
    end: <Icon name="wallet" size="l" />,
  }
}

function balanceText(
  order: Pick<OrderDetailView, 'total' | 'currency'>,
  balance: CashBalance,
  at: (moment: string) => string,
): string {
  const { currency } = order
  const { missing, mayNot, free, clearsAt } = spendable(order, balance)
  const inMoney = (units: bigint) => money({ amount: wireMoney(units, currency), currency })
  const amount = money({ amount: balance.cash, currency })
  if (missing > 0n) return m.orders_cashier_balance_short({ amount, missing: inMoney(missing) })
  if (!mayNot) return m.orders_cashier_balance_text({ amount: inMoney(free) })
  const words = { amount, free: inMoney(free) }
  return clearsAt
    ? m.orders_cashier_balance_uncleared({ ...words, day: at(clearsAt) })
    : m.orders_cashier_balance_disputed(words)
}

const WithPin = ({
  cashier: { chosen, fromBalance, busy, refused, payWithPin },
  cannot,
}: Pick<Props, 'cashier'> & { cannot: boolean }) => (
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
      disabled={cannot || (!fromBalance && (!chosen || waitsForBank(chosen)))}
      onClick={() => void payWithPin()}
    >
      {m.orders_cashier_to_pin()}
    </Button>
  </>
)

const MoreOf = ({ asset }: { asset: 'gold' | 'cash' }) =>
  asset === 'gold' ? <ToBuy kind="ghost" /> : <ToDeposit kind="ghost" />

/** What grams pay of it. */
export const GramsOfOrder = ({ grams }: Pick<OrderDetailView, 'grams'>) =>
  grams && (
    <>
      <dt>{m.orders_cashier_grams()}</dt>
      <dd>{formatGrams(grams.weight, language())}</dd>
    </>
  )
