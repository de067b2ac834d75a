import { expect, test } from 'vitest'
import { type From, goodPassword, logInKnown, post, signUpThrough } from '../../tests/support/account.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

const shop = openShop()
const login = (account: string, password: string, from: From = {}) =>
  post(shop, '/user/login', { account, password }, from)
const atHome = (account: string, password: string, from: From = {}) => logInKnown(shop, account, password, from)
/** Lets the wait of everybody pass. */
const waitOver = () => shop.karat.db.run(sql`update identity.sign_in_failures set wait_until = now()`)
const forgetAddresses = () =>
  shop.karat.db.run(sql`delete from identity.sign_in_failures where subject like 'address:%'`)
const elsewhere: From = { address: '198.51.100.9' }

/** Half minutes begun: what is left of a wait by when it is asked for, for seconds pass meanwhile. */
const halfMinutes = (seconds: unknown) => Math.ceil(Number(seconds) / 30)

/** Counts comparisons while `work` runs. */
async function countingComparisons<T>(work: () => Promise<T>): Promise<{ result: T; comparisons: number }> {
  const { hasher } = shop.karat
  const matches = hasher.matches
  let comparisons = 0
  hasher.matches = (hash, secret) => {
    comparisons++
    expect(hash, 'every comparison costs the same').toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    return matches(hash, secret)
  }
  try {
    return { result: await work(), comparisons }
  } finally {
    hasher.matches = matches
  }
}

const withoutRequest = ({ data, ...answer }: Awaited<ReturnType<typeof login>>) => ({
  ...answer,
  data: { ...data, request_id: 'one' },
})

test('the right password opens a new session each time, by either name of the account', async () => {
  await signUpThrough(shop, 'ratna@example.com')
  const [one, two] = [await atHome('RATNA@example.com', goodPassword), await atHome('ratna@example.com', goodPassword)]
  expect(one).toMatchObject({ status: 200, data: { userInfo: { email: 'ratna@example.com' } } })
  expect(one.data.token).not.toBe(two.data.token)
})

test('unknown, wrong and locked accounts are refused with one answer after one comparison', async () => {
  await signUpThrough(shop, 'known@example.com')
  await signUpThrough(shop, 'locked@example.com')
  await login('locked@example.com', 'not this one', elsewhere)
  await shop.karat.db.run(
    sql`update identity.sign_in_failures set failures = 20, wait_until = now() where subject like 'account:%'`,
  )
  const wrong = await countingComparisons(() => login('known@example.com', 'not this one', elsewhere))
  const unknown = await countingComparisons(() => login('nobody@example.com', 'not this one', elsewhere))
  const unreadable = await countingComparisons(() => login('no account at all', 'not this one', elsewhere))
  const locked = await countingComparisons(() => login('locked@example.com', goodPassword, elsewhere))
  for (const one of [wrong, unknown, unreadable, locked]) {
    expect(one.comparisons).toBe(1)
    expect(withoutRequest(one.result)).toEqual(withoutRequest(wrong.result))
  }
  expect(wrong.result).toMatchObject({
    status: 401,
    code: 401,
    error: 'sign_in_refused',
    data: { request_id: expect.any(String) },
  })
  expect(Object.keys(wrong.result.data)).toEqual(['request_id'])
})

test('after five failures an account, known or not, waits 30 s, doubling up to an hour, and is locked after twenty', async () => {
  await signUpThrough(shop, 'slow@example.com')
  for (const account of ['slow@example.com', 'never@example.com']) {
    for (let failure = 1; failure <= 5; failure++)
      expect(await login(account, 'wrong', elsewhere)).toMatchObject({ error: 'sign_in_refused' })
    const waits: unknown[] = []
    for (let failure = 6; failure <= 20; failure++) {
      await forgetAddresses()
      const refused = await countingComparisons(() => login(account, 'wrong', elsewhere))
      expect(refused).toMatchObject({ comparisons: 0, result: { status: 429, error: 'sign_in_wait' } })
      waits.push(halfMinutes(refused.result.data.retry_after) * 30)
      await waitOver()
      expect(await login(account, 'wrong', elsewhere)).toMatchObject({ error: 'sign_in_refused' })
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, ...Array(8).fill(3600)])
    await waitOver()
    await forgetAddresses()
    expect(await login(account, goodPassword, elsewhere)).toMatchObject({ status: 401, error: 'sign_in_refused' })
  }
})

test('a right password ends the row of failures', async () => {
  await signUpThrough(shop, 'typo@example.com')
  for (let round = 1; round <= 3; round++) {
    for (let failure = 1; failure <= 4; failure++) await login('typo@example.com', 'wrong')
    expect(await login('typo@example.com', goodPassword)).toMatchObject({ status: 200 })
  }
  await forgetAddresses()
})

