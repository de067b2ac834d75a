import { expect, test } from 'vitest'
import { get, goodPassword, logInKnown, newestMail, post, signUpThrough } from '../../tests/support/account.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

const shop = openShop()
const pin = '739204'
const wrongPin = '739205'
const check = (token: string, tried: string) => post(shop, '/user/checkPin', { pin: tried }, { token })
const logIn = async (account: string) => String((await logInKnown(shop, account)).data.token)

async function memberWithPin(email: string) {
  const member = await signUpThrough(shop, email)
  expect(await post(shop, '/user/setPin', { pin, password: goodPassword }, { token: member.token })).toMatchObject({
    status: 200,
  })
  return member
}

const stateOf = async (id: string) =>
  shop.karat.db.row<{ used: number; locked: boolean; open: number }>(sql`
    select pin_tries_used::int as used, pin_locked_at is not null as locked,
      (select count(*)::int from identity.sessions s where s.member_id = m.id and s.ended_at is null) as open
    from identity.members m where id = ${id}`)

/** Counts PIN comparisons while `work` runs. */
async function countingComparisons<T>(
  work: () => Promise<T>,
  meet?: (text: string) => Promise<void>,
): Promise<{ result: T; comparisons: number }> {
  const { hasher } = shop.karat
  const pinMatches = hasher.pinMatches
  let comparisons = 0
  hasher.pinMatches = async (hash, tried) => {
    comparisons++
    await meet?.('compared')
    return pinMatches(hash, tried)
  }
  try {
    return { result: await work(), comparisons }
  } finally {
    hasher.pinMatches = pinMatches
  }
}

test('a first PIN needs the password, ends other sessions, is told by mail and stored under the key', async () => {
  const { token, id } = await signUpThrough(shop, 'first@example.com')
  const other = await logIn('first@example.com')
  const set = (body: object) => post(shop, '/user/setPin', body, { token })
  expect(await check(token, pin)).toMatchObject({ status: 409, error: 'pin_not_set' })
  expect(await set({ pin, password: 'not the password' })).toMatchObject({
    status: 401,
    code: 401,
    error: 'sign_in_refused',
  })
  expect(await set({ pin: '12345', password: goodPassword })).toMatchObject({ status: 422, error: 'invalid_input' })
  for (const weak of ['777777', '345678', '876543', '170845', '450817', '081790', '199008'])
    expect(await set({ pin: weak, password: goodPassword }), weak).toMatchObject({ status: 422, error: 'pin_too_weak' })
  expect(await set({ pin, password: goodPassword })).toMatchObject({ status: 200, data: { has_pin: true } })
  expect(await set({ pin, password: goodPassword })).toMatchObject({ status: 409, error: 'pin_already_set' })
  expect((await get(shop, '/user/userInfo', { token })).data).toMatchObject({ has_pin: true, pin_locked: false })
  expect((await get(shop, '/user/userInfo', { token: other })).status).toBe(401)
  expect(await newestMail(shop, 'first@example.com')).toMatchObject({ template: 'pin_set' })
  const kept = await shop.karat.db.row<{ hash: string }>(
    sql`select pin_hash as hash from identity.members where id = ${id}`,
  )
  expect(kept?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await shop.karat.hasher.matches(kept?.hash ?? '', pin)).toBe(false)
  expect(await shop.karat.hasher.pinMatches(kept?.hash ?? '', pin)).toBe(true)
})

test('a wrong PIN says how many tries are left, and the right one gives all three back', async () => {
  const { token, id } = await memberWithPin('counts@example.com')
  for (let round = 1; round <= 2; round++) {
    expect(await check(token, wrongPin)).toMatchObject({ status: 403, error: 'pin_wrong', data: { tries_left: 2 } })
    expect(await check(token, wrongPin)).toMatchObject({ status: 403, error: 'pin_wrong', data: { tries_left: 1 } })
    expect(await check(token, pin)).toMatchObject({ status: 200, data: { right: true } })
  }
  expect(await stateOf(id)).toEqual({ used: 0, locked: false, open: 1 })
})

