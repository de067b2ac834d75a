/** A trade that a price window takes back: what it brought is held until its member has chosen. */
import { isStopped } from '../../cases/stops.ts'
import { sql, type Tx } from '../../db/database.ts'
import { findContact, isClosed } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { type HoldPurpose, placeHold } from '../../ledger/holds.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency, type Weight } from '../../money/money.ts'
import type { Sides } from '../../pricing/level-after.ts'
import { settings } from '../../settings.ts'
import { balancesOf, holdPlace } from '../holder.ts'
import type { Side } from '../trade-rules.ts'
import { CHOICE_PURPOSE, rightFigures } from './choice-rules.ts'

/** A choice that nobody could end by then is a person's to decide. */
const HELD_BEYOND_SECONDS = 7 * 86_400

type Trade = {
  id: string
  number: string
  side: Side
  store: string
  memberId: string
  currency: Currency
  weight: Weight
  amount: bigint
}

/**
 * The grams of a purchase, or the money of a sale, are held, and the member is asked which price they want. `gone` where they have moved
 * on, `stopped` where a case stops the member: nothing happens then.
 */
export async function openChoice(
  tx: Tx,
  { config }: Pick<Karat, 'config'>,
  tradeId: string,
  prices: Sides,
): Promise<'opened' | 'gone' | 'stopped'> {
  const trade = await tx.row<Trade>(sql`
    select id, number, side, store, member_id as "memberId", currency, weight_e4 as weight, amount_minor as amount
    from vault.trades where id = ${tradeId}`)
  if (!trade) throw new Error(`a choice of no trade: ${tradeId}`)
  const { side, store, memberId, currency, weight, amount } = trade
  await holdPlace(tx, trade)
  if (await isClosed(tx, memberId)) return 'gone'
  if (await isStopped(tx, memberId)) return 'stopped'
  const { cash, gold } = await balancesOf(tx, { memberId, store, currency })
  if (side === 'buy' ? gold < weight : cash < amount) return 'gone'
  const right = rightFigures(side, weight, prices)
  const { chooseSeconds } = settings.priceWindow
  const holdId = await placeHold(tx, {
    ...{ store, memberId, purpose: CHOICE_PURPOSE, subject: trade.id, actor: 'system' },
    ...(side === 'buy' ? { asset: 'XAU' as const, amount: weight } : { asset: currency, amount }),
    seconds: chooseSeconds + HELD_BEYOND_SECONDS,
  })
  await tx.run(sql`
    insert into vault.price_choices (trade_id, member_id, store, hold_id, price_minor, amount_minor, value_minor, spread_minor, rounding_minor,
      choose_until)
    values (${trade.id}, ${memberId}, ${store}, ${holdId}, ${right.price}, ${right.amount}, ${right.value}, ${right.spread}, ${right.rounding},
      now() + make_interval(secs => ${chooseSeconds}::int))`)
  await tell(tx, config, trade, right.amount)
  return 'opened'
}

const tell = async (
  tx: Tx,
  { PUBLIC_URL }: Karat['config'],
  { id, number, side, memberId, store, currency, weight, amount }: Trade,
  right: bigint,
) =>
  queueMail(tx, {
    ...{ ...(await findContact(tx, memberId)), store, onceKey: `trade_price:${id}` },
    template: side === 'buy' ? 'purchase_price_choice' : 'sale_price_choice',
    values: {
      ...{ number, grams: amountOf(weight, 'XAU') },
      ...{ total: amountOf(amount, currency), right: amountOf(right, currency) },
      hours: String(settings.priceWindow.chooseSeconds / 3600),
      link: `${PUBLIC_URL}/user/trade/price?trade=${id}`,
    },
  })

/** What was held is the member's again, and a person of the house decides: the round that ends choices did not get there in time. */
export const choiceHolds: HoldPurpose = {
  before: holdPlace,
  async expired(tx, { subject: tradeId }) {
    const released = await tx.run(sql`
      update vault.price_choices set state = 'released', ended_at = now() where trade_id = ${tradeId} and state = 'open'`)
    if (released !== 1) throw new Error(`a hold for no choice: ${tradeId}`)
  },
}