test('strangers who guess elsewhere do not shut a member out of a browser that knows them', async () => {
  await signUpThrough(shop, 'home@example.com')
  for (let failure = 1; failure <= 5; failure++) await login('home@example.com', 'wrong', elsewhere)
  expect(await login('home@example.com', goodPassword, elsewhere)).toMatchObject({ error: 'sign_in_wait' })
  expect(await atHome('home@example.com', goodPassword)).toMatchObject({ status: 200 })
  await forgetAddresses()
})

test('one address gets thirty failures in fifteen minutes, over any accounts; an IPv6 /64 is one address', async () => {
  const from = (host: number): From => ({ address: `2001:db8:1:2::${host.toString(16)}` })
  await signUpThrough(shop, 'six@example.com', from(1))
  for (let failure = 1; failure <= 30; failure++)
    expect(await login(`guess${failure}@example.com`, 'wrong', from(failure))).toMatchObject({
      error: 'sign_in_refused',
    })
  const refused = await login('six@example.com', goodPassword, from(77))
  expect(refused).toMatchObject({ status: 429, error: 'sign_in_wait' })
  expect(refused.data.retry_after).toBeGreaterThan(800)
  expect(await login('six@example.com', goodPassword, { address: '2001:db8:1:3::1' })).toMatchObject({ status: 200 })
  await shop.karat.db.run(sql`update identity.sign_in_failures set wait_until = now() where subject like 'address:%'`)
  expect(await login('six@example.com', goodPassword, from(77))).toMatchObject({ status: 200 })
})

const guessAtOnce = async (email: string) => {
  await signUpThrough(shop, email)
  await forgetAddresses()
  const { result, comparisons } = await countingComparisons(() =>
    Promise.all(Array.from({ length: 20 }, (_, n) => login(email, 'wrong', { address: `192.0.2.${n}` }))),
  )
  return { comparisons, refused: result.filter((answer) => answer.error === 'sign_in_wait').length }
}

test('of twenty wrong passwords at once, from twenty addresses, five are compared', async () => {
  expect(await guessAtOnce('mass@example.com')).toEqual({ comparisons: 5, refused: 15 })
})

test('control: if tries were counted only afterwards, all twenty would be compared', async () => {
  let planted = 0
  shop.intercept.current = (text) => {
    if (!/where f\.wait_until <= clock_timestamp\(\)$/.test(text)) return text
    planted++
    return text.replace('where f.wait_until <= clock_timestamp()', '')
  }
  const guessed = await guessAtOnce('control-mass@example.com')
  shop.intercept.current = undefined
  expect(planted).toBe(20)
  expect(guessed).toEqual({ comparisons: 20, refused: 0 })
})

test('lack of room is said before the account is looked at: whoever it is, no statement asks for them', async () => {
  await signUpThrough(shop, 'room@example.com', elsewhere)
  const { hasher } = shop.karat
  const { requireRoom } = hasher
  const statements: string[] = []
  shop.intercept.current = (text) => {
    statements.push(text)
    return text
  }
  const asked = async (account: string) => {
    statements.length = 0
    const { status, error } = await login(account, goodPassword)
    return {
      status,
      error,
      statements: statements.filter((text) => /identity\.(members|sign_in|credentials)/.test(text)),
    }
  }
  hasher.requireRoom = () => Promise.reject(new Refusal('overloaded'))
  const refused = { status: 503, error: 'overloaded', statements: [] }
  expect([await asked('room@example.com'), await asked('nobody@example.com')]).toEqual([refused, refused])
  hasher.requireRoom = requireRoom
  expect((await asked('room@example.com')).statements.length, 'it is looked at where there is room').toBeGreaterThan(0)
  shop.intercept.current = undefined
})

test('what the hasher cannot take on is no failure of the member', async () => {
  await signUpThrough(shop, 'busy@example.com', elsewhere)
  await shop.karat.db.run(sql`delete from identity.sign_in_failures`)
  const { hasher } = shop.karat
  const matches = hasher.matches
  hasher.matches = () => Promise.reject(new Refusal('overloaded'))
  for (let attempt = 1; attempt <= 8; attempt++)
    expect(await login('busy@example.com', goodPassword)).toMatchObject({ status: 503, error: 'overloaded' })
  hasher.matches = matches
  const kept = await shop.karat.db.rows(sql`select subject from identity.sign_in_failures where failures > 0`)
  expect(kept).toEqual([])
  expect(await login('busy@example.com', goodPassword)).toMatchObject({ status: 200 })
})
