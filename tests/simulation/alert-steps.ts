/** Steps of members who want to be told of a price, and the rounds that tell them. */

import { perGram } from '../../src/money/money.ts'
import type { AlertsView } from '../../src/vault/alerts/alert-contract.ts'
import { rearmAt } from '../../src/vault/alerts/alert-rules.ts'
import { tellOfPrices } from '../../src/vault/alerts/tell-of-prices.ts'
import { limitAt } from '../support/limits.ts'
import type { Step } from './steps.ts'
import { personOf, units } from './trade-steps.ts'
import { again, type KnownAlert, type Moves, moneyOf, tryPost, Violation, type World, wasCut } from './world.ts'

/** A level within three percent of the price is watched, once or again and again. */
export async function watchPrice(world: World, { who, a, b }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  const side = a % 2 === 0 ? 'buy' : 'sell'
  const kind = b % 2 === 0 ? 'above' : 'below'
  const away = BigInt((a % 300) + 1)
  const level = limitAt(world.shop, side, kind === 'above' ? away : -away, world.store)
  const body = { kind, side, level: moneyOf(world, level), repeats: b % 3 > 0, by_mail: b % 4 === 0 }
  const refused = ['alert_limit', 'price_unavailable', 'invalid_input']
  const listed = await tryPost<AlertsView>(world, owner, '/trade/add_alert', { body, refused })
  const made = listed?.alerts.find((one) => one.kind === kind && one.side === side && units(one.level ?? '0') === level)
  if (!made) return []
  world.alerts = world.alerts.filter(({ id }) => id !== made.alert_id)
  world.alerts.push({ id: made.alert_id, kind, side, level, repeats: body.repeats, armed: true, over: false })
  world.reached.add('price watched')
  return []
}

/**
 * Two instances come by at once: each alert whose price has come is told once, by one of them; one that was told is told again only once the
 * price has gone back; without a live price nobody is told anything.
 */
export async function alertRounds(world: World): Promise<Moves> {
  const before = await told(world)
  await Promise.all([1, 2].map(() => again(world, () => tellOfPrices(world.shop.karat))))
  const after = await told(world)
  const { ask, bid } = world.shop.karat.prices.of(world.store, world.currency)
  for (const alert of world.alerts) {
    const times = (after.get(alert.id) ?? 0) - (before.get(alert.id) ?? 0)
    const price = alert.side === 'buy' ? ask : bid
    const expected = world.live && judgeAlert(alert, price) ? 1 : 0
    if (times > expected)
      throw new Violation(`told ${times} times of ${price}: ${alert.kind} ${alert.level}, armed ${alert.armed}`)
    if (times < expected && !wasCut(world)) throw new Violation(`not told of ${price}: ${alert.kind} ${alert.level}`)
    if (times === 0) continue
    world.reached.add(alert.repeats ? 'told, and watched on' : 'told once')
    Object.assign(alert, { armed: false, over: !alert.repeats })
  }
  return []
}

/** Whether it is told at this price, now that it may have gone back far enough to be told again. */
function judgeAlert(alert: KnownAlert, price: bigint): boolean {
  const back = rearmAt(alert.kind, perGram(alert.level))
  if (!alert.over && (alert.kind === 'above' ? price <= back : price >= back)) alert.armed = true
  const isThere = alert.kind === 'above' ? price >= alert.level : price <= alert.level
  return !alert.over && alert.armed && isThere
}

async function told({ owner, people }: World): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ id: string; times: number }>(
    'select alert_id as id, count(*)::int as times from vault.alert_firings where member_id = any($1) group by 1',
    [people.map(({ member }) => member.id)],
  )
  return new Map(rows.map(({ id, times }) => [id, times]))
}
