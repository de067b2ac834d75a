/** Members are compared with lists: when, against what, once; and what a hit stops in the database itself. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { casesOf, clearHit, readIn, screenAll, stopMember } from '../../tests/support/cases.ts'
import { someNik, tellName } from '../../tests/support/kyc.ts'
import { meetingAt, overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { auditVault, heldBy, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { openVaultShop } from '../../tests/support/vault-shop.ts'
import { sql } from '../db/database.ts'
import { accountKinds, memberAccount } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { transferKinds } from '../ledger/transfer-kind-rules.ts'
import { approve } from '../staff/approvals.ts'
import { askRelease, decideHit, releaseExecutor } from './decide-hit.ts'
import { importList } from './import-list.ts'
import { screenEverybody } from './worker.ts'

const GRAM = 10_000n
const shop = openVaultShop(1000n * GRAM)
beforeEach(() => freshTick(shop))
afterEach(() => {
  shop.intercept.current = undefined
})
const named = async (name: string) => signedIn(shop, name)
const stateOf = async (member: { id: string }) => (await casesOf(shop, member)).map(({ state }) => state)

test('everybody is compared with each list: who is meant is stopped and has a case that says why', async () => {
  const [meant, other] = [await named('Slamet Rahardjo Djarot'), await named('Slamet Widodo')]
  await readIn(shop, 'List A', [{ reference: '7', name: 'Jarot Slamet RAHARJO' }])
  expect(await screenAll(shop)).toBeGreaterThan(1)
  expect(await casesOf(shop, meant)).toMatchObject([
    {
      kind: 'screening',
      state: 'open',
      matched: { rule: 'same_name', birth: 'unknown', listed: 'Jarot Slamet RAHARJO' },
    },
  ])
  expect(await casesOf(shop, other)).toEqual([])
  expect(await screenAll(shop)).toBe(0)
})

test('a cleared hit is not made again by the same entry, in whatever version; a changed entry is compared anew', async () => {
  const member = await named('Bambang Pamungkas')
  const entry = { reference: '1', name: 'Bambang Pamungkas' }
  await readIn(shop, 'List B', [entry])
  await screenAll(shop)
  const [hit] = await casesOf(shop, member)
  await clearHit(shop, hit ?? { id: '' })
  await readIn(shop, 'List B', [entry, { reference: '2', name: 'Somebody New' }])
  await screenAll(shop)
  expect(await stateOf(member)).toEqual(['ended'])
  await readIn(shop, 'List B', [{ ...entry, aliases: 'Bepe' }])
  await screenAll(shop)
  expect(await stateOf(member)).toEqual(['ended', 'open'])
})

test('who tells their name is compared with it at once, by its number too', async () => {
  const number = someNik()
  await readIn(shop, 'List C', [{ reference: '1', name: 'Quite Another Person', numbers: `nik ${number}` }])
  const member = await named('Ratna')
  expect((await tellName(shop, member, { number })).http).toBe(200)
  expect(await casesOf(shop, member)).toMatchObject([{ matched: { rule: 'number', listed: 'Quite Another Person' } }])
})

test('who has not been compared yet moves only when they have been: no hit goes through, a hit is refused', async () => {
  const [meant, other] = [await vaultMember(shop, { cash: 1_000_000n }), await vaultMember(shop, { cash: 1_000_000n })]
  await shop.karat.db.run(sql`update identity.members set name = 'Zainuddin Amali' where id = ${meant.id}`)
  const quotes = [
    await quote(shop, meant, 'purchase', 'amount', '100000'),
    await quote(shop, other, 'purchase', 'amount', '100000'),
  ]
  await readIn(shop, 'List D', [{ reference: '1', name: 'Zainudin Amali' }])
  const tried = await trade(shop, meant, 'purchase', { quote_id: quotes[0]?.quote_id ?? '' })
  expect([tried.http, tried.error, tried.data]).toMatchObject([409, 'not_possible_now', {}])
  expect(Object.keys(tried.data)).toEqual(['request_id'])
  expect((await trade(shop, other, 'purchase', { quote_id: quotes[1]?.quote_id ?? '' })).http).toBe(200)
  expect([await stateOf(meant), (await heldBy(shop, meant)).cash]).toEqual([['open'], 1_000_000n])
})

test('what was cleared may be done with the same key again, and what was confirmed takes two people', async () => {
  const member = await vaultMember(shop, { gold: GRAM })
  const { quote_id } = await quote(shop, member, 'cashingIn', 'weight', '0.5')
  const hit = await stopMember(shop, member)
  const key = 'the same key'
  expect((await trade(shop, member, 'cashingIn', { quote_id, key })).error).toBe('not_possible_now')
  const [one, two] = [(await staffSignedIn(shop, 'desk')).staff, (await staffSignedIn(shop, 'desk')).staff]
  await decideHit(shop.karat, one, { caseId: hit.id, verdict: 'confirm', reason: 'it is them' })
  await expect(decideHit(shop.karat, two, { caseId: hit.id, verdict: 'clear', reason: 'no' })).rejects.toMatchObject({
    code: 'case_state',
  })
  const { approval_id: approvalId } = await askRelease(shop.karat, one, {
    caseId: hit.id,
    reason: 'taken off the list',
  })
  const executors = new Map([[releaseExecutor.action, releaseExecutor]])
  await expect(approve(shop.karat, one, { approvalId }, executors)).rejects.toMatchObject({
    code: 'second_person_required',
  })
  expect((await trade(shop, member, 'cashingIn', { quote_id, key })).error).toBe('not_possible_now')
  await approve(shop.karat, two, { approvalId }, executors)
  expect((await trade(shop, member, 'cashingIn', { quote_id, key })).http).toBe(200)
  expect(await auditVault(shop)).toEqual([])
})

test('a file with a fault is read in not at all, and says each fault by its line', async () => {
  const { staff } = await staffSignedIn(shop, 'desk')
  const read = (text: string, source = 'List E') => importList(shop.karat, staff, { source, text, reason: 'a test' })
  const text = ['name;reference;birth_dates', 'A;1;1980-13-01', ';2;', 'B;3;1980', 'C;3;'].join('\n')
  await expect(read(text)).rejects.toMatchObject({
    code: 'import_wrong',
    data: {
      faults: [
        { line: 2, problem: 'birth_date', value: '1980-13-01' },
        { line: 3, problem: 'name', value: '' },
        { line: 5, problem: 'reference_twice', value: '3' },
      ],
    },
  })
  await expect(read('name\nA')).rejects.toMatchObject({
    data: { faults: [{ problem: 'column_missing', value: 'reference' }] },
  })
  await expect(read('name,reference\nA,1', '?')).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await shop.karat.db.rows(sql`select 1 as one from cases.lists where source = 'List E'`)).toEqual([])
})

test('two processes share a round, and compare each member once', async () => {
  await asOwner(shop.connectionString, [
    'create table public.compared (member_id uuid, version integer)',
    'grant insert, select, delete on public.compared to karat_app',
    `create function public.count_it() returns trigger language plpgsql as $$
      begin insert into public.compared values (new.member_id, new.version); return new; end $$`,
    'create trigger count_it after update on cases.people for each row execute function public.count_it()',
  ])
  for (let i = 0; i < 120; i++) await signedIn(shop, `Somebody ${i}`)
  const people = await shop.karat.db.row<{ all: number }>(sql`select count(*)::int as all from cases.people`)
  const compared = async () => {
    await shop.karat.db.run(sql`delete from public.compared`)
    await readIn(shop, 'List F', [{ reference: '1', name: 'Nobody At All' }])
    await Promise.all([1, 2, 3].map(() => screenEverybody(shop.karat)))
    return shop.karat.db.row<{ all: number; each: number }>(sql`
      select count(*)::int as all, count(distinct member_id)::int as each from public.compared`)
  }
  expect(await compared()).toEqual({ all: people?.all, each: people?.all })
  // Control: three that hold nothing take the same members.
  const meet = meetingAt('from kyc.real_names', 3)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text.replace('for update skip locked', '')
  }
  expect((await compared())?.all).toBeGreaterThan(people?.all ?? 0)
  shop.intercept.current = undefined
  await asOwner(shop.connectionString, ['drop trigger count_it on cases.people', 'drop table public.compared'])
})

test('every kind of transfer that touches a member is refused while they are stopped, or is a fact with its reason', async () => {
  const facts = (await shop.karat.db.rows<{ kind: string }>(sql`select kind from cases.booked_always`)).map(
    ({ kind }) => kind,
  )
  const ofMembers = Object.entries(transferKinds)
    .filter(([, { legs }]) =>
      Object.keys(legs).some((kind) => accountKinds[kind as keyof typeof accountKinds].holder === 'member'),
    )
    .map(([kind]) => kind)
  expect(ofMembers.filter((kind) => !facts.includes(kind)).toSorted()).toEqual([
    'adjusted',
    'balance_spent',
    'commission_paid',
    'deal_closed_out',
    'gold_back_in_grams',
    'gold_back_paid',
    'gold_bought',
    'gold_redeemed',
    'gold_sold',
    'gold_transferred',
    'hold_placed',
    'purchase_paid',
    'reward_credited',
    'reward_reserved',
    'reward_reversed',
    'tax_collected',
    'trade_repriced',
    'trade_undone',
    'transfer_claimed',
  ])
  expect(facts.filter((kind) => !ofMembers.includes(kind))).toEqual(['reversal'])
})

/** A transfer of cash that the member moves, and a hit that comes meanwhile: which of them was first. */
async function race(at: Shop, plant = (text: string) => text) {
  const member = await vaultMember(at, { cash: 1_000_000n })
  const holder = memberAccount({ store: 'id', id: member.id }, 'cash', 'IDR')
  const held = memberAccount({ store: 'id', id: member.id }, 'cash_held', 'IDR')
  let stopping: Promise<unknown> | undefined
  at.intercept.current = async (text) => plant(text)
  const moving = at.karat.db.transaction(async (tx) => {
    await postTransfer(tx, {
      ...{ kind: 'hold_placed', reference: member.id, actor: `member:${member.id}` },
      legs: [
        { account: holder, amount: -1n },
        { account: held, amount: 1n },
      ],
    })
    stopping = stopMember(at, member)
    await overOrHeld(at, stopping)
    return tx.row<{ stopped: boolean }>(sql`select cases.is_stopped(${member.id}) as stopped`)
  })
  const during = await moving
  await stopping
  return during?.stopped
}

test('a stop waits for the movement that was judged before it', async () => {
  expect(await race(shop)).toBe(false)
})

test('control: where the member is not taken alone, the stop stands before the movement has ended', async () => {
  const taken = (text: string) =>
    /identity\.members where id = \$1 for update/.test(text) ? text.replace(' for update', '') : text
  expect(await race(shop, taken)).toBe(true)
})
