/** Commissions: accrued once, taken back to the unit, paid by the month, and nobody is client and agent at a time. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { agentOf, apply, clientOf, decide, older, settled } from '../../../tests/support/agents.ts'
import { takesCharges } from '../../../tests/support/deposits.ts'
import { paidPurchase } from '../../../tests/support/gold-purchases.ts'
import { metAt, overOrHeld } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { paidOrder } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { withBank } from '../../../tests/support/payouts.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import {
  auditVault,
  fillVault,
  heldBy,
  openVault,
  PIN,
  quote,
  trade,
  vaultMember,
} from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { weight, weightText } from '../../money/money.ts'
import { holdPlace } from '../../vault/holder.ts'
import { payPayables } from '../../vault/payables/pay-payables.ts'
import type { ClientsPageView, EarnedPageView, MonthsView } from './commission-contract.ts'
import { owesCommissions } from './commission-queries.ts'
import { settleAgent, settleAgents } from './settle-agent.ts'

const { sound, broken } = openShopPair()
const desks = new Map<Shop, TestStaff>()
const deskOf = (shop: Shop) => desks.get(shop) as TestStaff
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 1_000_0000n)
    desks.set(shop, await staffSignedIn(shop, 'desk'))
  }
  await asOwner(broken.connectionString, ['alter table agents.commissions drop constraint purchase_earns_once'])
})
beforeEach(async () => {
  for (const shop of [sound, broken]) await freshTick(shop)
})
afterEach(async () => {
  for (const shop of [sound, broken]) shop.intercept.current = undefined
  expect(await auditVault(sound)).toEqual([])
})

/** An agent of long ago and a client of theirs who bought grams then. */
async function withPurchase(shop: Shop, amount: string, days = 70) {
  const agent = await agentOf(shop, deskOf(shop))
  const client = await clientOf(shop, agent.member, { cash: 100_000_000n })
  await trade(shop, client, 'purchase', await quote(shop, client, 'purchase', 'amount', amount))
  await older(shop, agent.id, days, [client.id])
  return { ...agent, client }
}
const earned = (shop: Shop, agent: TestMember) => ask<EarnedPageView>(shop, agent, '/agents/purchases')
const months = (shop: Shop, agent: TestMember) => ask<MonthsView>(shop, agent, '/agents/months')
/** Where the next slips go, as its page says it: with the agreement of the vault, where that is asked. */
async function choose(shop: Shop, agent: TestMember, wish: { to: string; destination_id?: string }) {
  const { agreement_version: version } = (await months(shop, agent)).goes
  const agreed = wish.to === 'vault' && version ? { agreement_version: version } : {}
  return ask<MonthsView>(shop, agent, '/agents/slip_way', { ...wish, ...agreed, pin: PIN })
}
const slipOf = async (shop: Shop, agent: TestMember) =>
  (await months(shop, agent)).rows.find((one) => one.slip)?.slip?.went
/** So little of what a client bought stands, as the round reads it. */
const less = (memberId: string, minor: bigint) => (text: string) =>
  text.replace(
    'else t.amount_minor end as stands',
    `else least(t.amount_minor, case t.member_id when '${memberId}' then ${minor} else t.amount_minor end) end as stands`,
  )
async function settledWith(shop: Shop, agentId: string, memberId: string, minor: bigint) {
  shop.intercept.current = less(memberId, minor)
  await settled(shop, agentId)
}