test('the third wrong PIN in a row answers 4000, ends every session and locks the PIN for other devices too', async () => {
  const { token, id } = await memberWithPin('third@example.com')
  const other = await logIn('third@example.com')
  await check(token, wrongPin)
  await check(other, wrongPin)
  const third = await check(token, wrongPin)
  expect(third).toMatchObject({ status: 403, code: 4000, error: 'pin_locked' })
  expect(await stateOf(id)).toEqual({ used: 3, locked: true, open: 0 })
  for (const old of [token, other])
    expect(await get(shop, '/user/userInfo', { token: old })).toMatchObject({ code: 4001 })
  const fresh = await logIn('third@example.com')
  const right = await countingComparisons(() => check(fresh, pin))
  expect(right).toMatchObject({ comparisons: 0, result: { status: 403, code: 4000, error: 'pin_locked' } })
  expect((await get(shop, '/user/userInfo', { token: fresh })).data).toMatchObject({ pin_locked: true })
})

test('the English words of code 4000 are the seed’s', async () => {
  const { token } = await memberWithPin('words@example.com')
  const tried = () =>
    shop.app.inject({
      method: 'POST',
      url: '/api/storeid/user/checkPin',
      headers: { authorization: `Bearer ${token}`, cookie: 'language=en-US' },
      payload: { pin: wrongPin },
    })
  await tried()
  await tried()
  expect((await tried()).json()).toMatchObject({
    code: 4000,
    message: 'PIN error has reached three times, please cancel or contact us, return to login soon!',
  })
})

/** Fifty wrong PINs at once: what was compared, what was answered, what is left in the database. */
async function guessAtOnce(email: string, meet?: (text: string) => Promise<void>) {
  const { token, id } = await memberWithPin(email)
  const before = (await stateOf(id))?.open
  const { result, comparisons } = await countingComparisons(
    () => Promise.all(Array.from({ length: 50 }, () => check(token, wrongPin))),
    meet,
  )
  const events = await shop.karat.db.rows(
    sql`select id from identity.security_events where member_id = ${id} and kind = 'pin_locked'`,
  )
  const answers = result.map((answer) => answer.error)
  return { before, comparisons, answers, state: await stateOf(id), locks: events.length }
}

test('of fifty wrong PINs at once three are compared, and the PIN is locked once', async () => {
  const { before, comparisons, answers, state, locks } = await guessAtOnce('fifty@example.com')
  expect(before).toBe(1)
  expect(comparisons).toBe(3)
  expect(answers.filter((error) => error === 'pin_wrong')).toHaveLength(2)
  expect(answers).toContain('pin_locked')
  for (const error of answers)
    expect(['pin_wrong', 'pin_locked', 'too_many_requests', 'unauthenticated', 'overloaded', 'busy']).toContain(error)
  expect(locks).toBe(1)
  expect(state).toEqual({ used: 3, locked: true, open: 0 })
})

test('control: if the slot were counted by what was read before, more than three would be compared', async () => {
  let planted = 0
  shop.intercept.current = (text) => {
    if (!text.includes('pin_tries_used = pin_tries_used + 1')) return text
    planted++
    return text.replace('pin_tries_used = pin_tries_used + 1', 'pin_tries_used = 1')
  }
  const { comparisons } = await guessAtOnce('control-fifty@example.com', meetingAt('compared', 4))
  shop.intercept.current = undefined
  expect(planted).toBeGreaterThan(3)
  expect(comparisons).toBeGreaterThan(3)
})

const waitLong = { timeout: 10_000 }
/** Comparisons that end when the test says so, with how many are under way. */
async function holdingComparisons<T>(work: (held: { tried: string; end: () => void }[]) => Promise<T>): Promise<T> {
  const { hasher } = shop.karat
  const pinMatches = hasher.pinMatches
  const held: { tried: string; end: () => void }[] = []
  hasher.pinMatches = async (hash, tried) => {
    const right = await pinMatches(hash, tried)
    const { promise, resolve } = Promise.withResolvers<void>()
    held.push({ tried, end: resolve })
    await promise
    return right
  }
  try {
    return await work(held)
  } finally {
    for (const { end } of held) end()
    hasher.pinMatches = pinMatches
  }
}

