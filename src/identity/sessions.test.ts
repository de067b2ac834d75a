import { expect, test } from 'vitest'
import { type From, get, goodPassword, logInKnown, post, signUpThrough } from '../../tests/support/account.ts'
import { testEnvironment } from '../../tests/support/environment.ts'
import { openShop } from '../../tests/support/shop.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { hashOfToken } from '../credentials/session-token.ts'
import { sql } from '../db/database.ts'
import { openKarat } from '../karat.ts'

const shop = openShop()
const unauthenticated = { status: 401, code: 4001, error: 'unauthenticated', message: 'Unauthenticated.' }
const logIn = async (account: string, from: From = {}) =>
  String((await logInKnown(shop, account, goodPassword, from)).data.token)
const info = (token: string) => get(shop, '/user/userInfo', { token })
const change = (token: string, column: 'expires_at' | 'last_used_at', ago: string) =>
  shop.karat.db.run(
    column === 'expires_at'
      ? sql`update identity.sessions set expires_at = now() - ${ago}::interval where token_hash = ${hashOfToken(token)}`
      : sql`update identity.sessions set last_used_at = now() - ${ago}::interval where token_hash = ${hashOfToken(token)}`,
  )
const lastUse = async (token: string) =>
  (
    await shop.karat.db.row<{ at: Date }>(
      sql`select last_used_at as at from identity.sessions where token_hash = ${hashOfToken(token)}`,
    )
  )?.at.getTime() ?? 0

