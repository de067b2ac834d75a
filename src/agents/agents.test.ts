/** Becoming an agent, and ending it: by the member and by staff, each move once. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { agentOf, applicant, apply, decide, readAgency, taxNumber } from '../../tests/support/agents.ts'
import { metAt } from '../../tests/support/meeting.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { call } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { PIN, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { aboutTaxNumber } from '../kyc/tell-funds.ts'
import { listPapers } from '../papers/paper-queries.ts'
import { type AgentState, agentMoves, agentStates } from './agent-rules.ts'
import { contractPapers } from './contract-papers.ts'
import { forgetContracts } from './forget-contracts.ts'
import { forgetAgents } from './held-queries.ts'
import { moveAgent } from './move-agent.ts'
import { ratesOn } from './rates.ts'

const { sound, broken } = openShopPair()
const desks = new Map<Shop, TestStaff>()
const deskOf = (shop: Shop) => desks.get(shop) as TestStaff
beforeAll(async () => {
  for (const shop of [sound, broken]) desks.set(shop, await staffSignedIn(shop, 'desk'))
  await asOwner(broken.connectionString, ['drop index agents.one_agent_of_a_member'])
})
beforeEach(() => {
  for (const shop of [sound, broken]) shop.intercept.current = undefined
})

const stateOf = async (shop: Shop, member: TestMember) => (await readAgency(shop, member)).agent?.state
const documentOf = async (id: string) => (await listPapers(sound.karat.db, contractPapers.subject, [id]))[0]?.document
const letters = async ({ id }: TestMember) =>
  (
    await sound.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where destination = ${`${id}@karat.test`} order by id`,
    )
  ).map(({ template }) => template)

test('a member applies, staff approve, and the signed contract is there; suspended, they go on, and end it themselves', async () => {
  const member = await vaultMember(sound)
  expect(await readAgency(sound, member)).toMatchObject({ agent: null, was_agent: false, may_apply: true })
  const { data } = await apply(sound, member)
  expect(data).toMatchObject({ agent: { state: 'applied', tax_number_end: '1000', contract: null }, may_apply: false })
  const id = data.agent?.agent_id ?? ''
  const desk = deskOf(sound)
  const approved = await decide(sound, desk, 'approve', id)
  expect(approved.data).toMatchObject({ state: 'active', contract: expect.stringMatching(/^AGC\/ID\/\d{4}\/\d{6}$/) })
  const text = JSON.stringify(await documentOf(id))
  expect(text).toContain('Tax number ending in 1000')
  expect(text).not.toContain(taxNumber.replace(/\D/g, ''))
  const pdf = (headers: Record<string, string>, from: string) =>
    sound.app.inject({ url: `/api/${from}/agents/contract?agent_id=${id}`, headers })
  const mine = await pdf(member.headers, 'storeid')
  expect(mine.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await pdf(desk.headers, 'admin')).rawPayload.equals(mine.rawPayload)).toBe(true)
  expect((await pdf((await vaultMember(sound)).headers, 'storeid')).statusCode).toBe(404)
  await decide(sound, desk, 'suspend', id)
  const leaves = () => call(sound, member, '/agents/end', { agent_id: id, pin: PIN })
  expect((await leaves()).error, 'nobody leaves with what is withheld while they are suspended').toBe('agent_state')
  await decide(sound, desk, 'resume', id)
  for (const [decision, state] of [
    ['suspend', 'suspended'],
    ['resume', 'active'],
  ] as const) {
    await decide(sound, desk, decision, id)
    expect(await stateOf(sound, member)).toBe(state)
  }
  const ended = await call<{ agent: { state: string } }>(sound, member, '/agents/end', { agent_id: id, pin: PIN })
  expect(ended.data).toMatchObject({ agent: { state: 'ended' }, may_apply: true })
  const again = await apply(sound, member)
  expect(again.data, 'months and slips of before stay').toMatchObject({ agent: { contract: null }, was_agent: true })
  expect(await letters(member)).toEqual([
    ...['agent_approved', 'agent_suspended', 'agent_resumed'],
    ...['agent_suspended', 'agent_resumed'],
  ])
})

test('refused or withdrawn, signature and tax number are gone, the reason is read, and one may apply again', async () => {
  const [refused, withdrawn] = [await applicant(sound), await applicant(sound)]
  await decide(sound, deskOf(sound), 'refuse', refused.id)
  await call(sound, withdrawn.member, '/agents/withdraw', { agent_id: withdrawn.id })
  const kept = await sound.karat.db.rows(sql`
    select state from agents.agents where id in (${refused.id}, ${withdrawn.id}) and num_nonnulls(signature_sealed, tax_number_sealed, tax_number_end) = 0
    order by state`)
  expect(kept).toEqual([{ state: 'refused' }, { state: 'withdrawn' }])
  expect((await readAgency(sound, refused.member)).agent?.timeline[0]).toMatchObject({
    reason: 'We refuse you',
    by: 'desk',
  })
  expect((await apply(sound, refused.member)).error).toBeNull()
})

test('what cannot be: without T1, with other terms, with a number that is none, twice, somebody else’s', async () => {
  const member = await vaultMember(sound)
  expect((await apply(sound, member, { terms_version: '2020-01' })).error).toBe('agent_terms_changed')
  for (const tax_number of ['12345', '1234567890123456', 'IG12345678901'])
    expect((await apply(sound, member, { tax_number })).error, tax_number).toBe('invalid_input')
  expect((await apply(sound, member, { pin: '000000' })).error).toBe('pin_wrong')
  const low = await vaultMember(sound, { level: 0 })
  expect((await apply(sound, low)).error).toBe('verification_required')
  expect((await apply(sound, member, { tax_number: undefined })).error).toBeNull()
  expect((await apply(sound, member)).error).toBe('agent_open')
  const { id } = await applicant(sound)
  expect((await call(sound, member, '/agents/withdraw', { agent_id: id })).error).toBe('not_found')
  expect((await decide(sound, deskOf(sound), 'suspend', id)).error).toBe('agent_state')
})

test('the tax number is compared with the identity check, and opened for a reason that is written; the overview counts who waits', async () => {
  const { db, sealing } = sound.karat
  const desk = deskOf(sound)
  const count = async () => (await askStaff(sound, desk, '/overview/figures?store=id')).data.agents as number
  const before = await count()
  const { member, id } = await applicant(sound)
  expect(await count()).toBe(before + 1)
  const read = () => askStaff(sound, desk, `/agents/agent?agent_id=${id}`)
  const plain = taxNumber.replace(/\D/g, '')
  const keeps = (number: string) =>
    db.run(sql`
      insert into kyc.funds (member_id, store, tax_number_sealed, tax_number_end, source, explanation)
      values (${member.id}, 'id', ${sealing.seal(Buffer.from(number), aboutTaxNumber(member.id))}, ${number.slice(-4)}, 'salary', 'A shop in Solo')
      on conflict (member_id) do update set tax_number_sealed = excluded.tax_number_sealed`)
  await keeps('999999999999999')
  expect((await read()).data).toMatchObject({ tax_check: 'other', tax_number_end: '1000' })
  await keeps(`0${plain}`)
  const { data } = await read()
  expect(data).toMatchObject({ tax_check: 'same' })
  expect(JSON.stringify(data)).not.toContain(plain)
  const open = (reason: string) => askStaff(sound, desk, '/agents/tax_number', { agent_id: id, reason })
  expect((await open('')).error).toBe('invalid_input')
  expect((await open('The tax office asks')).data).toEqual({ tax_number: plain })
  const written = await db.rows(sql`
    select reason, details->>'did' as did from staff.actions where action = 'agents.tax_number' and subject_id = ${id}`)
  expect(written).toEqual([{ reason: 'The tax office asks', did: 'agent_tax_number_opened' }])
  await db.run(sql`update identity.members set name = 'Wahyu Kertanegara' where id = ${member.id}`)
  const found = await askStaff(sound, desk, '/agents/list?q=kertanegara')
  expect((found.data.rows as { agent_id: string }[]).map(({ agent_id }) => agent_id)).toEqual([id])
})

test('what was signed under other terms than those of now is not approved: the contract would print what nobody signed', async () => {
  const { id, member } = await applicant(sound)
  await asOwner(sound.connectionString, [
    'set session_replication_role = replica',
    `update agents.agents set terms_version = '2025-01' where id = '${id}'`,
  ])
  expect((await decide(sound, deskOf(sound), 'approve', id)).error).toBe('agent_terms_superseded')
  expect((await decide(sound, deskOf(sound), 'refuse', id)).error).toBeNull()
  expect(await stateOf(sound, member)).toBe('refused')
})

async function applyAtOnce(shop: Shop) {
  const member = await vaultMember(shop)
  const all = await Promise.all([apply(shop, member), apply(shop, member)])
  return all.map(({ error }) => error).sort()
}

test('of two applications at once one stands', async () => {
  expect(await applyAtOnce(sound)).toEqual(['agent_open', null].sort())
  expect(await applyAtOnce(broken), 'control: nothing keeps it single').toEqual([null, null])
})

/** Staff approve while the member withdraws; both have read that it waits. */
async function approvedAndWithdrawn(shop: Shop, plant: (text: string) => string) {
  const { member, id } = await applicant(shop)
  shop.intercept.current = metAt(/update agents\.agents set state/, 2, plant)
  const [staff, own] = await Promise.all([
    decide(shop, deskOf(shop), 'approve', id),
    call(shop, member, '/agents/withdraw', { agent_id: id }),
  ])
  shop.intercept.current = undefined
  return [staff.error, own.error].sort()
}

