/** How a trade that was made at a wrong price is undone or corrected. Pure. Source: docs/ledger.md, docs/decisions/0086. */
import { houseLegs, memberAccount } from '../../ledger/ledger-rules.ts'
import type { Posting } from '../../ledger/posting-rules.ts'
import type { Currency } from '../../money/money.ts'
import type { Side, TradeFigures } from '../trade-rules.ts'

export type ChosenTrade = TradeFigures & {
  id: string
  side: Side
  store: string
  memberId: string
  currency: Currency
  actor: string
}
/** What the trade would have been at the right price, for the same grams. */
export type RightFigures = Omit<TradeFigures, 'weight'>

/** Grams and money are where they were before the trade: what it brought comes out of what was held of it. */
export function tradeUndone(trade: ChosenTrade): Posting {
  const { id, side, store, memberId, currency, weight, amount, value, spread, rounding, actor } = trade
  const member = { store, id: memberId }
  const [cash, gold] = side === 'buy' ? (['cash', 'gold_held'] as const) : (['cash_held', 'gold'] as const)
  const [money, grams] = side === 'buy' ? [amount, -weight] : [-amount, weight]
  return {
    ...{ kind: 'trade_undone', reference: id, actor },
    legs: [
      { account: memberAccount(member, cash, currency), amount: money },
      ...houseLegs(store, currency, {
        trading: side === 'buy' ? -value : value,
        spread: -spread,
        rounding: -rounding,
      }),
      ...houseLegs(store, 'XAU', { vault: -grams }),
      { account: memberAccount(member, gold, 'XAU'), amount: grams },
    ],
  }
}

/** The member pays, or gets, what the same grams cost or bring more at the right price. */
export function tradeRepriced(trade: ChosenTrade, right: RightFigures): Posting {
  const { id, side, store, memberId, currency, actor } = trade
  const way = side === 'buy' ? 1n : -1n
  return {
    ...{ kind: 'trade_repriced', reference: id, actor },
    legs: [
      {
        account: memberAccount({ store, id: memberId }, 'cash', currency),
        amount: -way * (right.amount - trade.amount),
      },
      ...houseLegs(store, currency, {
        trading: way * (right.value - trade.value),
        spread: right.spread - trade.spread,
        rounding: right.rounding - trade.rounding,
      }),
    ],
  }
}