test('what a client buys earns once, falls due when its windows are over, and the month that is over gets its slip', async () => {
  const { id, member, client } = await withPurchase(sound, '2000500')
  await settled(sound, id)
  const again: string[] = []
  sound.intercept.current = (text) => {
    if (text.includes('update agents.commissions')) again.push(text)
    return text
  }
  await settled(sound, id)
  expect(again, 'one statement for all of them').toHaveLength(1)
  const { rows } = await earned(sound, member)
  expect(rows).toMatchObject([
    { kind: 'grams', client: 'Ra••• Wu•••', amount: '2000500', commission: '2000', state: 'paid' },
  ])
  expect((await heldBy(sound, member)).cash).toBe(1950n)
  const view = await months(sound, member)
  const slip = view.rows.find((one) => one.slip)?.slip
  expect(slip).toMatchObject({ gross: '2000', withheld: '50', net: '1950' })
  expect(slip?.number).toMatch(/^AGS\/ID\/\d{4}\/\d{6}$/)
  const pdf = (headers: Record<string, string>) =>
    sound.app.inject({ url: `/api/storeid/agents/slip?slip_id=${slip?.slip_id}`, headers })
  expect((await pdf(member.headers)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await pdf(client.headers)).statusCode).toBe(404)
  const csv = await sound.app.inject({ url: '/api/storeid/agents/purchases_file', headers: member.headers })
  expect(csv.body.split('\n')[1]).toContain(`${rows[0]?.number},grams,Ra••• Wu•••`)
  expect(await owesCommissions(sound.karat.db, member.id)).toBe(false)
  const nowhere = await ask<EarnedPageView>(sound, member, `/agents/purchases?after=1.${'-'.repeat(36)}`)
  expect(nowhere.rows, 'a place that is none is the beginning').toHaveLength(1)
})

test('a purchase of today is pending; an agent without a tax number has more withheld; one who shows their name is read in full', async () => {
  const agent = await agentOf(sound, deskOf(sound), { tax_number: undefined })
  const client = await clientOf(sound, agent.member, { cash: 100_000_000n })
  await trade(sound, client, 'purchase', await quote(sound, client, 'purchase', 'amount', '1000000'))
  await settled(sound, agent.id)
  expect((await earned(sound, agent.member)).rows).toMatchObject([
    { commission: '1000', state: 'pending', client: 'Ra••• Wu•••' },
  ])
  expect(await owesCommissions(sound.karat.db, agent.member.id)).toBe(true)
  await ask(sound, client, '/agents/show_name', { shows_name: true })
  const { rows } = await ask<ClientsPageView>(sound, agent.member, '/agents/clients')
  expect(rows).toMatchObject([{ name: 'Ratna Wulandari', purchases: 1, commission: '1000' }])
  await older(sound, agent.id, 70, [client.id])
  await asOwner(sound.connectionString, [
    'set session_replication_role = replica',
    `update agents.commissions set paid_at = paid_at - interval '70 days' where agent_id = '${agent.id}'`,
  ])
  await settled(sound, agent.id)
  expect((await months(sound, agent.member)).rows.find((one) => one.slip)?.slip).toMatchObject({
    withheld: '30',
    net: '970',
  })
})

test('what goes back in parts takes its part of the commission, the last one the rest; what was paid is set off against later ones', async () => {
  const { id, member, client } = await withPurchase(sound, '2000500')
  await settled(sound, id)
  const before = (await heldBy(sound, member)).cash
  await settledWith(sound, id, client.id, 1_000_999n)
  expect((await earned(sound, member)).rows).toMatchObject([{ commission: '2000', reversed: '1000' }])
  await settledWith(sound, id, client.id, 0n)
  expect((await earned(sound, member)).rows).toMatchObject([{ reversed: '2000', state: 'reversed' }])
  expect((await months(sound, member)).due).toBe('-2000')
  const other = await clientOf(sound, member, { cash: 100_000_000n })
  await trade(sound, other, 'purchase', await quote(sound, other, 'purchase', 'amount', '5000000'))
  await older(sound, id, 40, [other.id])
  await asOwner(sound.connectionString, [
    'set session_replication_role = replica',
    `update agents.slips set month = month - interval '2 months' where agent_id = '${id}'`,
  ])
  await settled(sound, id)
  expect((await heldBy(sound, member)).cash - before).toBe(3000n - 75n)
  expect((await months(sound, member)).due).toBe('0')
})

