/** Limit orders through the shop's own calls, at so many hundredths of a percent from the price of this moment. */
import { sql } from '../../src/db/database.ts'
import type { LimitOrderView, LimitsView } from '../../src/vault/limits/limit-contract.ts'
import type { Side } from '../../src/vault/trade-rules.ts'
import type { TestMember } from './members.ts'
import { ask, call } from './purchase.ts'
import type { Shop } from './shop.ts'
import { PIN } from './vault.ts'

type Limit = { side?: Side; bps?: bigint; by?: 'weight' | 'amount'; value?: string; days?: number; limit?: string }

/** A price of one gram so far from what a member pays, or gets, now. */
export function limitAt({ karat }: Shop, side: Side, bps: bigint, store = 'id'): bigint {
  const { ask: pays, bid: gets } = karat.prices.of(store, store === 'my' ? 'MYR' : 'IDR')
  return ((side === 'buy' ? pays : gets) * (10_000n + bps)) / 10_000n
}

export const tryLimit = (shop: Shop, member: TestMember, wish: Limit = {}, headers: Record<string, string> = {}) => {
  const { side = 'buy', by = 'weight', value = '1', days = 30 } = wish
  const { bps = side === 'buy' ? -100n : 100n } = wish
  const limit = wish.limit ?? String(limitAt(shop, side, bps))
  return call<LimitOrderView>(shop, member, '/trade/place_limit', { side, by, value, limit, days, pin: PIN }, headers)
}

/** An order that was placed; throws where it was refused. */
export async function placed(shop: Shop, member: TestMember, wish: Limit = {}): Promise<LimitOrderView> {
  const { http, error, data } = await tryLimit(shop, member, wish)
  if (http !== 200) throw new Error(`the limit order was refused: ${error}`)
  return data
}

export const limitsOf = (shop: Shop, member: TestMember) => ask<LimitsView>(shop, member, '/trade/limits')
export const cancel = (shop: Shop, member: TestMember, { limit_id }: { limit_id: string }) =>
  call<LimitOrderView>(shop, member, '/trade/cancel_limit', { limit_id })

export async function stateOf(shop: Shop, member: TestMember, { limit_id }: { limit_id: string }) {
  const order = (await limitsOf(shop, member)).orders.find((one) => one.limit_id === limit_id)
  if (!order) throw new Error('no such limit order')
  return order
}

/** What of a member waits is tried again in the next round. */
export const tryAgain = ({ karat }: Shop, { id }: TestMember) =>
  karat.db.run(sql`update vault.limit_orders set next_try_at = now() where state = 'open' and member_id = ${id}`)
