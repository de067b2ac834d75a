/** Thirty uploads at once against the limit of twenty, and the same with the lock taken away. */
import { expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { picture, sendForm } from '../../tests/support/pictures.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'

const sound = openShop()
const broken = openShop()

async function thirtyUploads(shop: Shop, before = 0, begin = () => {}) {
  const member = await signedIn(shop)
  const bytes = await picture()
  const parts = [
    { name: 'purpose', value: 'refund' },
    { name: 'file', bytes },
  ]
  const send = (count: number) => Promise.all(Array.from({ length: count }, () => sendForm(shop, member, parts)))
  await send(before)
  begin()
  const answers = await send(30)
  const kept = await shop.karat.db.row<{ n: number }>(
    sql`select count(*)::int as n from files.images where member_id = ${member.id}`,
  )
  return { told: answers.map((answer) => answer.json().error ?? 'taken').sort(), kept: kept?.n }
}

test('30 uploads at once leave 20 pictures, and the other ten are told of the limit', async () => {
  expect(await thirtyUploads(sound)).toEqual({
    told: [...Array(10).fill('file_limit'), ...Array(20).fill('taken')],
    kept: 20,
  })
})

test('control: without the lock more than 20 get through', async () => {
  let planted = false
  const meet = meetingAt('insert into files.images', broken.karat.settings.files.inMemoryOfOne)
  // Neither commits before the other has looked.
  const meetAgain = meetingAt('commit', broken.karat.settings.files.inMemoryOfOne)
  const { kept } = await thirtyUploads(broken, 19, () => {
    broken.intercept.current = async (text) => {
      await meet(text)
      await meetAgain(text)
      if (!text.includes('unused images') && !text.includes('pg_advisory_xact_lock')) return text
      planted = true
      return text.replace('pg_advisory_xact_lock(', 'abs(')
    }
  })
  expect(planted).toBe(true)
  expect(kept).toBeGreaterThan(20)
})

test('of many uploads only some are in memory at once, and all have their turn', async () => {
  const members = await Promise.all(Array.from({ length: 40 }, () => signedIn(sound)))
  const bytes = await picture()
  let [held, most] = [0, 0]
  const meet = meetingAt('count(*)::int as unused', 2)
  sound.intercept.current = async (text) => {
    if (text.includes('count(*)::int as unused')) most = Math.max(most, ++held)
    await meet(text)
    return text
  }
  const answers = await Promise.all(
    members.map((member) =>
      sendForm(sound, member, [
        { name: 'purpose', value: 'refund' },
        { name: 'file', bytes },
      ]).finally(() => held--),
    ),
  )
  sound.intercept.current = undefined
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(40).fill(200))
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(sound.karat.settings.files.inMemoryAtOnce + 2)
})