test('whoever ends and becomes an agent again takes a shortfall along', async () => {
  const { id, member, client } = await withPurchase(sound, '2000000')
  await settled(sound, id)
  await settledWith(sound, id, client.id, 0n)
  sound.intercept.current = undefined
  await decide(sound, deskOf(sound), 'end', id)
  const again = (await apply(sound, member)).data.agent?.agent_id ?? ''
  await decide(sound, deskOf(sound), 'approve', again)
  const other = await clientOf(sound, member, { cash: 100_000_000n })
  await trade(sound, other, 'purchase', await quote(sound, other, 'purchase', 'amount', '5000000'))
  await older(sound, again, 40, [other.id])
  await settled(sound, again)
  const slip = await sound.karat.db.row<{ gross: bigint }>(
    sql`select gross_minor as gross from agents.slips where agent_id = ${again}`,
  )
  expect(slip?.gross).toBe(3000n)
})

test('an order earns when it is paid, and its commission goes with its cancellation', async () => {
  const { id, member } = await agentOf(sound, deskOf(sound))
  const client = await clientOf(sound, member)
  const { order } = await paidOrder(sound, client, await someSku(sound))
  await settled(sound, id)
  expect((await earned(sound, member)).rows).toMatchObject([
    { kind: 'order', number: order.number, state: 'pending', due_at: null },
  ])
  const { quote_id } = await ask<{ quote_id: string }>(sound, client, '/order/cancel_quote', {
    order_id: order.order_id,
  })
  await ask(sound, client, '/order/cancel_order', { order_id: order.order_id, quote_id })
  await settled(sound, id)
  const [row] = (await earned(sound, member)).rows
  expect([row?.state, row?.reversed]).toEqual(['reversed', row?.commission])
})

test('nobody is client and agent at a time, nothing is earned before the beginning or while suspended, and the database says so', async () => {
  const { id, member, client } = await withPurchase(sound, '3000000', 0)
  const desk = deskOf(sound)
  const stranger = await vaultMember(sound, { cash: 100_000_000n })
  const insert = (of: { client: string; at: ReturnType<typeof sql> }) =>
    sound.karat.db.run(sql`
      insert into agents.commissions (id, agent_id, client_id, store, currency, purchase_kind, purchase_id, number, paid_at, purchase_minor,
        stands_minor, ppm, amount_minor)
      values (gen_random_uuid(), ${id}, ${of.client}, 'id', 'IDR', 'grams', gen_random_uuid(), 'V1', ${of.at}, 1000000, 1000000, 1000, 1000)`)
  const oneLevel = { constraint: 'one_level' }
  await expect(insert({ client: stranger.id, at: sql`now()` })).rejects.toMatchObject(oneLevel)
  await expect(insert({ client: member.id, at: sql`now()` })).rejects.toMatchObject(oneLevel)
  await expect(insert({ client: client.id, at: sql`now() - interval '1 day'` })).rejects.toMatchObject(oneLevel)
  await decide(sound, desk, 'suspend', id)
  await expect(insert({ client: client.id, at: sql`now()` })).rejects.toMatchObject(oneLevel)
  await decide(sound, desk, 'resume', id)
  const own = await apply(sound, client)
  await decide(sound, desk, 'approve', own.data.agent?.agent_id ?? '')
  await expect(insert({ client: client.id, at: sql`now()` })).rejects.toMatchObject(oneLevel)
  await trade(sound, client, 'purchase', await quote(sound, client, 'purchase', 'amount', '1000000'))
  await settled(sound, id)
  expect((await earned(sound, member)).rows, 'only what was bought before').toMatchObject([{ commission: '3000' }])
})

/** Somebody is approved whose agent earns by what they buy at that moment. */
async function approvedBesideEarning(shop: Shop) {
  const { id, member } = await agentOf(shop, deskOf(shop))
  const client = await clientOf(shop, member, { cash: 100_000_000n })
  const own = (await apply(shop, client)).data.agent?.agent_id ?? ''
  let earning: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (earning || !/update agents\.agents set state/.test(text)) return text
    // The approval has its moment; before it says so, a purchase is made and earns.
    earning = (async () => {
      await trade(shop, client, 'purchase', await quote(shop, client, 'purchase', 'amount', '1000000'))
      await settled(shop, id)
    })()
    await earning
    return text
  }
  const approved = await decide(shop, deskOf(shop), 'approve', own)
  shop.intercept.current = undefined
  const both = await shop.karat.db.rows(sql`
    select c.id from agents.commissions c join agents.agents a on a.member_id = c.client_id and a.began_at <= c.paid_at
    where c.client_id = ${client.id}`)
  return { error: approved.error, both: both.length }
}