test('approved beside withdrawn: one of them wins, and the other reads so', async () => {
  const sees = (text: string) => text
  expect(await approvedAndWithdrawn(sound, sees)).toEqual(['agent_state', null].sort())
  const control = await approvedAndWithdrawn(broken, (text) =>
    text.replace(/ and state = \$(\d+) returning id/, ' and $$$1::text is not null returning id'),
  )
  expect(control, 'control: only the table of moves in the database is left').toContain('system_error')
})

test('the database knows the moves of the code, and takes no other, no change of what was signed, and no state without its move', async () => {
  const { db } = sound.karat
  const rows = await db.rows<{ from: AgentState; to: AgentState }>(
    sql`select from_state as "from", to_state as "to" from agents.legal_moves`,
  )
  const known = agentStates.flatMap((from) => agentMoves[from].map((to) => `${from} ${to}`))
  expect(rows.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(known.sort())
  const { id } = await applicant(sound)
  const set = (change: ReturnType<typeof sql>) => db.run(sql`update agents.agents set ${change} where id = ${id}`)
  await expect(set(sql`state = 'ended', ended_at = now()`)).rejects.toMatchObject({ constraint: 'agent_stays' })
  await expect(set(sql`terms_version = 'x'`)).rejects.toMatchObject({ constraint: 'agent_stays' })
  await expect(set(sql`state = 'withdrawn', ended_at = now(), signature_sealed = null`)).rejects.toMatchObject({
    constraint: 'agent_has_its_move',
  })
  await expect(
    db.transaction((tx) => moveAgent(tx, { agentId: id, from: 'applied', to: 'active', actor: 'system', reason: '' })),
  ).rejects.toMatchObject({ constraint: 'contract_since_the_beginning' })
})

test('whoever closes their account is no agent any more; years later the contract says no more who it was', async () => {
  const { member, id } = await agentOf(sound, deskOf(sound))
  await sound.karat.db.transaction((tx) => forgetAgents(tx, member.id))
  expect(await stateOf(sound, member)).toBe('ended')
  expect(await forgetContracts(sound.karat)).toBe(0)
  const before = await documentOf(id)
  await asOwner(sound.connectionString, [
    'set session_replication_role = replica',
    `update agents.agents set ended_at = now() - interval '12 years' where id = '${id}'`,
  ])
  expect(await forgetContracts(sound.karat)).toBe(1)
  expect(await documentOf(id)).toEqual({ ...before, parties: [] })
})

test('rates are set for a day to come by two people, once for a day, and hold from it', async () => {
  const desk = deskOf(sound)
  const rates = { store: 'my', commission_ppm: 2000, withheld_ppm: 20_000, withheld_unnumbered_ppm: 25_000 }
  const wish = (valid_from: string) =>
    askStaff(sound, desk, '/agents/rates', { ...rates, valid_from, reason: 'More clients in Malaysia' })
  expect((await wish('2020-01-01')).error).toBe('invalid_input')
  const asked = await wish('2099-01-01')
  const approve = (who: TestStaff, approval_id: unknown) => askStaff(sound, who, '/approvals/approve', { approval_id })
  const { approval_id } = asked.data as { approval_id: string }
  expect((await approve(desk, approval_id)).error).toBe('second_person_required')
  expect(await ratesOn(sound.karat.db, 'my', '2099-06-01')).toMatchObject({ commission_ppm: 1000 })
  const second = await staffSignedIn(sound, 'desk')
  expect((await approve(second, approval_id)).error).toBeNull()
  expect(await ratesOn(sound.karat.db, 'my', '2098-12-31')).toMatchObject({ commission_ppm: 1000 })
  expect(await ratesOn(sound.karat.db, 'my', '2099-01-01')).toEqual({
    ...{ commission_ppm: 2000, withheld_ppm: 20_000, withheld_unnumbered_ppm: 25_000 },
  })
  const again = (await wish('2099-01-01')).data as { approval_id: string }
  expect((await approve(second, again.approval_id)).error).toBe('edited_meanwhile')
})

/** The clock of the store in Indonesia is so many hours ahead of UTC. */
const ahead = (hours: number) =>
  asOwner(sound.connectionString, [`update stores.stores set time_zone = '<x>-${hours}' where code = 'id'`])

test('rates are for a day that has not begun in the store, when they are asked for and when they are set', async () => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const inDays = (days: number) => day(Date.now() + days * 86_400_000)
  const desk = deskOf(sound)
  const rates = { store: 'id', commission_ppm: 500, withheld_ppm: 20_000, withheld_unnumbered_ppm: 25_000 }
  const wish = (valid_from: string) =>
    askStaff(sound, desk, '/agents/rates', { ...rates, valid_from, reason: 'Fewer clients in Java' })
  await ahead(0)
  const asked = (await wish(inDays(2))).data as { approval_id: string }
  await ahead(48)
  expect((await wish(inDays(2))).error, 'today in the store').toBe('invalid_input')
  const second = await staffSignedIn(sound, 'desk')
  const late = await askStaff(sound, second, '/approvals/approve', { approval_id: asked.approval_id })
  expect(late.error, 'it has begun meanwhile').toBe('edited_meanwhile')
  await asOwner(sound.connectionString, [`update stores.stores set time_zone = 'Asia/Jakarta' where code = 'id'`])
})