/** Two wrong PINs and the right one, compared at the same time; the right one ends first or last. */
async function rightBesideWrong(email: string, rightEnds: 'first' | 'last') {
  const { token, id } = await memberWithPin(email)
  return holdingComparisons(async (held) => {
    const wrong = [check(token, wrongPin), check(token, wrongPin)]
    const right = check(token, pin)
    await expect.poll(() => held.length, waitLong).toBe(3)
    const endOf = (one: boolean) => {
      for (const { tried, end } of held) if ((tried === pin) === one) end()
    }
    endOf(rightEnds === 'first')
    const before = rightEnds === 'first' ? await right : await Promise.all(wrong)
    endOf(rightEnds !== 'first')
    const answers = [await right, ...(await Promise.all(wrong))]
    expect(before).toBeTruthy()
    return { errors: answers.map(({ error }) => error), left: answers[2]?.data, state: await stateOf(id) }
  })
}

test.each(['first', 'last'] as const)('two wrong PINs beside the right one lock nothing: it ends %s', async (ends) => {
  const { errors, state } = await rightBesideWrong(`beside-${ends}@example.com`, ends)
  expect(errors).toEqual([null, 'pin_wrong', 'pin_wrong'])
  expect(state).toEqual({ used: ends === 'first' ? 2 : 0, locked: false, open: 1 })
})

test('control: judged by slots instead of wrong ones, the right PIN beside two wrong ones would be refused', async () => {
  shop.intercept.current = (text) =>
    text.replace(/case when pin_wrong \+ 1 >= (\$\d+)/, 'case when pin_tries_used >= $1')
  const { errors, state } = await rightBesideWrong('beside-planted@example.com', 'last')
  shop.intercept.current = undefined
  expect(errors).toContain('pin_locked')
  expect(state).toMatchObject({ locked: true })
})

/** The right PIN ends while two others are being compared; then two more try. How many are compared at once after that. */
async function slotsAfterRight(email: string) {
  const { token, id } = await memberWithPin(email)
  return holdingComparisons(async (held) => {
    const first = [check(token, pin), check(token, wrongPin), check(token, wrongPin)]
    await expect.poll(() => held.length, waitLong).toBe(3)
    held.find(({ tried }) => tried === pin)?.end()
    expect(await first[0]).toMatchObject({ error: null })
    const later = [check(token, wrongPin), check(token, wrongPin)]
    let answered = 0
    for (const one of later) one.then(() => answered++)
    await expect.poll(() => held.length + answered, waitLong).toBe(5)
    const compared = held.length
    for (const { end } of held) end()
    const answers = await Promise.all([...first.slice(1), ...later])
    return { compared, answers: answers.map(({ error }) => error), state: await stateOf(id) }
  })
}

test('whoever finds no free slot while nothing is locked is told to try again, never 4000', async () => {
  const { compared, answers, state } = await slotsAfterRight('slots@example.com')
  expect(compared).toBe(4)
  expect(answers.filter((error) => error === 'too_many_requests')).toHaveLength(1)
  // Three wrong ones in a row were compared after the right one: now it is locked, and only the last of them says so.
  expect(answers.filter((error) => error === 'pin_locked')).toHaveLength(1)
  expect(state).toMatchObject({ locked: true, open: 0 })
})

test('control: if the right PIN freed the slots of others too, more than three would be compared', async () => {
  shop.intercept.current = (text) => text.replace('greatest(pin_tries_used - pin_wrong - 1, 0)', '0')
  const { compared } = await slotsAfterRight('slots-planted@example.com')
  shop.intercept.current = undefined
  expect(compared).toBe(5)
})

test('right and wrong PINs at once: 4000 is answered only where the PIN is locked', async () => {
  for (let round = 1; round <= 4; round++) {
    const { token, id } = await memberWithPin(`mixed-${round}@example.com`)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => check(token, n % 2 ? wrongPin : pin)))
    const locked = answers.some(({ error }) => error === 'pin_locked')
    expect((await stateOf(id))?.locked, JSON.stringify(answers.map(({ error }) => error))).toBe(locked)
  }
})