test('approved beside a purchase that earns: one of the two stands', async () => {
  const { error, both } = await approvedBesideEarning(sound)
  expect([error, both]).toEqual(['edited_meanwhile', 0])
  await asOwner(broken.connectionString, ['drop trigger guard_agent on agents.agents'])
  expect((await approvedBesideEarning(broken)).both, 'control: nobody asks what was earned').toBe(1)
})

/** Two instances look at one agent at once. */
async function twoRounds(shop: Shop, plant?: (text: string) => Promise<string>) {
  const { id, member, client } = await withPurchase(shop, '2000000', 0)
  await shop.karat.db.run(sql`update agents.agents set next_look_at = now() + interval '1 day' where id <> ${id}`)
  await shop.karat.db.run(sql`update agents.agents set next_look_at = now() where id = ${id}`)
  await shop.karat.db.transaction((tx) => holdPlace(tx, { memberId: member.id, store: 'id' }))
  shop.intercept.current = plant
  await Promise.all([settleAgents(shop.karat), settleAgents(shop.karat)])
  shop.intercept.current = undefined
  const rows = await shop.karat.db.rows(sql`select id from agents.commissions where client_id = ${client.id}`)
  return { rows: rows.length, member }
}

test('two rounds at once: one commission', async () => {
  expect((await twoRounds(sound)).rows).toBe(1)
  const blind = metAt('insert into agents.commissions', 2, unheld)
  expect((await twoRounds(broken, blind)).rows, 'control: nobody holds the agent').toBe(2)
})

/** Everything of an agent has fallen due, and waits for the slip. */
async function withDue(shop: Shop, amount = '2000000') {
  const { id, member, client } = await withPurchase(shop, amount, 0)
  await settled(shop, id)
  await older(shop, id, 70, [client.id])
  await asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `update agents.commissions set paid_at = paid_at - interval '70 days', due_at = due_at - interval '70 days' where agent_id = '${id}'`,
  ])
  await shop.karat.db.run(sql`update agents.agents set next_look_at = now() where id = ${id}`)
  return { id, member }
}

async function paidByTwoRounds(shop: Shop, plant?: (text: string) => Promise<string>) {
  const { id, member } = await withDue(shop)
  const before = (await heldBy(shop, member)).cash
  shop.intercept.current = plant
  await Promise.allSettled([settleAgent(shop.karat, id), settleAgent(shop.karat, id)])
  shop.intercept.current = undefined
  const slips = await shop.karat.db.rows(sql`select id from agents.slips where agent_id = ${id}`)
  return { slips: slips.length, paid: (await heldBy(shop, member)).cash - before }
}

/** The same where the slip buys grams; how many purchases there were. */
async function boughtByTwoRounds(shop: Shop, plant?: (text: string) => Promise<string>) {
  const { id, member } = await withDue(shop, '20000000')
  await choose(shop, member, { to: 'vault' })
  shop.intercept.current = plant
  await Promise.allSettled([settleAgent(shop.karat, id), settleAgent(shop.karat, id)])
  shop.intercept.current = undefined
  const slips = await shop.karat.db.rows<{ weight: bigint }>(
    sql`select weight_e4 as weight from agents.slips where agent_id = ${id}`,
  )
  const gold = slips.reduce((sum, { weight }) => sum + weight, 0n)
  expect([gold > 0n, await heldBy(shop, member)]).toEqual([true, { cash: 0n, gold }])
  return slips.length
}

