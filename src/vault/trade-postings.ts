/** How trades of grams are booked. Pure. Source: docs/ledger.md. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency } from '../money/money.ts'
import type { Side, TradeFigures } from './trade-rules.ts'

/** `isHeld`: what the member gives was set aside for it, the money of a purchase or the grams of a sale. */
type Trade = TradeFigures & {
  id: string
  side: Side
  store: string
  memberId: string
  currency: Currency
  isHeld?: boolean
}

/** Grams of the vault are the member's, and what they cost is the house's; or the other way round. */
export function goldTraded(trade: Trade): Posting {
  const { id, side, store, memberId, currency, weight, amount, value, spread, rounding, isHeld } = trade
  const [cash, gold] = [
    isHeld && side === 'buy' ? 'cash_held' : 'cash',
    isHeld && side === 'sell' ? 'gold_held' : 'gold',
  ] as const
  const member = { store, id: memberId }
  const [grams, money] = side === 'buy' ? [weight, -amount] : [-weight, amount]
  return {
    kind: side === 'buy' ? 'gold_bought' : 'gold_sold',
    reference: id,
    actor: isHeld ? 'system' : `member:${memberId}`,
    legs: [
      { account: memberAccount(member, cash, currency), amount: money },
      ...houseLegs(store, currency, { trading: side === 'buy' ? value : -value, spread, rounding }),
      ...houseLegs(store, 'XAU', { vault: -grams }),
      { account: memberAccount(member, gold, 'XAU'), amount: grams },
    ],
  }
}

type PastTrade = Pick<Trade, 'id' | 'side' | 'store' | 'memberId' | 'weight'> & { happenedAt: Date }

/** Grams of a trade that the demonstration's past tells of; its money is in no account. */
export function pastTraded({ id, side, store, memberId, weight, happenedAt }: PastTrade): Posting {
  const grams = side === 'buy' ? weight : -weight
  return {
    ...{ kind: 'demo_history', reference: id, actor: 'house', happenedAt },
    legs: [
      ...houseLegs(store, 'XAU', { vault: -grams }),
      { account: memberAccount({ store, id: memberId }, 'gold', 'XAU'), amount: grams },
    ],
  }
}
