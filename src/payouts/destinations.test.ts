import pg from 'pg'
import { expect, test } from 'vitest'
import { tellName } from '../../tests/support/kyc.ts'
import { meetingAt, overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { type Sql, sql } from '../db/database.ts'
import { requireNoPause } from '../identity/outgoing-pause.ts'
import { settings } from '../settings.ts'
import { aboutAccount } from './bind-destination.ts'
import type { DestinationsView, DestinationView } from './contract.ts'

const shop = openShop()
const broken = openShop()
const pin = '739204'

async function verified(where: Shop = shop): Promise<TestMember> {
  const member = await signedIn(where, 'Ratna Wulandari', 'id', 0)
  await tellName(where, member)
  const hash = await where.karat.hasher.hashPin(pin)
  await where.karat.db.run(sql`update identity.members set pin_hash = ${hash} where id = ${member.id}`)
  return member
}
let last = 1_000_000_000
const good = () => ({ bank: 'bca', number: String(++last), holder: 'RATNA W.', pin })
const bind = (member: TestMember, input: object = {}, where: Shop = shop) =>
  call<DestinationView>(where, member, '/user/bindBankCard', { ...good(), ...input })
const list = (member: TestMember, query = '') => ask<DestinationsView>(shop, member, `/user/getPayoutAccounts${query}`)

test('an account of one’s own name is bound: masked, sealed, default, not usable for a day, everything outgoing paused, told', async () => {
  const member = await verified()
  const answer = await bind(member, { number: '123-456 7890' })
  expect(answer).toMatchObject({ http: 200, data: { number: '•••• 7890', provider_name: 'BCA', is_default: true } })
  const row = await shop.karat.db.row<{ sealed: Buffer; text: string; waits: number; mails: string[] }>(sql`
    select number_sealed as sealed, d::text as text, round(extract(epoch from usable_from - created_at))::int as waits,
      (select array_agg(template) from mail.messages where destination = ${`${member.id}@karat.test`}) as mails
    from payouts.destinations d where id = ${answer.data.id}`)
  expect(row?.waits).toBe(settings.payouts.coolingSeconds)
  expect(answer.data.usable_from).not.toBe(null)
  expect(row?.text).not.toContain('1234567890')
  expect(row?.mails).toContain('payout_bound')
  const told = await shop.karat.db.row<{ body: string }>(sql`
    select body from mail.messages where template = 'payout_bound' and destination = ${`${member.id}@karat.test`}`)
  expect(told?.body, 'one press freezes the account').toMatch(/\/freezeAccount#[\w-]{20,}/)
  const opened = shop.karat.sealing.open(row?.sealed ?? Buffer.alloc(0), aboutAccount(member.id, answer.data.id))
  expect(opened.toString()).toBe('1234567890')
  await expect(shop.karat.db.transaction((tx) => requireNoPause(tx, member.id))).rejects.toMatchObject({
    code: 'outgoing_paused',
  })
  await shop.karat.db.run(sql`update payouts.destinations set usable_from = now() where id = ${answer.data.id}`)
  expect((await list(member)).destinations[0]?.usable_from).toBe(null)
})

test.each([
  ['bank', { bank: 'dana' }],
  ['bank', { bank: 'maybank' }],
  ['number', { number: '12345' }],
  ['pin', { pin: '12' }],
])('a wrong %s is refused by its name: %j', async (field, input) => {
  const answer = await bind(await verified(), input)
  expect(answer).toMatchObject({ http: 422, error: 'invalid_input' })
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field])
})

test('another person’s account, the same account twice, a wrong PIN and no verified name are refused', async () => {
  const member = await verified()
  expect(await bind(member, { holder: 'Bagus Prasetyo' })).toMatchObject({ http: 422, error: 'payout_name_differs' })
  expect(await bind(member, { pin: '739205' })).toMatchObject({ error: 'pin_wrong', data: { tries_left: 2 } })
  expect((await list(member)).destinations).toEqual([])
  const input = good()
  await bind(member, input)
  expect(await bind(member, input)).toMatchObject({ http: 409, error: 'payout_bound' })
  const unknown = await signedIn(shop, 'Ratna Wulandari', 'id', 0)
  expect(await bind(unknown)).toMatchObject({
    code: 6000,
    error: 'verification_required',
    data: { need: 'T1', steps: ['real_name'] },
  })
})

test('wallets have a call and a list of their own; one can be made the default, and removed with the PIN', async () => {
  const member = await verified()
  const first = (await bind(member)).data
  const wallet = await ask<DestinationView>(shop, member, '/user/bindAlipay', {
    ...{ wallet: 'dana', number: '0812 1000 4471', holder: 'Ratna Wulandari', pin },
  })
  expect(wallet).toMatchObject({ kind: 'wallet', provider_name: 'DANA', is_default: false })
  expect((await list(member, '?kind=wallet')).destinations.map(({ id }) => id)).toEqual([wallet.id])
  expect((await list(member)).wallets.map(({ code }) => code)).toEqual(['dana', 'gopay', 'ovo'])
  await ask(shop, member, '/user/defaultPayoutAccount', { id: wallet.id })
  const defaults = async () => (await list(member)).destinations.map(({ id, is_default }) => [id, is_default])
  expect(await defaults()).toEqual([
    [wallet.id, true],
    [first.id, false],
  ])
  const remove = (tried: string) => call(shop, member, '/user/removePayoutAccount', { id: wallet.id, pin: tried })
  expect(await remove('739205')).toMatchObject({ error: 'pin_wrong' })
  expect(await remove(pin)).toMatchObject({ http: 200 })
  expect(await defaults()).toEqual([[first.id, true]])
})

