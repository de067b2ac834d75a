import { expect, test } from 'vitest'
import { tellName } from '../../tests/support/kyc.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
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