test('only a bearer token that we gave opens a door for members', async () => {
  const { token } = await signUpThrough(shop, 'door@example.com')
  expect((await info(token)).status).toBe(200)
  for (const authorization of [
    '',
    'Bearer',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}A`,
    `Bearer ${token} ${token}`,
  ]) {
    const response = await shop.app.inject({ url: '/api/storeid/user/userInfo', headers: { authorization } })
    expect({ ...response.json(), status: response.statusCode }, authorization).toMatchObject(unauthenticated)
  }
  const byCookie = await shop.app.inject({ url: '/api/storeid/user/userInfo', headers: { cookie: `token=${token}` } })
  expect(byCookie.statusCode).toBe(401)
})

test('the answer to a stranger is the same in every language', async () => {
  for (const language of ['en-US', 'id', 'zh']) {
    const response = await shop.app.inject({
      url: '/api/storeid/user/userInfo',
      headers: { cookie: `language=${language}` },
    })
    expect(response.json()).toMatchObject({ code: 4001, message: 'Unauthenticated.' })
  }
})

test('log out ends this session by the next request, and no other', async () => {
  const { token } = await signUpThrough(shop, 'leaves@example.com')
  const other = await logIn('leaves@example.com')
  expect(await post(shop, '/user/logout', undefined, { token })).toMatchObject({ status: 200, data: { ended: 1 } })
  expect(await info(token)).toMatchObject(unauthenticated)
  expect(await post(shop, '/user/logout', {}, { token })).toMatchObject(unauthenticated)
  expect((await info(other)).status).toBe(200)
})

test('a session ended on one instance is dead on another', async () => {
  const second = await openKarat({
    config: readConfig(testEnvironment),
    connectionString: shop.connectionString,
    log: shop.karat.log,
  })
  const app = await buildApp(second)
  const { token } = await signUpThrough(shop, 'two@example.com')
  const there = () => app.inject({ url: '/api/storeid/user/userInfo', headers: { authorization: `Bearer ${token}` } })
  expect((await there()).statusCode).toBe(200)
  await post(shop, '/user/logout', {}, { token })
  expect((await there()).statusCode).toBe(401)
  await app.close()
  await second.close()
})

test('a session ends after an hour without use and after a day of use', async () => {
  const { token: idle } = await signUpThrough(shop, 'idle@example.com')
  await change(idle, 'last_used_at', '59 minutes')
  expect((await info(idle)).status).toBe(200)
  await change(idle, 'last_used_at', '1 hour')
  expect(await info(idle)).toMatchObject(unauthenticated)

  const signedIn = await logInKnown(shop, 'idle@example.com')
  const hours = (Date.parse(String(signedIn.data.expires_at)) - Date.now()) / 3_600_000
  expect(hours).toBeCloseTo(24, 1)
  const token = String(signedIn.data.token)
  await change(token, 'expires_at', '0 seconds')
  expect(await info(token)).toMatchObject(unauthenticated)
})

test('the time of last use is written at most once a minute', async () => {
  const { token } = await signUpThrough(shop, 'touch@example.com')
  const opened = await lastUse(token)
  await info(token)
  expect(await lastUse(token)).toBe(opened)
  await change(token, 'last_used_at', '2 minutes')
  const before = await lastUse(token)
  await info(token)
  expect(await lastUse(token)).toBeGreaterThan(before + 110_000)
})

test('requests of one turn of the event loop look their sessions up in one statement, and each gets its own member', async () => {
  const signedIn = await Promise.all([1, 2, 3, 4, 5].map((n) => signUpThrough(shop, `batch${n}@example.com`)))
  const tokens = [...signedIn.map((one) => one.token), signedIn[0]?.token ?? '', 'A'.repeat(43)]
  let statements = 0
  shop.intercept.current = (text) => {
    if (text.includes('from identity.sessions')) statements++
    return text
  }
  const found = await Promise.all(tokens.map((token) => shop.karat.sessions.find(hashOfToken(token))))
  shop.intercept.current = undefined
  expect(statements).toBe(1)
  expect(found.map((member) => member?.id)).toEqual([...signedIn.map((one) => one.id), signedIn[0]?.id, undefined])
})

test('a database that fails during a look-up lets nobody in and is asked again', async () => {
  const { token } = await signUpThrough(shop, 'fault@example.com')
  shop.intercept.current = (text) =>
    text.includes('from identity.sessions') ? text.replace('s.ended_at', 's.no_such_column') : text
  const failed = await Promise.all([info(token), info(token)])
  shop.intercept.current = undefined
  expect(failed.map((answer) => answer.status)).toEqual([500, 500])
  expect((await info(token)).status).toBe(200)
})

test('a member sees their sessions, ends one, and ends all others', async () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { token } = await signUpThrough(shop, 'lists@example.com', { userAgent: firefox })
  const phone = await logIn('lists@example.com', { address: '198.51.100.4' })
  const third = await logIn('lists@example.com')
  const { data } = await get(shop, '/user/sessions', { token })
  const sessions = data.sessions as { id: string; device: string; address: string; is_current: boolean }[]
  expect(sessions).toHaveLength(3)
  expect(sessions[0]).toMatchObject({ is_current: true, device: 'Firefox · Windows', address: '203.0.113.7' })
  expect(sessions.filter((session) => session.is_current)).toHaveLength(1)
  const phoneId = sessions.find((session) => session.address === '198.51.100.4')?.id
  expect(await post(shop, '/user/endSession', { id: phoneId }, { token })).toMatchObject({
    status: 200,
    data: { ended: 1 },
  })
  expect(await info(phone)).toMatchObject(unauthenticated)
  expect(await post(shop, '/user/logoutOthers', undefined, { token })).toMatchObject({ data: { ended: 1 } })
  expect(await info(third)).toMatchObject(unauthenticated)
  expect((await info(token)).status).toBe(200)
})

test('another member’s session answers exactly like a missing one and goes on', async () => {
  const { token } = await signUpThrough(shop, 'mine@example.com')
  const { token: theirs } = await signUpThrough(shop, 'theirs@example.com')
  const { data } = await get(shop, '/user/sessions', { token: theirs })
  const [session] = data.sessions as { id: string }[]
  const end = async (id: string | undefined) => {
    const { data: _, ...answer } = await post(shop, '/user/endSession', { id }, { token })
    return answer
  }
  const foreign = await end(session?.id)
  expect(foreign).toMatchObject({ status: 404, error: 'not_found' })
  expect(foreign).toEqual(await end('01890a5d-ac96-774b-bcce-b302099a8057'))
  expect((await info(theirs)).status).toBe(200)
})
