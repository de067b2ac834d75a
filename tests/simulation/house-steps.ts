/** Steps of the house: the price, the bars of the vault, and the two people who let it sell again. */
import { randomUUID } from 'node:crypto'
import { readBacking } from '../../src/backing/judge-backing.ts'
import { freshTick, movePrice } from '../support/prices.ts'
import { askStaff, type StaffAnswer } from '../support/staff.ts'
import type { Step } from './steps.ts'
import { pick } from './trade-steps.ts'
import { again, type KnownBar, type Moves, Violation, type World } from './world.ts'

const reason = 'Counted by two, seal opened'

/** The shop's clock says what the day's does again, however old it had made the price. */
export function present({ shop }: Pick<World, 'shop'>): void {
  shop.clock.ms = Date.now()
}

/** The price moves by up to three percent, up or down, and is live. */
export async function priceMoves(world: World, { a }: Step): Promise<Moves> {
  present(world)
  await again(world, () => movePrice(world.shop, (a % 601) - 300))
  world.live = true
  return []
}

export async function priceIsOld(world: World): Promise<Moves> {
  world.shop.clock.ms += 200_000
  world.live = false
  return []
}

export async function priceIsTold(world: World): Promise<Moves> {
  present(world)
  await again(world, () => freshTick(world.shop))
  world.live = true
  return []
}

/** A call of the back office that may be refused for what the state of the vault is, and for nothing else. */
export async function asStaff(world: World, who: number, [path, body]: [string, object]): Promise<StaffAnswer> {
  const staff = world.staff[who % 2] as World['staff'][number]
  const headers = { ...staff.headers, 'idempotency-key': randomUUID() }
  return again(world, async () => {
    const answer = await askStaff(world.shop, { headers }, path, body)
    if (answer.status >= 500) throw new Violation(`${path} answers ${answer.status} ${answer.error}`)
    return answer
  })
}

export async function receiveBar(world: World, { a }: Step): Promise<Moves> {
  const serial = randomUUID().toUpperCase()
  const grams = [10, 50, 20][a % 3]
  await world.owner.query(`insert into backing.places (store, code) values ($1, 'X-1') on conflict do nothing`, [
    world.store,
  ])
  const wish = { store: world.store, maker: 'A maker', kind: 'bar', fineness: '999.9', place: 'X-1', reason }
  const { status, error } = await asStaff(world, a, ['/vault/receive', { ...wish, bars: `${serial} ${grams}` }])
  if (status !== 200) throw new Violation(`a bar is not received: ${status} ${error}`)
  const { rows } = await world.owner.query('select id from backing.bars where serial = $1', [serial])
  world.bars.push({ id: rows[0].id, state: 'available' })
  return []
}

/** A bar of this world is missing, or found; with fewer grams than it owes the store sells none. */
export async function moveBar(world: World, { a }: Step): Promise<Moves> {
  const bar = pick(world.bars, a)
  if (!bar) return []
  const isLost = bar.state === 'available'
  const path = isLost ? '/vault/lose' : '/vault/bringBack'
  const { status, error } = await asStaff(world, a, [path, { bar_id: bar.id, reason }])
  if (status !== 200) throw new Violation(`${path} answers ${status} ${error}`)
  bar.state = isLost ? 'missing' : 'available'
  return []
}

/** As many grams are free as a few purchases take, whatever the worlds before have left; and the store sells. */
export async function leaveLittle(world: World): Promise<Moves> {
  const bars = await barsOf(world)
  const free = async () => {
    const { bars: owned, members } = await readBacking(world.shop.karat.db, world.store)
    return owned - members
  }
  for (const { id } of bars.filter(({ state }) => state === 'missing'))
    if ((await free()) < LITTLE) await asStaff(world, 0, ['/vault/bringBack', { bar_id: id, reason }])
  await unfreeze(world, { who: 0 } as Step)
  for (const { id, fine } of bars.filter(({ state }) => state === 'available'))
    if ((await free()) - fine >= LITTLE) await asStaff(world, 0, ['/vault/lose', { bar_id: id, reason }])
  world.bars = (await barsOf(world)).filter(({ state }) => state === 'available')
  return []
}

const LITTLE = 80_000n
const barsOf = async ({ owner, store }: World): Promise<(KnownBar & { fine: bigint })[]> => {
  const { rows } = await owner.query<{ id: string; state: KnownBar['state']; fine: string }>(
    'select id, state, fine_weight_e4 as fine from backing.bars where store = $1 order by id desc',
    [store],
  )
  return rows.map((row) => ({ ...row, fine: BigInt(row.fine) }))
}

/** Two people let the store sell again, where it owns what it owes. */
export async function unfreeze(world: World, { who }: Step): Promise<Moves> {
  const asked = await asStaff(world, who, ['/vault/unfreeze', { store: world.store, reason }])
  const approval_id = asked.data?.approval_id
  if (asked.status !== 200 || !approval_id) return []
  const { status } = await bothAgree(world, who, String(approval_id))
  if (status === 200) world.reached.add('sells again')
  return []
}

/** Whoever has asked cannot approve it, and another one does: what that is answered. */
export async function bothAgree(world: World, who: number, approval_id: string): Promise<StaffAnswer> {
  const own = await asStaff(world, who, ['/approvals/approve', { approval_id }])
  if (own.status === 200) throw new Violation('one person approved what they had asked for')
  return asStaff(world, who + 1, ['/approvals/approve', { approval_id }])
}