test('right PINs at once lock nobody', async () => {
  const { token, id } = await memberWithPin('double@example.com')
  const answers = await Promise.all(Array.from({ length: 20 }, () => check(token, pin)))
  for (const { error } of answers) expect([null, 'too_many_requests', 'overloaded', 'busy']).toContain(error)
  expect(answers.filter((answer) => answer.error === null).length).toBeGreaterThan(0)
  expect(await check(token, pin)).toMatchObject({ status: 200 })
  expect(await stateOf(id)).toEqual({ used: 0, locked: false, open: 1 })
})

test('a right PIN whose comparison ends after the lock is refused all the same', async () => {
  const { token, id } = await memberWithPin('late@example.com')
  const { hasher } = shop.karat
  const pinMatches = hasher.pinMatches
  const held = Promise.withResolvers<void>()
  hasher.pinMatches = async (hash, tried) => {
    const right = await pinMatches(hash, tried)
    if (tried === pin) await held.promise
    return right
  }
  const slow = check(token, pin)
  await expect.poll(async () => (await stateOf(id))?.used, waitLong).toBe(1)
  await shop.karat.db.run(sql`
    with locked as (update identity.members set pin_locked_at = now() where id = ${id} returning id)
    update identity.sessions set ended_at = now(), ended_because = 'pin_locked' where member_id in (select id from locked)`)
  held.resolve()
  expect(await slow).toMatchObject({ code: 4000, error: 'pin_locked' })
  hasher.pinMatches = pinMatches
  expect(await stateOf(id)).toEqual({ used: 1, locked: true, open: 0 })
})

test('a try that was never compared, because the hasher is full, is given back', async () => {
  const { token, id } = await memberWithPin('full@example.com')
  const { hasher } = shop.karat
  const pinMatches = hasher.pinMatches
  hasher.pinMatches = () => Promise.reject(new Refusal('overloaded'))
  for (let attempt = 1; attempt <= 5; attempt++)
    expect(await check(token, pin)).toMatchObject({ status: 503, error: 'overloaded' })
  hasher.pinMatches = pinMatches
  expect(await stateOf(id)).toEqual({ used: 0, locked: false, open: 1 })
})

test('a PIN that is replaced while the old one is being compared lets the old one do nothing', async () => {
  const { token, id } = await memberWithPin('replaced@example.com')
  await holdingComparisons(async (held) => {
    const old = check(token, pin)
    await expect.poll(() => held.length, waitLong).toBe(1)
    const hash = await shop.karat.hasher.hashPin('480513')
    await shop.karat.db.run(sql`update identity.members set pin_hash = ${hash} where id = ${id}`)
    held[0]?.end()
    expect(await old).toMatchObject({ error: 'pin_wrong' })
  })
})

test('one try whose process died counts as a wrong one, and the right PIN frees it', async () => {
  const { token, id } = await memberWithPin('died-once@example.com')
  await shop.karat.db.run(
    sql`update identity.members set pin_tries_used = 1, pin_tried_at = now() - interval '31 seconds' where id = ${id}`,
  )
  expect(await check(token, wrongPin)).toMatchObject({ error: 'pin_wrong', data: { tries_left: 1 } })
  expect(await check(token, pin)).toMatchObject({ error: null })
  expect(await stateOf(id)).toEqual({ used: 0, locked: false, open: 1 })
})

test('three tries whose process died before the answer lock the PIN', async () => {
  const { token, id } = await memberWithPin('died@example.com')
  await shop.karat.db.run(sql`update identity.members set pin_tries_used = 3, pin_tried_at = now() where id = ${id}`)
  expect(await check(token, pin)).toMatchObject({ status: 429, error: 'too_many_requests' })
  await shop.karat.db.run(
    sql`update identity.members set pin_tried_at = now() - interval '31 seconds' where id = ${id}`,
  )
  expect(await check(token, pin)).toMatchObject({ code: 4000, error: 'pin_locked' })
  expect(await stateOf(id)).toEqual({ used: 3, locked: true, open: 0 })
})
