/** What a member is told when a limit order of theirs is filled, or is over by itself. */
import { sql, type Tx } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency, type PricePerGram } from '../../money/money.ts'
import type { TradeView } from '../contract.ts'
import type { Deal } from '../deal.ts'
import type { Holder } from '../holder.ts'
import { claimLink } from '../payables/set-aside.ts'
import type { Side } from '../trade-rules.ts'

type Over = {
  number: string
  memberId: string
  store: string
  currency: Currency
  side: Side
  limit: bigint
  reserved: bigint
}

/** That it is over, and what was set aside for it is theirs again. */
export async function tellOfLimit(
  tx: Tx,
  id: string,
  template: 'limit_expired' | 'limit_ended' | 'limit_asked_back',
): Promise<void> {
  const order = await tx.row<Over>(sql`
    select number, member_id as "memberId", store, currency, side, limit_minor as "limit", reserved from vault.limit_orders where id = ${id}`)
  if (!order) throw new Error(`a letter about no limit order: ${id}`)
  const { number, memberId, store, currency, side, limit, reserved } = order
  await queueMail(tx, {
    ...{ ...(await findContact(tx, memberId)), store, template, onceKey: `limit_over:${number}` },
    values: {
      ...{ number, side, limit: amountOf(limit, currency) },
      reserved: amountOf(reserved, side === 'buy' ? currency : 'XAU'),
    },
  })
}

type Filled = {
  order: string
  limit: PricePerGram
  trade: string
  holder: Holder
  side: Side
  deal: Deal
  proceeds: TradeView['proceeds']
}

/** That it was filled: what was bought or sold, at which price, and where the money of a sale goes. */
export async function tellFilled(tx: Tx, { config }: Pick<Bag<'vault'>, 'config'>, filled: Filled): Promise<void> {
  const { order, limit, trade, holder, side, deal, proceeds } = filled
  const contact = await findContact(tx, holder.memberId)
  const money = (units: bigint) => amountOf(units, holder.currency)
  const letter = { ...contact, store: holder.store, onceKey: `trade:${trade}` }
  const values = {
    ...{ order, limit: money(limit), number: trade },
    ...{ grams: amountOf(deal.weight, 'XAU'), total: money(deal.amount), price: money(deal.price) },
  }
  if (side === 'buy') return queueMail(tx, { ...letter, template: 'limit_bought', values })
  if (!proceeds || proceeds.go === 'balance') return queueMail(tx, { ...letter, template: 'limit_sold', values })
  if (!proceeds.account)
    return queueMail(tx, { ...letter, template: 'limit_sold_unnamed', values: { ...values, link: claimLink(config) } })
  const account = `${proceeds.account.provider_name} ${proceeds.account.number ?? ''}`.trim()
  return queueMail(tx, { ...letter, template: 'limit_sold_paid_out', values: { ...values, account } })
}