/** Nobody holds the agent or their place. */
const unheld = (text: string) => {
  if (/update agents\.agents set next_look_at/.test(text) && text.includes('returning'))
    return `select id, number, member_id as "memberId", store, state, tax_number_sealed is not null as numbered from agents.agents
      where id = $2 and $1::int is not null`
  return text.includes('from vault.holders') ? text.replace(/for no key update/, '') : text
}

test('two rounds at once: a month is paid once', async () => {
  expect(await paidByTwoRounds(sound)).toEqual({ slips: 1, paid: 1950n })
  expect(await boughtByTwoRounds(sound), 'in grams').toBe(1)
  await asOwner(broken.connectionString, [
    'alter table agents.slips drop constraint slip_of_a_month',
    'alter table agents.slips disable trigger slip_is_its_sum',
    'alter table agents.commissions disable trigger slip_is_its_sum',
    'alter table agents.commissions disable trigger guard_commission',
  ])
  // Both have read that there is no slip; what comes next asks about the agent.
  const control = await paidByTwoRounds(broken, metAt('select cases.is_stopped', 2, unheld))
  const inGrams = await boughtByTwoRounds(broken, metAt('select cases.is_stopped', 2, unheld))
  await asOwner(broken.connectionString, ['alter table agents.commissions enable trigger guard_commission'])
  expect(control, 'control: neither is held, nor the month').toEqual({ slips: 2, paid: 3900n })
  expect(inGrams, 'control: nor do grams').toBe(2)
})

test('a round holds the place of the agent’s member before the agent, as whoever closes an account does', async () => {
  const { id, member } = await withDue(sound)
  const round = await sound.karat.db.transaction(async (tx) => {
    await holdPlace(tx, { memberId: member.id, store: 'id' })
    const over = settleAgent(sound.karat, id)
    await overOrHeld(sound, over)
    await tx.run(sql`select from agents.agents where id = ${id} for update nowait`)
    return [over]
  })
  expect(await Promise.all(round)).toEqual([true])
})

/** An order is called off while a round has read that it stands. */
async function commissionBesideRefund(shop: Shop, plant: (text: string) => string) {
  const { id, member } = await agentOf(shop, deskOf(shop))
  const client = await clientOf(shop, member)
  const { order } = await paidOrder(shop, client, await someSku(shop))
  const { quote_id } = await ask<{ quote_id: string }>(shop, client, '/order/cancel_quote', {
    order_id: order.order_id,
  })
  let cancelled = false
  shop.intercept.current = async (text) => {
    if (cancelled || !text.includes('agents.earns(')) return plant(text)
    cancelled = true
    await ask(shop, client, '/order/cancel_order', { order_id: order.order_id, quote_id })
    return plant(text)
  }
  await settled(shop, id)
  const [seen] = (await earned(shop, member)).rows
  expect(cancelled && seen?.state, 'it was read before').toBe('pending')
  await settled(shop, id)
  shop.intercept.current = undefined
  const [row] = (await earned(shop, member)).rows
  return { state: row?.state, isAllBack: row?.reversed === row?.commission }
}

test('a commission beside the refund of its purchase: nothing of it is left, whatever the round had read', async () => {
  const sees = (text: string) => text
  expect(await commissionBesideRefund(sound, sees)).toEqual({ state: 'reversed', isAllBack: true })
  // What went back before its commission was written is not asked about again.
  const once = (text: string) =>
    text.replace(
      'and stands_minor > 0 order by id',
      'and stands_minor > 0 and exists (select from agents.reversals r where r.commission_id = agents.commissions.id) order by id',
    )
  expect((await commissionBesideRefund(broken, once)).isAllBack, 'control').toBe(false)
})

/** The slip of a month is made while more goes back. */
async function slipBesideReversal(shop: Shop, plant: (text: string) => string) {
  const { id, member, client } = await withPurchase(shop, '2000000')
  await shop.karat.db.run(sql`update agents.agents set next_look_at = now() + interval '1 day' where id <> ${id}`)
  let back: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (back) return plant(less(client.id, 0n)(text))
    if (!/insert into agents\.slips/.test(text)) return text
    back = settled(shop, id)
    await overOrHeld(shop, back)
    return text
  }
  await settled(shop, id)
  await back
  await settled(shop, id)
  const [row] = (await earned(shop, member)).rows
  return { state: row?.state, reversed: row?.reversed, due: (await months(shop, member)).due }
}

