/** Where the net of a slip goes: the usual way, into the vault as grams, or to an account of the agent's (decision 0155). */
import { brokenConstraint, type Queryable, sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { minor, parseDecimal } from '../../money/money.ts'
import { accountName } from '../../payouts/account-name-rules.ts'
import { defaultDestination, nameDestinations } from '../../payouts/destination-queries.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { readNotSelling } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { type Holder, holdPlace } from '../../vault/holder.ts'
import { keepWithinFloat } from '../../vault/keep-within-float.ts'
import { setAside } from '../../vault/payables/set-aside.ts'
import { tradeQuoted } from '../../vault/trade-gold.ts'
import { quoteAtOnce } from '../../vault/trade-quotes.ts'
import { figuresOf } from '../../vault/trade-rules.ts'
import { commissionPaid } from './commission-postings.ts'
import { type FallBack, type SlipWay, slipRefused } from './slip-way-rules.ts'

type SlipChoice = { id: bigint | null; goesTo: SlipWay; destinationId: string | null }

/** What a member chose last for their slips with a store. */
export async function slipChoiceOf(
  db: Queryable,
  { memberId, store }: Pick<Holder, 'memberId' | 'store'>,
): Promise<SlipChoice> {
  const row = await db.row<SlipChoice>(sql`
    select id, goes_to as "goesTo", destination_id as "destinationId" from agents.slip_choices
    where member_id = ${memberId} and store = ${store} order by id desc limit 1`)
  return row ?? { id: null, goesTo: 'usual', destinationId: null }
}

type Bought = { tradeId: string; weight: bigint }
export type Went = {
  to: SlipWay
  choiceId: bigint | null
  bought: Bought | null
  payableId: string | null
  fellBack: FallBack | null
  /** As its bank and masked number say it. */
  account: string | null
}
/** `price`: the one in force, where it is live. */
type Paying = { slip: Parameters<typeof commissionPaid>[0]; holder: Holder; net: bigint; price: PriceNow | null }

/**
 * The slip is posted, and its net is where its agent has chosen: grams are bought for all of it at `price`, or it is owed to the account and
 * paid out as soon as it may leave. Where the agent cannot have it so now, or it is less than may be bought or paid out, it goes the usual way,
 * and says why. Null, and nothing is posted, where grams wait for the house: for a live price, or gold that may be sold.
 *
 * The member's place is held by the caller, and so is the choice.
 */
export async function paySlip(tx: Tx, karat: Bag<'agents'>, paying: Paying): Promise<Went | null> {
  const { slip, holder, net } = paying
  const choice = await slipChoiceOf(tx, holder)
  const went = { choiceId: choice.id, bought: null, payableId: null, fellBack: null, account: null }
  if (choice.goesTo === 'vault') {
    const bought = await buyWithSlip(tx, karat, paying)
    if (bought === 'waits') return null
    if (typeof bought !== 'string') return { ...went, to: 'vault', bought }
    return { ...went, to: 'usual', ...(await payUsual(tx, karat, paying)), fellBack: bought }
  }
  await postTransfer(tx, commissionPaid(slip))
  if (choice.goesTo === 'usual' || !choice.destinationId)
    return { ...went, to: 'usual', ...(await payUsual(tx, karat, paying)) }
  const terms = settings.cash.stores[holder.store]
  if (terms && net < terms.payout.least)
    return { ...went, to: 'usual', ...(await payUsual(tx, karat, paying)), fellBack: 'too_small' }
  return { ...went, to: 'account', ...(await owe(tx, karat, paying, choice.destinationId)) }
}

/** The net is in the cash: it stays there as far as the float has room; a store without balances owes it to the usual account. */
async function payUsual(tx: Tx, karat: Bag<'agents'>, paying: Paying): Promise<Pick<Went, 'payableId' | 'account'>> {
  const { holder, net } = paying
  if (!settings.cash.stores[holder.store]) return owe(tx, karat, paying, await defaultDestination(tx, holder))
  await keepWithinFloat(tx, karat, holder, { amount: net })
  return { payableId: null, account: null }
}

async function owe(tx: Tx, karat: Bag<'agents'>, { holder, net }: Paying, destinationId: string | null) {
  const holderId = await holdPlace(tx, holder)
  const aside = { holderId, amount: net, tradeId: null, destinationId, because: 'commission' as const }
  const payableId = await setAside(tx, karat, holder, aside)
  const named = destinationId ? (await nameDestinations(tx, [destinationId])).get(destinationId) : undefined
  return { payableId, account: named ? accountName(named) : null }
}

/** Posted and spent at once, or, where it fell back, posted alone; where it waits nothing is. */
async function buyWithSlip(tx: Tx, karat: Bag<'agents'>, paying: Paying): Promise<Bought | 'waits' | FallBack> {
  const { slip, holder, net, price } = paying
  if (price?.state !== 'live') return 'waits'
  const why = await readNotSelling(tx, karat, price)
  if (why !== null && why !== 'moved') return 'waits'
  const tooSmall =
    net < settings.trade.least[holder.currency] ||
    figuresOf('buy', { by: 'amount', amount: minor(net) }, price).weight === 0n
  await tx.run(sql`savepoint slip`)
  await postTransfer(tx, commissionPaid(slip))
  if (tooSmall) return 'too_small'
  await tx.run(sql`savepoint slip_purchase`)
  try {
    return await buy(tx, karat, { ...paying, price })
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined
    const constraint = brokenConstraint(error)
    const end = slipRefused({ ...(code && { code }), ...(constraint && { constraint }) })
    if (end === null) throw error
    await tx.run(end === 'waits' ? sql`rollback to savepoint slip` : sql`rollback to savepoint slip_purchase`)
    return end
  }
}

/** As the member's own purchase from their cash is booked, at the ask of this moment. */
async function buy(
  tx: Tx,
  karat: Bag<'agents'>,
  { holder, net, price }: Paying & { price: PriceNow },
): Promise<Bought> {
  const holderId = await holdPlace(tx, holder)
  const quote = await quoteAtOnce(tx, karat, { kind: 'buy', holder, holderId, price, amount: minor(net) })
  const made = await tradeQuoted(tx, karat, holder, { side: 'buy', quoteId: quote.id })
  return { tradeId: made.trade_id, weight: parseDecimal(made.weight, 4) ?? 0n }
}
