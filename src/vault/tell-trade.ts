/** What a member is told of a trade of theirs: what it came to, and where the money of a sale goes. */
import type { Tx } from '../db/database.ts'
import type { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf, type PricePerGram } from '../money/money.ts'
import { accountName } from '../payouts/account-name-rules.ts'
import type { TradeView } from './contract.ts'
import type { Deal } from './deal.ts'
import type { Holder } from './holder.ts'
import { claimLink } from './payables/set-aside.ts'
import type { Side } from './trade-rules.ts'

/** `of`: a savings plan that bought, or the limit order that it fills; null where its member has made it. */
type Told = {
  number: string
  holder: Holder
  side: Side
  deal: Deal
  proceeds: TradeView['proceeds']
  contact: Awaited<ReturnType<typeof findContact>>
  of: 'plan' | { order: string; limit: PricePerGram } | null
}

export function tellTrade(tx: Tx, { config }: Pick<Bag<'vault'>, 'config'>, told: Told): Promise<void> {
  const { number, holder, side, deal, proceeds, contact, of } = told
  const money = (units: bigint) => amountOf(units, holder.currency)
  const letter = { ...contact, store: holder.store, onceKey: `trade:${number}` }
  const values = { number, grams: amountOf(deal.weight, 'XAU'), total: money(deal.amount), price: money(deal.price) }
  const filled = of && of !== 'plan' && { ...values, order: of.order, limit: money(of.limit) }
  if (side === 'buy') {
    if (filled) return queueMail(tx, { ...letter, template: 'limit_bought', values: filled })
    return queueMail(tx, { ...letter, template: of ? 'plan_bought' : 'gold_bought', values })
  }
  if (!proceeds || proceeds.go === 'balance')
    return filled
      ? queueMail(tx, { ...letter, template: 'limit_sold', values: filled })
      : queueMail(tx, { ...letter, template: 'gold_sold', values })
  if (!proceeds.account) {
    const link = claimLink(config)
    return filled
      ? queueMail(tx, { ...letter, template: 'limit_sold_unnamed', values: { ...filled, link } })
      : queueMail(tx, { ...letter, template: 'gold_sold_unnamed', values: { ...values, link } })
  }
  const account = accountName(proceeds.account)
  return filled
    ? queueMail(tx, { ...letter, template: 'limit_sold_paid_out', values: { ...filled, account } })
    : queueMail(tx, { ...letter, template: 'gold_sold_paid_out', values: { ...values, account } })
}
