/** Prepared purchases: the client buys them on their own device or does not; each is tied to one purchase. */
import { beforeAll, expect, test } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { agentOf, clientOf, decide } from '../../../tests/support/agents.ts'
import { metAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { paidOrder } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { ask, call, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { fillVault, openVault, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { settings } from '../../settings.ts'
import { matchPreparations } from './end-preparation.ts'
import type { ListForClientView, PreparedListView } from './preparation-contract.ts'

const { sound: shop, broken } = openShopPair()
type Agent = Awaited<ReturnType<typeof agentOf>>
const agents = new Map<Shop, Agent>()
const desks = new Map<Shop, TestStaff>()
let agent: Agent
beforeAll(async () => {
  for (const each of [shop, broken]) {
    await openVault(each)
    await fillVault(each, 1_000_0000n)
    desks.set(each, await staffSignedIn(each, 'desk'))
    agents.set(each, await agentOf(each, desks.get(each) as TestStaff))
  }
  agent = agents.get(shop) as Agent
  await asOwner(broken.connectionString, ['alter table agents.preparations drop constraint purchase_is_prepared_once'])
})

const agentAt = (where: Shop) => agents.get(where)?.member as TestMember
const client = (where = shop) => clientOf(where, agentAt(where), { cash: 100_000_000n })
const prepare = (of: TestMember, wish: object, where = shop) =>
  call<PreparedListView>(where, agentAt(where), '/agents/prepare', { client_id: of.id, words: '', ...wish })
async function prepared(of: TestMember, wish: object, where = shop) {
  const { data, error } = await prepare(of, wish, where)
  if (error) throw new Error(error)
  return data.rows[0]?.preparation_id ?? ''
}
const stateOf = async (id: string) =>
  (await ask<PreparedListView>(shop, agent.member, '/agents/prepared')).rows.find((row) => row.preparation_id === id)
    ?.state
const lettersToAgent = async (template: string, ids: string[]) =>
  (
    await shop.karat.db.rows(sql`
      select id from mail.messages where template = ${template} and destination = ${`${agent.member.id}@karat.test`}
        and once_key = any(${ids.map((id) => `${template}:${id}`)}::text[])`)
  ).length
const buys = async (of: TestMember, by: 'amount' | 'weight', value: string) =>
  trade(shop, of, 'purchase', await quote(shop, of, 'purchase', by, value))

test('a client gets a letter, goes on, buys it with their own PIN, and it is tied to that one purchase', async () => {
  const who = await client()
  const [first, second] = [
    await prepared(who, { by: 'amount', value: '1000000' }),
    await prepared(who, { by: 'amount', value: '1000000' }),
  ]
  const letters = await shop.karat.db.rows(
    sql`select template from mail.messages where destination = ${`${who.id}@karat.test`}`,
  )
  expect(letters).toEqual([{ template: 'agent_prepared' }, { template: 'agent_prepared' }])
  const mine = await ask<ListForClientView>(shop, who, '/agents/for_me')
  expect(mine).toMatchObject({ agent: { shows_name: false }, rows: [{ state: 'waiting' }, { state: 'waiting' }] })
  await buys(who, 'amount', '1000000')
  await matchPreparations(shop.karat)
  expect(await stateOf(first), 'bought before it was opened: by themselves').toBe('waiting')
  for (const preparation_id of [first, second]) await ask(shop, who, '/agents/open_prepared', { preparation_id })
  await buys(who, 'amount', '1500000')
  const held: string[] = []
  shop.intercept.current = (text) => {
    if (text.includes('skip locked')) held.push(text)
    return text
  }
  await matchPreparations(shop.karat)
  expect(held, 'nothing was bought of it: no row is taken').toEqual([])
  await buys(who, 'amount', '1000000')
  await Promise.all([matchPreparations(shop.karat), matchPreparations(shop.karat)])
  await matchPreparations(shop.karat)
  expect([await stateOf(first), await stateOf(second)].sort()).toEqual(['bought', 'waiting'])
  expect(JSON.stringify(await ask(shop, agent.member, '/agents/prepared'))).not.toMatch(/cash|balance|pin/i)
})

test('a client is told of their agent by the verified name, whatever the account is called', async () => {
  const who = await client()
  const { id } = agent.member
  await shop.karat.db.run(sql`update identity.members set name = 'Karat: 20 % a month, guaranteed' where id = ${id}`)
  await asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `insert into kyc.real_names (member_id, store, id_type, country, full_name, birth_date, sex, number_sealed, number_end, number_hash)
       values ('${id}', 'id', 'nik', 'ID', 'Ratna Wulandari', '1988-03-02', 'female', '\\x00', '1234', '\\x01')`,
    `insert into kyc.reviews (member_id, subject, state) values ('${id}', 'real_name', 'approved')
       on conflict (member_id, subject) do update set state = 'approved'`,
  ])
  await prepared(who, { by: 'amount', value: '1000000' })
  const mine = await ask<ListForClientView>(shop, who, '/agents/for_me')
  expect(mine).toMatchObject({ agent: { name: 'Ratna Wulandari' }, rows: [{ agent: 'Ratna Wulandari' }] })
  const letter = await newestMail(shop, `${who.id}@karat.test`)
  expect(JSON.stringify(letter)).toContain('Ratna Wulandari')
  expect(JSON.stringify(letter)).not.toContain('guaranteed')
})

test('grams by weight and pieces of a product are recognised as what they are', async () => {
  const who = await client()
  const sku = await someSku(shop)
  const [grams, pieces] = [
    await prepared(who, { by: 'weight', value: '1.25' }),
    await prepared(who, { by: 'pieces', sku_id: sku, quantity: 2 }),
  ]
  for (const preparation_id of [grams, pieces]) await ask(shop, who, '/agents/open_prepared', { preparation_id })
  await buys(who, 'weight', '1.25')
  await paidOrder(shop, who, sku)
  await matchPreparations(shop.karat)
  expect([await stateOf(grams), await stateOf(pieces)]).toEqual(['bought', 'waiting'])
  await paidOrder(shop, who, sku, 2)
  await matchPreparations(shop.karat)
  expect(await stateOf(pieces)).toBe('bought')
  expect(await lettersToAgent('agent_prepared_bought', [grams, pieces]), 'once each').toBe(2)
})

test('declined, withdrawn and past its time it is over; of two at once one stands', async () => {
  const who = await client()
  const wish = { by: 'amount', value: '1000000' }
  const [declined, late, both] = [await prepared(who, wish), await prepared(who, wish), await prepared(who, wish)]
  await ask(shop, who, '/agents/decline_prepared', { preparation_id: declined })
  expect(await lettersToAgent('agent_prepared_declined', [declined])).toBe(1)
  expect((await call(shop, who, '/agents/open_prepared', { preparation_id: declined })).error).toBe('preparation_over')
  await asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `update agents.preparations set ends_at = now() - interval '1 second' where id = '${late}'`,
  ])
  expect((await call(shop, who, '/agents/open_prepared', { preparation_id: late })).error).toBe('preparation_over')
  await matchPreparations(shop.karat)
  expect([await stateOf(declined), await stateOf(late)]).toEqual(['declined', 'expired'])
  const ended = await Promise.all([
    call(shop, who, '/agents/decline_prepared', { preparation_id: both }),
    call(shop, agent.member, '/agents/withdraw_prepared', { preparation_id: both }),
  ])
  expect(ended.map(({ error }) => error).sort()).toEqual([null, 'preparation_over'].sort())
})

