/** The gold that the house owns and has not sold, revalued once a day and store. */
import { beforeAll, expect, test } from 'vitest'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { paidOrder } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { settlePapers } from '../../tests/support/papers.ts'
import { movePrice } from '../../tests/support/prices.ts'
import { someSku } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { allChecks, findViolations } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import { findLastSpot } from '../pricing/last-spot.ts'
import { revaluedTicks, revalueMetal } from './revalue-metal.ts'

const { sound, broken } = openShopPair()

const DAY = 86_400_000
const follows = 'a revaluation is at the spot of its tick, and follows from the one before it'
/** The same shop on the day after so many days. */
const on = ({ karat }: Shop, days: number) => ({ ...karat, now: () => karat.now() + days * DAY })
const violations = ({ karat }: Shop) => findViolations(karat.db, allChecks)
type Row = {
  tick_id: bigint
  open_e4: bigint
  promised_e4: bigint
  value_minor: bigint
  basis_minor: bigint
  change_minor: bigint
}
const rowsOf = ({ karat }: Shop, store = 'id') =>
  karat.db.rows<Row>(sql`
    select tick_id, open_e4, promised_e4, value_minor, basis_minor, change_minor from catalogue.revaluations where store = ${store} order by day`)
const bookedIn = async ({ karat }: Shop) => {
  const rows = await karat.db.rows<{ kind: string; sum: bigint }>(sql`
    select a.kind, sum(e.amount)::bigint as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.owner = 'house:id' and a.kind in ('metal_revaluation', 'unrealised_result') group by a.kind`)
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]))
}

beforeAll(async () => {
  expect(await revalueMetal(sound.karat)).toBe(2)
})

test('the first day is where it begins; the same day again changes nothing', async () => {
  const spot = (await findLastSpot(sound.karat.db, 'IDR'))?.spot ?? 0n
  const [first, ...more] = await rowsOf(sound)
  if (!first) throw new Error('nothing was revalued')
  const worth = (first.open_e4 * spot) / 10_000n
  expect([first.open_e4 > 0n, first.value_minor, first.basis_minor, first.change_minor]).toEqual([
    true,
    worth,
    worth,
    0n,
  ])
  expect(more).toEqual([])
  expect(await revalueMetal(sound.karat)).toBe(0)
  const kept = await revaluedTicks(sound.karat.db, [first.tick_id, first.tick_id + 1n])
  expect(kept, 'the tick that explains it').toEqual(new Set([first.tick_id]))
  expect(await bookedIn(sound)).toEqual({})
  expect(await violations(sound)).toEqual([])
})

test('the price rises and falls: the result follows, in both stores, apart from trading and sales', async () => {
  await movePrice(sound, 100)
  expect(await revalueMetal(on(sound, 1))).toBe(2)
  const risen = (await rowsOf(sound)).at(-1)
  if (!risen) throw new Error('nothing was revalued')
  expect(risen.change_minor).toBe(risen.value_minor - risen.basis_minor)
  expect(risen.change_minor).toBeGreaterThan(0n)
  expect(await bookedIn(sound)).toEqual({
    ...{ metal_revaluation: -risen.change_minor, unrealised_result: risen.change_minor },
  })
  await movePrice(sound, -300)
  expect(await revalueMetal(on(sound, 2))).toBe(2)
  const { value_minor, basis_minor } = (await rowsOf(sound)).at(-1) ?? risen
  expect(value_minor).toBeLessThan(basis_minor)
  expect(await bookedIn(sound)).toMatchObject({ unrealised_result: value_minor - basis_minor })
  expect(await violations(sound)).toEqual([])
})

test('what is paid and promised is open no more, and takes its share of the result with it', async () => {
  const before = (await rowsOf(sound)).at(-1)
  await paidOrder(sound, await signedIn(sound), await someSku(sound))
  await settlePapers(sound.karat)
  await revalueMetal(on(sound, 3))
  const after = (await rowsOf(sound)).at(-1)
  if (!before || !after) throw new Error('nothing was revalued')
  const fine = before.open_e4 - after.open_e4
  expect([fine > 0n, after.promised_e4 - before.promised_e4]).toEqual([true, fine])
  expect(after.basis_minor).toBe((before.basis_minor * after.open_e4) / before.open_e4)
  expect(await violations(sound)).toEqual([])
})

test('a clock that steps back revalues no day again, and the database none twice; what was written stays', async () => {
  const before = await rowsOf(sound)
  expect(await revalueMetal(on(sound, 1))).toBe(0)
  const again = sql`
    insert into catalogue.revaluations (store, day, currency, tick_id, price_minor, vault_e4, stock_e4, promised_e4, value_minor, basis_minor, change_minor)
    select store, day, currency, tick_id, price_minor, vault_e4, stock_e4, promised_e4, value_minor, basis_minor, change_minor
    from catalogue.revaluations limit 1`
  await expect(sound.karat.db.run(again)).rejects.toMatchObject({ constraint: 'revaluations_pkey' })
  for (const change of ['update catalogue.revaluations set value_minor = 0', 'delete from catalogue.revaluations'])
    await expect(asOwner(sound.connectionString, [change])).rejects.toThrow('history is only added to')
  expect(await rowsOf(sound)).toEqual(before)
})

test('ten rounds at once: one revaluation for each store', async () => {
  const before = (await rowsOf(sound)).length
  await movePrice(sound, 50)
  const done = await Promise.all(Array.from({ length: 10 }, () => revalueMetal(on(sound, 4))))
  expect(done.reduce((sum, n) => sum + n, 0)).toBe(2)
  expect(await rowsOf(sound)).toHaveLength(before + 1)
  expect(await violations(sound)).toEqual([])
})

/** While an instance writes its day, one whose clock is a day ahead revalues too: it waits, or is over before the first goes on. */
async function besideTomorrow(shop: Shop, day: number, plant: (text: string) => string = (text) => text) {
  let tomorrow: Promise<number> | undefined
  shop.intercept.current = async (text) => {
    if (!tomorrow && text.includes('insert into catalogue.revaluations')) {
      tomorrow = revalueMetal(on(shop, day + 1))
      await overOrHeld(shop, tomorrow)
    }
    return plant(text)
  }
  await revalueMetal(on(shop, day))
  await tomorrow
  shop.intercept.current = undefined
}

test('two instances whose clocks are on two days: each day follows from the one before it', async () => {
  await movePrice(sound, 200)
  const before = (await rowsOf(sound)).length
  await besideTomorrow(sound, 5)
  expect(await rowsOf(sound)).toHaveLength(before + 2)
  expect(await violations(sound)).toEqual([])
})

test('control: without waiting for one another both book the same change, and the audit says so', async () => {
  await revalueMetal(broken.karat)
  await movePrice(broken, 200)
  let planted = 0
  await besideTomorrow(broken, 1, (text) => {
    const changed = text.replace('pg_advisory_xact_lock(hashtextextended($1, 0))', 'length($1)')
    if (changed !== text) planted++
    return changed
  })
  expect(planted).toBeGreaterThan(0)
  expect((await violations(broken)).map(({ rule }) => rule)).toContain(follows)
})
