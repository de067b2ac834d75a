/** Steps of members who name a price, and the rounds that fill their orders. */
import { fillLimits } from '../../src/vault/limits/fill-limits.ts'
import { limitAt } from '../support/limits.ts'
import { PIN } from '../support/vault.ts'
import { priceMoves } from './house-steps.ts'
import type { Step } from './steps.ts'
import { personOf, tradeRefusals } from './trade-steps.ts'
import { again, type Moves, moneyOf, type Person, tryPost, Violation, type World } from './world.ts'

const sizes = { buy: ['0.05', '0.5', '2'], sell: ['0.01', '0.1', '0.4'] } as const
const refused = [...tradeRefusals, 'limit_reached', 'limit_orders_full', 'limit_over'] as const

/** An order is placed up to a tenth of a percent from the price of this moment; or one of theirs is cancelled. */
export async function changeLimits(world: World, { who, a, b }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  if (a % 4 === 0) return cancelOne(world, owner, b)
  const side = a % 4 === 1 ? 'sell' : 'buy'
  const away = BigInt((b % 10) + 1)
  const limit = moneyOf(world, limitAt(world.shop, side, side === 'buy' ? -away : away, world.store))
  const body = { side, by: 'weight', value: sizes[side][b % 3], limit, days: 30, pin: PIN }
  if (await tryPost(world, owner, '/trade/place_limit', { body, refused })) world.reached.add(`limit to ${side} placed`)
  return []
}

async function cancelOne(world: World, owner: Person, at: number): Promise<Moves> {
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from vault.limit_orders where member_id = $1 order by placed_at, id',
    [owner.member.id],
  )
  const one = rows[at % Math.max(1, rows.length)]
  if (one) await tryPost(world, owner, '/trade/cancel_limit', { body: { limit_id: one.id }, refused })
  return []
}

type Filled = Record<'id' | 'trade' | 'member' | 'side' | 'amount' | 'weight' | 'price' | 'limit' | 'asked', string>

/**
 * The price moves, or not, and two instances come by at once. Each order is filled once at most, whole, at its limit or better, and only at a live price; at one, none of those
 * that the price has reached is left without a reason.
 */
export async function limitRounds(world: World, step: Step): Promise<Moves> {
  if (step.b % 3 > 0) await priceMoves(world, step)
  await world.owner.query(`update vault.limit_orders set next_try_at = now() where state = 'open'`)
  const before = new Set((await filledLimits(world)).map(({ trade }) => trade))
  await Promise.all([1, 2].map(() => again(world, () => fillLimits(world.shop.karat))))
  const fills = (await filledLimits(world)).filter(({ trade }) => !before.has(trade))
  if (fills.length > 0 && !world.live) throw new Violation('G1: a limit order was filled without a live price')
  if (new Set(fills.map(({ id }) => id)).size < fills.length) throw new Violation('a limit order was filled twice')
  return fills.map((fill) => {
    const owner = world.people.find(({ member }) => member.id === fill.member)
    if (!owner) throw new Violation('a limit order of nobody was filled')
    const [price, limit, buys] = [BigInt(fill.price), BigInt(fill.limit), fill.side === 'buy']
    if (buys ? price > limit : price < limit) throw new Violation(`filled at ${price}, the limit is ${limit}`)
    if (fill.weight !== fill.asked) throw new Violation(`of ${fill.asked} ${fill.weight} were filled`)
    const [cash, gold] = [BigInt(fill.amount) * (buys ? -1n : 1n), BigInt(fill.weight) * (buys ? 1n : -1n)]
    const priced = { side: buys ? ('buy' as const) : ('sell' as const), price, wrong: world.wrong }
    world.trades.push({ id: fill.trade, owner, cash, gold, ...priced, state: 'stands', isOverdue: false })
    world.reached.add(`limit to ${fill.side} filled`)
    return { who: owner, cash: [cash], gold }
  })
}

async function filledLimits({ owner, people }: World): Promise<Filled[]> {
  const { rows } = await owner.query<Filled>(
    `select o.id, t.id as trade, t.member_id as member, t.side, t.amount_minor as amount, t.weight_e4 as weight, t.price_minor as price,
       o.limit_minor as limit, o.weight_e4 as asked
     from vault.limit_orders o join vault.trades t on t.limit_order_id = o.id where t.member_id = any($1::uuid[])`,
    [people.map(({ member }) => member.id)],
  )
  return rows
}