async function threeForTheLast(where: Shop) {
  const member = await verified(where)
  for (let i = 1; i < settings.payouts.maxDestinations; i++) await bind(member, {}, where)
  const answers = await Promise.all(Array.from({ length: 3 }, () => bind(member, {}, where)))
  const row = await where.karat.db.row<{ bound: number }>(
    sql`select count(*)::int as bound from payouts.destinations where member_id = ${member.id}`,
  )
  return { answers, bound: row?.bound }
}

test('of three accounts bound at once only as many stand as are allowed', async () => {
  const { answers, bound } = await threeForTheLast(shop)
  expect(bound).toBe(settings.payouts.maxDestinations)
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  for (const { error } of answers) expect([null, 'payout_limit', 'too_many_requests']).toContain(error)
})

test('control: without one after another there are more', async () => {
  const meet = meetingAt('insert into payouts.destinations', 3)
  let meeting = false
  let planted = false
  broken.intercept.current = async (text) => {
    if (meeting) await meet(text)
    if (!text.includes('hashtextextended($1, 11)')) return text
    planted = true
    return 'select $1::text as free'
  }
  const member = await verified(broken)
  for (let i = 1; i < settings.payouts.maxDestinations; i++) await bind(member, {}, broken)
  meeting = true
  await Promise.all(Array.from({ length: 3 }, () => bind(member, {}, broken)))
  broken.intercept.current = undefined
  const row = await broken.karat.db.row<{ bound: number }>(
    sql`select count(*)::int as bound from payouts.destinations where member_id = ${member.id}`,
  )
  expect(planted).toBe(true)
  expect(row?.bound).toBeGreaterThan(settings.payouts.maxDestinations)
})

const countOf = async (where: Shop, member: TestMember, which: Sql) =>
  (
    await where.karat.db.row<{ count: number }>(sql`
      select count(*)::int as count from payouts.destinations where member_id = ${member.id} and removed_at is null and ${which}`)
  )?.count

/** Two accounts beside the default are each made the default at once. */
async function twoDefaults(where: Shop, meet: () => void = () => {}) {
  const member = await verified(where)
  await bind(member, {}, where)
  const others = [(await bind(member, {}, where)).data.id, (await bind(member, {}, where)).data.id]
  meet()
  const answers = await Promise.all(others.map((id) => call(where, member, '/user/defaultPayoutAccount', { id })))
  return { member, codes: answers.map(({ http }) => http), defaults: await countOf(where, member, sql`is_default`) }
}

test('of two accounts made the default at once the later one is it, and nobody is refused', async () => {
  expect(await twoDefaults(shop)).toMatchObject({ codes: [200, 200], defaults: 1 })
})

test('control: without one after another the second one fails', async () => {
  const meet = meetingAt('set is_default = false', 2)
  const { codes, defaults } = await twoDefaults(broken, () => {
    let first = true
    broken.intercept.current = async (text) => {
      await meet(text)
      if (text.includes('set is_default = true') && first) {
        first = false
        await overOrHeld(broken)
      }
      return text.includes('hashtextextended($1, 11)') ? 'select $1::text as free' : text
    }
  })
  broken.intercept.current = undefined
  expect(codes.sort()).toEqual([200, 500])
  expect(defaults).toBe(1)
})

async function sameTwice(where: Shop) {
  const member = await verified(where)
  const input = good()
  const answers = await Promise.all([bind(member, input, where), bind(member, input, where)])
  return { codes: answers.map(({ http }) => http).sort(), bound: await countOf(where, member, sql`true`) }
}

test('the same account bound twice at once is bound once', async () => {
  expect(await sameTwice(shop)).toEqual({ codes: [200, 409], bound: 1 })
})

test('control: without the index it is bound twice', async () => {
  const owner = new pg.Client(broken.connectionString)
  await owner.connect()
  await owner.query('drop index payouts.one_account_once')
  await owner.end()
  expect(await sameTwice(broken)).toEqual({ codes: [200, 200], bound: 2 })
})

test('what is bound in another store counts towards the limit, and is not shown here', async () => {
  const member = await verified()
  await bind(member)
  await shop.karat.db.run(sql`update payouts.destinations set store = 'my' where member_id = ${member.id}`)
  const { destinations, bound, cooling_hours } = await list(member)
  expect({ destinations, bound, cooling_hours }).toEqual({ destinations: [], bound: 1, cooling_hours: 24 })
})