test('a slip beside a reversal: what was paid is paid, and what went back is open against later commissions', async () => {
  const shortfall = { state: 'reversed', reversed: '2000', due: '-2000' }
  expect(await slipBesideReversal(sound, (text) => text)).toEqual(shortfall)
  const unpaid = (text: string) =>
    text.replace('and stands_minor > 0 order by id', 'and stands_minor > 0 and slip_id is null order by id')
  const control = await slipBesideReversal(broken, unpaid)
  expect(control, 'control: nobody asks about what was paid').toEqual({ state: 'paid', reversed: '0', due: '0' })
})

test('a slip says what stands on it and no more, a commission is paid once, and what was taken back stays so', async () => {
  const { id } = await withPurchase(sound, '2000000')
  await settled(sound, id)
  const of = sql`where agent_id = ${id}`
  const { db } = sound.karat
  await expect(db.run(sql`update agents.commissions set slip_id = null ${of}`)).rejects.toMatchObject({
    constraint: 'commission_stays',
  })
  await expect(db.run(sql`update agents.commissions set stands_minor = 0 ${of}`)).rejects.toMatchObject({
    constraint: 'commission_stays',
  })
  const back = (amount: bigint) =>
    db.run(sql`insert into agents.reversals (id, commission_id, stands_minor, amount_minor)
      select gen_random_uuid(), id, 1000000, ${amount} from agents.commissions ${of}`)
  for (const wrong of [999n, 1001n])
    await expect(back(wrong)).rejects.toMatchObject({ constraint: 'reversed_to_the_unit' })
})

test('a slip goes where its agent has chosen: into the vault at a live price and not before, or to an account of theirs', async () => {
  const { id, member } = await withDue(sound, '20000000')
  const wrong = await call(sound, member, '/agents/slip_way', { to: 'account', pin: PIN })
  expect([wrong.http, wrong.data]).toMatchObject([422, { fields: { destination_id: 'is required' } }])
  expect((await choose(sound, member, { to: 'vault' })).goes).toMatchObject({ to: 'vault', agreement_version: null })
  const now = sound.clock.ms
  sound.clock.ms += 3_600_000
  await settled(sound, id)
  expect(await slipOf(sound, member), 'no price is live').toBeUndefined()
  sound.clock.ms = now
  await settled(sound, id)
  const went = await slipOf(sound, member)
  expect(went).toMatchObject({ to: 'vault', fell_back: null })
  const held = await heldBy(sound, member)
  expect([held.cash, weightText(weight(held.gold))]).toEqual([0n, went?.grams])
  const view = await askStaff(sound, deskOf(sound), `/agents/agent?agent_id=${id}`)
  expect(view.data).toMatchObject({ goes: { to: 'vault' }, slips: [{ went, net: '19500' }] })

  const other = await withDue(sound, '20000000')
  const destination = await withBank(sound, other.member)
  const foreign = await call(sound, member, '/agents/slip_way', {
    to: 'account',
    destination_id: destination,
    pin: PIN,
  })
  expect(foreign.error, 'of somebody else').toBe('not_found')
  await choose(sound, other.member, { to: 'account', destination_id: destination })
  await settled(sound, other.id)
  expect(await slipOf(sound, other.member)).toMatchObject({ to: 'account', account: expect.stringMatching(/^BCA /) })
  await payPayables(sound.karat)
  const paid = await sound.karat.db.rows(sql`
    select p.amount_minor as minor, o.state from vault.payables p join vault.payouts o on o.id = p.payout_id where p.member_id = ${other.member.id}`)
  expect(paid).toEqual([{ minor: 19_500n, state: 'pending' }])

  const little = await withDue(sound)
  await choose(sound, little.member, { to: 'vault' })
  await settled(sound, little.id)
  expect(await slipOf(sound, little.member)).toMatchObject({ to: 'usual', fell_back: 'too_small' })
  expect((await heldBy(sound, little.member)).cash).toBe(1950n)
})