/** Two instances look for the purchase of two preparations that it fits; each has one of them. */
async function fitsBoth(where: Shop) {
  const who = await client(where)
  const wish = { by: 'amount', value: '1000000' }
  const both = [await prepared(who, wish, where), await prepared(who, wish, where)]
  for (const preparation_id of both) await ask(where, who, '/agents/open_prepared', { preparation_id })
  await trade(where, who, 'purchase', await quote(where, who, 'purchase', 'amount', '1000000'))
  where.intercept.current = metAt("set state = 'bought'", 2, (text) => text)
  await Promise.all([matchPreparations(where.karat), matchPreparations(where.karat)])
  where.intercept.current = undefined
  const { rows } = await ask<PreparedListView>(where, agentAt(where), '/agents/prepared')
  return rows.filter((row) => both.includes(row.preparation_id) && row.state === 'bought').length
}

test('of two preparations that one purchase fits, at once, one has it', async () => {
  expect(await fitsBoth(shop)).toBe(1)
  expect(await fitsBoth(broken), 'control: nothing keeps a purchase to one').toBe(2)
})

/** One more is allowed, and two are made at once. */
async function lastTwoAtOnce(where: Shop, plant?: (text: string) => Promise<string>) {
  const who = await client(where)
  const wish = { by: 'amount', value: '1000000' }
  for (let made = 1; made < settings.agents.mostPreparedEach; made++) await prepared(who, wish, where)
  where.intercept.current = plant
  const both = await Promise.all([prepare(who, wish, where), prepare(who, wish, where)])
  where.intercept.current = undefined
  return both.map(({ error }) => error).sort()
}

