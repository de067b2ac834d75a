/** Prepared purchases: the client buys them on their own device or does not; each is tied to one purchase. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { agentOf, clientOf } from '../../../tests/support/agents.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { paidOrder } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { staffSignedIn } from '../../../tests/support/staff.ts'
import { fillVault, openVault, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { settings } from '../../settings.ts'
import { matchPreparations } from './end-preparation.ts'
import type { ListForClientView, PreparedListView } from './preparation-contract.ts'

const shop = openShop()
let agent: { member: TestMember; id: string }
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 1_000_0000n)
  agent = await agentOf(shop, await staffSignedIn(shop, 'desk'))
})
beforeEach(() => freshTick(shop))

const client = () => clientOf(shop, agent.member, { cash: 100_000_000n })
const prepare = (of: TestMember, wish: object) =>
  call<PreparedListView>(shop, agent.member, '/agents/prepare', { client_id: of.id, words: '', ...wish })
async function prepared(of: TestMember, wish: object) {
  const { data, error } = await prepare(of, wish)
  if (error) throw new Error(error)
  return data.rows[0]?.preparation_id ?? ''
}
const stateOf = async (id: string) =>
  (await ask<PreparedListView>(shop, agent.member, '/agents/prepared')).rows.find((row) => row.preparation_id === id)
    ?.state
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
  await buys(who, 'amount', '1000000')
  await Promise.all([matchPreparations(shop.karat), matchPreparations(shop.karat)])
  await matchPreparations(shop.karat)
  expect([await stateOf(first), await stateOf(second)].sort()).toEqual(['bought', 'waiting'])
  expect(JSON.stringify(await ask(shop, agent.member, '/agents/prepared'))).not.toMatch(/cash|balance|pin/i)
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
})

test('declined, withdrawn and past its time it is over; of two at once one stands', async () => {
  const who = await client()
  const wish = { by: 'amount', value: '1000000' }
  const [declined, late, both] = [await prepared(who, wish), await prepared(who, wish), await prepared(who, wish)]
  await ask(shop, who, '/agents/decline_prepared', { preparation_id: declined })
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