test('where no balances are kept, a slip is owed to the usual account or to the one that was named, or buys grams', async () => {
  takesCharges(sound)
  await fillVault(sound, 1_000_0000n, 'my')
  const member = await vaultMember(sound, { store: 'my' })
  const id = (await apply(sound, member, { tax_number: undefined })).data.agent?.agent_id ?? ''
  await decide(sound, deskOf(sound), 'approve', id)
  const slips = []
  for (const to of ['usual', 'account', 'vault']) {
    const destination = to === 'account' ? { destination_id: await withBank(sound, member) } : {}
    await choose(sound, member, { to, ...destination })
    const client = await clientOf(sound, member, { store: 'my' })
    await paidPurchase(sound, client, '6000.00')
    await older(sound, id, 70, [client.id])
    await asOwner(sound.connectionString, [
      'set session_replication_role = replica',
      `update vault.purchases set clears_at = clears_at - interval '70 days' where member_id = '${client.id}'`,
      `update agents.slips set month = month - interval '2 months' where agent_id = '${id}'`,
    ])
    await settled(sound, id)
    const { rows } = await months(sound, member)
    slips.push(rows.flatMap(({ slip }) => (slip ? [{ net: slip.net, to: slip.went.to }] : [])).length)
    expect(await slipOf(sound, member)).toMatchObject({ to, fell_back: null })
  }
  expect(slips).toEqual([1, 2, 3])
  await payPayables(sound.karat)
  const owed = await sound.karat.db.rows(sql`
    select amount_minor as minor, state, destination_id is not null as named from vault.payables where member_id = ${member.id} order by made_at`)
  expect(owed).toEqual([
    { minor: 588n, state: 'waiting', named: false },
    { minor: 588n, state: 'paid_out', named: true },
  ])
  const held = await heldBy(sound, member)
  expect([held.cash, held.gold > 0n]).toEqual([0n, true])
})

/** The agent chooses the vault while a slip is paid that has read where it goes. */
async function choiceBesidePayment(shop: Shop, plant: (text: string) => string) {
  const { id, member } = await withDue(shop, '20000000')
  const destination = await withBank(shop, member)
  await choose(shop, member, { to: 'account', destination_id: destination })
  const { agreement_version: version } = (await months(shop, member)).goes
  let [changed, before] = [false, false]
  let change: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (text.includes('insert into agents.slips')) before = changed
    if (change || !text.includes('insert into ledger.transfers')) return plant(text)
    const wish = { to: 'vault', pin: PIN, ...(version && { agreement_version: version }) }
    change = call(shop, member, '/agents/slip_way', wish).then(() => {
      changed = true
    })
    await overOrHeld(shop, change)
    return plant(text)
  }
  const failed = await settleAgent(shop.karat, id).then(
    () => null,
    (error) => error.constraint ?? error,
  )
  await change
  shop.intercept.current = undefined
  const slip = await slipOf(shop, member)
  return { before, failed, to: slip?.to, next: (await months(shop, member)).goes.to }
}

test('a choice beside the payment of a slip waits for it; what was chosen before it is where it goes', async () => {
  const paid = { before: false, failed: null, to: 'account', next: 'vault' }
  expect(await choiceBesidePayment(sound, (text) => text)).toEqual(paid)
  const unplaced = (text: string) =>
    text.includes('from vault.holders') ? text.replace('for no key update', '') : text
  const refused = { before: true, failed: 'slip_goes_as_chosen', to: undefined, next: 'vault' }
  expect(await choiceBesidePayment(broken, unplaced), 'the database refuses it').toEqual(refused)
  await asOwner(broken.connectionString, ['alter table agents.slips disable trigger guard_slip_way'])
  const control = { before: true, failed: null, to: 'account', next: 'vault' }
  expect(await choiceBesidePayment(broken, unplaced), 'control: it went where nobody wants it any more').toEqual(
    control,
  )
})