test('of two purchases prepared at once for a client who may get one more letter, one is', async () => {
  expect(await lastTwoAtOnce(shop)).toEqual([null, 'preparations_open'].sort())
  const unheld = metAt('insert into agents.preparations', 2, (text) =>
    text.includes("state = 'active' for no key update") ? text.replace('for no key update', '') : text,
  )
  expect(await lastTwoAtOnce(broken, unheld), 'control: nobody holds the agent').toEqual([null, null])
})

test('what an agent who ends had prepared is withdrawn, and they are nobody’s agent any more', async () => {
  const [desk, other] = [desks.get(shop) as TestStaff, await agentOf(shop, desks.get(shop) as TestStaff)]
  const who = await clientOf(shop, other.member)
  const wish = { client_id: who.id, words: '', by: 'amount', value: '1000000' }
  await ask(shop, other.member, '/agents/prepare', wish)
  const mine = () => ask<ListForClientView>(shop, who, '/agents/for_me')
  expect(await mine()).toMatchObject({ agent: { shows_name: false }, rows: [{ state: 'waiting' }] })
  await decide(shop, desk, 'suspend', other.id)
  expect((await mine()).agent, 'still theirs').not.toBeNull()
  await decide(shop, desk, 'end', other.id)
  expect(await mine()).toEqual({ agent: null, rows: [] })
  const { rows } = await ask<PreparedListView>(shop, other.member, '/agents/prepared')
  expect(rows).toMatchObject([{ state: 'withdrawn' }])
})

test('an agent prepares for their own clients alone, so many at a time, and nobody else’s is there', async () => {
  const who = await client()
  const wish = { by: 'amount', value: '1000000' }
  expect((await prepare(await vaultMember(shop), wish)).error).toBe('not_found')
  expect((await call(shop, who, '/agents/prepare', { client_id: agent.member.id, words: '', ...wish })).error).toBe(
    'agent_not_active',
  )
  expect((await prepare(who, { by: 'pieces', sku_id: 1, quantity: 1 })).error).toBe('invalid_input')
  expect((await prepare(who, { by: 'amount', value: '0' })).error).toBe('invalid_input')
  const most = settings.agents.mostPreparedEach
  const made = await Promise.all(Array.from({ length: most + 2 }, () => prepare(who, wish)))
  expect(made.filter(({ error }) => error === null)).toHaveLength(most)
  const { rows } = await ask<PreparedListView>(shop, agent.member, '/agents/prepared')
  const [first] = rows.filter(({ state }) => state === 'waiting')
  await ask(shop, agent.member, '/agents/withdraw_prepared', { preparation_id: first?.preparation_id })
  expect((await prepare(who, wish)).error, 'withdrawn ones were letters too').toBe('preparations_open')
  await expect(
    shop.karat.db.run(sql`
      insert into agents.preparations (id, number, agent_id, member_id, store, currency, kind, amount_minor, ends_at)
      values (gen_random_uuid(), 'P1', ${agent.id}, ${(await vaultMember(shop)).id}, 'id', 'IDR', 'grams', 5, now())`),
  ).rejects.toMatchObject({ constraint: 'prepared_for_a_client' })
})
