/** Strangers who ask for messages do not keep a member from theirs. */
import { beforeEach, expect, test } from 'vitest'
import {
  askForCode,
  codeFor,
  goodPassword,
  linkFor,
  newestMail,
  post,
  sendingsForgotten,
} from '../../tests/support/account.ts'
import { guardedMember } from '../../tests/support/guarded-member.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
beforeEach(() => sendingsForgotten(shop).then(() => {}))

const minutePasses = () =>
  shop.karat.db.run(sql`update identity.sendings set sent_at = sent_at - interval '61 seconds'`)
const ask = async (call: string, account: string, address: string, device?: string) => {
  await minutePasses()
  return post(shop, call, { account, ...(device ? { device } : {}) }, { address })
}
const calls = ['/user/forgotPassword', '/user/sendUnlockCode', '/user/sendLoginCode']
const strangers = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']

test('five forgotten-password calls of a stranger leave the owner every way, that one too', async () => {
  const { email } = await guardedMember(shop, 'one-stranger')
  const answers = []
  for (let time = 1; time <= 5; time++) answers.push((await ask(calls[0] ?? '', email, '192.0.2.1')).status)
  expect(answers, 'one address gets its share').toEqual([200, 200, 200, 429, 429])
  for (const call of calls) expect((await ask(call, email, '198.51.100.1')).status, call).toBe(200)
})

test('where many strangers have used up every budget, a browser of the owner’s still gets its messages', async () => {
  const { email, device } = await guardedMember(shop, 'many-strangers')
  for (const call of calls) {
    for (const address of strangers) expect((await ask(call, email, address)).status).toBe(200)
    expect(await ask(call, email, '192.0.2.6'), call).toMatchObject({ status: 429, error: 'code_too_soon' })
    expect((await ask(call, email, '192.0.2.1', device)).status, call).toBe(200)
    expect((await ask(call, email, '192.0.2.7', 'x'.repeat(43))).status, 'a made-up token').toBe(429)
  }
  const other = await guardedMember(shop, 'another-member')
  expect((await ask(calls[0] ?? '', email, '192.0.2.8', other.device)).status, 'another member’s token').toBe(429)
})

test('a frozen member, whose browsers are forgotten, keeps the way to unlock', async () => {
  const { email, device, id, token } = await guardedMember(shop, 'frozen-way')
  await post(shop, '/user/changePwd', { password: goodPassword, new_password: 'angin-lembah-malam-hari' }, { token })
  expect(await post(shop, '/user/freezeAccount', { token: await linkFor(shop, email) })).toMatchObject({ status: 200 })
  for (const address of strangers) await ask('/user/sendUnlockCode', email, address)
  expect((await ask('/user/sendUnlockCode', email, '192.0.2.6')).status).toBe(429)
  const { data } = await ask('/user/sendUnlockCode', email, '198.51.100.1', device)
  expect(await newestMail(shop, email)).toMatchObject({ template: 'unlock_code' })
  const wish = { unlock_id: data.unlock_id, code: await codeFor(shop, email), password: 'angin-lembah-malam-hari' }
  expect(await post(shop, '/user/unlockAccount', wish)).toMatchObject({ status: 200 })
  const [row] = await shop.karat.db.rows<{ frozen: boolean }>(
    sql`select frozen_at is not null as frozen from identity.members where id = ${id}`,
  )
  expect(row).toEqual({ frozen: false })
})

test('the owner’s browser gets five a day of each and no more', async () => {
  const { email, device } = await guardedMember(shop, 'own-five')
  const answers = []
  for (let time = 1; time <= 6; time++) answers.push((await ask(calls[1] ?? '', email, '198.51.100.1', device)).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
})

/** Of ten at once from ten addresses, two of which have counted before one writes, how many the budget lets pass. */
async function tenAtOnce(name: string, plant: (text: string) => string) {
  const { email } = await guardedMember(shop, name)
  const meet = meetingAt('insert into identity.sendings', 2)
  shop.intercept.current = async (text) => {
    if (plant('pg_advisory_xact_lock') !== 'pg_advisory_xact_lock') await meet(text)
    return plant(text)
  }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => post(shop, calls[0] ?? '', { account: email }, { address: `192.0.2.${n}` })),
  )
  shop.intercept.current = undefined
  return answers.filter(({ status }) => status !== 429).length
}

test('of ten at once one passes; without the lock more would', async () => {
  expect(await tenAtOnce('at-once', (text) => text)).toBe(1)
  const unlocked = (text: string) =>
    text
      .replace('pg_advisory_xact_lock', 'length(md5($1)) + ')
      .replace(/select length\(md5\(\$1\)\) \+ \(.*\)$/s, 'select length($1)')
  expect(
    await tenAtOnce('at-once-planted', (text) => unlocked(text).replace(' for no key update', '')),
  ).toBeGreaterThan(1)
})

test('one stranger at one address does not keep a newcomer from signing up for a day', async () => {
  const email = 'wants-to-join@example.com'
  const join = async (address: string) => {
    await minutePasses()
    return (await askForCode(shop, email, { address })).status
  }
  const answers = []
  for (let time = 1; time <= 5; time++) answers.push(await join('198.51.100.66'))
  expect(answers).toEqual([200, 200, 200, 429, 429])
  expect(await join('203.0.113.9')).toBe(200)
})
