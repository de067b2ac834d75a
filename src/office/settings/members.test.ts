/** What members of a level may do, as a dealer set it: judged where it is taken, whatever memory has heard. */
import { beforeAll, expect, test } from 'vitest'
import { tellName } from '../../../tests/support/kyc.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { ask } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import type { VerificationView } from '../../kyc/contract.ts'
import { mayHold, takeDayLimit } from '../../kyc/take-day-limit.ts'
import { minor } from '../../money/money.ts'

const shop = openShop()
const broken = openShop()
const desks = new Map<Shop, Awaited<ReturnType<typeof settingsDesk>>>()
const deskOf = (which: Shop) => desks.get(which) as Awaited<ReturnType<typeof settingsDesk>>
beforeAll(async () => {
  for (const one of [shop, broken]) desks.set(one, await settingsDesk(one))
})

const set = (which: Shop, value: Record<string, number | string>, from?: string) =>
  deskOf(which).change({ name: 'members', value, ...(from ? { from } : {}) })
const MILLION = 1_000_000n
let count = 0
/** A deposit in the store `id`. */
const take = (which: Shop, { id }: TestMember, amount: bigint) =>
  which.karat.db
    .transaction((tx) =>
      takeDayLimit(tx, {
        ...{ memberId: id, store: { code: 'id', timeZone: 'Asia/Jakarta' }, kind: 'deposit', currency: 'IDR' },
        ...{ amount: minor(amount), reference: `members:${++count}` },
      }),
    )
    .then(
      () => 'taken',
      (error) => error.params ?? error.data ?? error.code,
    )
const holds = (which: Shop, { id }: TestMember, grams: bigint) =>
  which.karat.db.transaction((tx) => mayHold(tx, { memberId: id, store: 'id' }, grams * 10_000n))
const reports = async ({ id }: TestMember) =>
  (await shop.karat.db.row<{ n: number }>(sql`select count(*)::int as n from kyc.reports where member_id = ${id}`))?.n

test('a day, what is reported, grams, age and papers: what two people set holds, one of a day to come waits, all is shown and recorded', async () => {
  const [low, high] = [await signedIn(shop, 'Ratna Wulandari', 'id', 1), await signedIn(shop, 'Dewi Kartika', 'id', 2)]
  const value = { day_t1: 10_000_000, day_t2: 40_000_000, report_from: 30_000_000, hold_t1: 10, hold_t2: 20 }
  expect((await set(shop, value)).approval_id).not.toBeNull()
  expect(await deskOf(shop).recorded()).toMatchObject({
    before: { day_t1: '', day_t2: '', report_from: '', hold_t1: 30, hold_t2: 500 },
    after: value,
  })
  await set(shop, { day_t1: 1_000_000 }, '2099-01-01')
  expect(await take(shop, low, 10n * MILLION)).toBe('taken')
  expect(await take(shop, low, 1n)).toMatchObject({ need: 'T2', limit: '10000000' })
  expect(await take(shop, high, 29n * MILLION)).toBe('taken')
  expect(await reports(high)).toBe(0)
  expect(await take(shop, high, MILLION)).toBe('taken')
  expect(await reports(high)).toBe(1)
  expect([await holds(shop, low, 10n), await holds(shop, low, 11n), await holds(shop, high, 20n)]).toEqual([
    true,
    false,
    true,
  ])
  await set(shop, { minimum_age: 21, passport: 'off' })
  expect(await ask<VerificationView>(shop, low, '/user/getVerification')).toMatchObject({
    ...{ id_types: ['nik'], minimum_age: 21 },
    levels: [
      { holds: '0.0000' },
      { per_day: '10000000', holds: '10.0000' },
      { per_day: '40000000' },
      { per_day: null },
    ],
  })
})

/** What a member still takes of a day that was lowered to 10 million, or by one who only knows the release. */
async function takenAfter(which: Shop, plant: (text: string) => string) {
  const member = await signedIn(which, 'Ratna Wulandari', 'id', 1)
  await set(which, { day_t1: 10_000_000, day_t2: 40_000_000, hold_t1: 10 })
  which.intercept.current = plant
  const done = [
    await take(which, member, 20n * MILLION).then((said) => said === 'taken'),
    await holds(which, member, 20n),
  ]
  which.intercept.current = undefined
  return done
}
test('limits are read where they are judged', async () =>
  expect(await takenAfter(shop, (text) => text)).toEqual([false, false]))
test('control: by the release alone more is taken and held', async () =>
  expect(await takenAfter(broken, (text) => text.replaceAll('s.from_at <= now()', 'false'))).toEqual([true, true]))

test('who is younger than the store asks, or has a paper that it does not take, is told at the field', async () => {
  await set(shop, { minimum_age: 30, passport: 'off' })
  const told = await tellName(shop, await signedIn(shop), { id_type: 'passport' } as never)
  expect(told).toMatchObject({ data: { fields: { id_type: expect.anything() } } })
})

test.each([
  [{ day_t1: 5_000_000, day_t2: '' }, 'day_t2'],
  [{ day_t1: '', day_t2: 5_000_000 }, 'day_t1'],
  [{ day_t1: 6_000_000, day_t2: 5_000_000 }, 'day_t2'],
  [{ hold_t1: 60, hold_t2: 50 }, 'hold_t2'],
  [{ minimum_age: 16 }, 'minimum_age'],
  [{ passport: 'maybe' }, 'passport'],
])('%j is refused at %s', async (value, field) => {
  const { data } = await deskOf(shop).ask({ name: 'members', value })
  expect(Object.keys((data as { fields: object }).fields)).toEqual([field])
})
