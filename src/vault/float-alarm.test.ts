/** The letter about the cash float: once when it comes near its ceiling, from any number of instances; the race has a control with a planted bug. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openNotices } from '../../tests/support/notices.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { openVault, takeCash, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { watchFloats } from './float-alarm.ts'

const shop = openShop()
const broken = openShop()
beforeAll(async () => {
  for (const one of [shop, broken]) {
    await openVault(one)
    await one.karat.db.run(sql`update staff.people set disabled_at = now() where disabled_at is null`)
  }
})
beforeEach(() => {
  for (const one of [shop, broken]) one.intercept.current = undefined
})
const letters = ({ karat }: Shop) =>
  karat.db.rows<{ to: string; subject: string; body: string }>(
    sql`select destination as to, subject, body from mail.messages where template = 'alarm_float' order by created_at`,
  )

/** The float is at its alarm from 800 million rupiah on. */
async function atTheAlarm(at: Shop) {
  const staff = await Promise.all((['owner', 'desk', 'support'] as const).map((role) => staffSignedIn(at, role)))
  const member = await vaultMember(at, { cash: 800_000_000n })
  return {
    told: staff
      .slice(0, 2)
      .map(({ staff: { email } }) => email)
      .sort(),
    member,
  }
}

test('owners and desk are told once, again only after it fell below, and support never', async () => {
  const quiet = await vaultMember(shop, { cash: 100_000_000n })
  expect(await watchFloats(shop.karat)).toBe(0)
  const { told, member } = await atTheAlarm(shop)
  expect(await lookTwice(shop, (text) => text), 'of two instances one begins it').toBe(1)
  expect(await watchFloats(shop.karat)).toBe(0)
  const first = await letters(shop)
  expect(first.map(({ to }) => to).sort()).toEqual(told)
  expect(first[0]?.subject).toContain('90 %')
  expect(first[0]?.body).toContain('1,000,000,000')
  await takeCash(shop, quiet, 100_000_001n - 1n)
  await takeCash(shop, member, 1n)
  expect(await openNotices(shop, 'float_high', 'id')).toBe(told.length)
  expect(await watchFloats(shop.karat), 'it fell below').toBe(0)
  expect(await openNotices(shop, 'float_high', 'id')).toBe(0)
  await vaultMember(shop, { cash: 1n })
  expect(await watchFloats(shop.karat), 'it came back').toBe(1)
  expect(await letters(shop)).toHaveLength(2 * told.length)
})

/** Two instances look at the same moment. */
async function lookTwice(at: Shop, plant: (text: string) => string) {
  const meet = meetingAt('insert into vault.float_alarms', 2)
  at.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const begun = await Promise.all([watchFloats(at.karat), watchFloats(at.karat)])
  at.intercept.current = undefined
  return begun.reduce((sum, count) => sum + count, 0)
}

test('control: without the one open alarm of a store each instance writes', async () => {
  await asOwner(broken.connectionString, ['drop index vault.one_open_alarm'])
  const { told } = await atTheAlarm(broken)
  const plant = (text: string) => text.replace('on conflict (store) where ended_at is null do nothing', '')
  expect(await lookTwice(broken, plant)).toBe(2)
  expect(await letters(broken)).toHaveLength(2 * told.length)
})
