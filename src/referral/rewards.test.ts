/** Rewards of invitations: once, only what stands, counted as the member's from the first gram on. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TEST_KIND } from '../../tests/support/books.ts'
import { paidDeposit, takesCharges } from '../../tests/support/deposits.ts'
import { disputed } from '../../tests/support/disputes.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { stateOf } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { notify, payable, someSku } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { auditVault, givePin, heldBy, quote, takeCash, trade, vaultMember } from '../../tests/support/vault.ts'
import { openVaultShop } from '../../tests/support/vault-shop.ts'
import { readBacking } from '../backing/judge-backing.ts'
import { sql, type Tx } from '../db/database.ts'
import { balanceOf, listGramsByMember } from '../ledger/ledger-queries.ts'
import { houseAccount, memberAccount } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { deleteMember } from '../rights/delete-member.ts'
import { holdPlace } from '../vault/holder.ts'
import { attributeSignUp } from './attribute-sign-up.ts'
import { findRewards } from './find-rewards.ts'
import { makeLink } from './links.ts'
import { moveReward, moveRewards } from './move-rewards.ts'
import { listCampaigns, listOfficeRewards } from './office-queries.ts'
import { rateNow } from './rates.ts'

const shop = openVaultShop(100_0000n)
const GRAM = 10_000n
beforeEach(() => freshTick(shop))
afterEach(() => {
  shop.intercept.current = undefined
})

const { rewards, of } = {
  rewards: () => shop.karat.db.rows<{ id: string; state: string }>(sql`select id, state from referral.rewards`),
  of: async (invited: TestMember) => {
    const row = await shop.karat.db.row<{
      id: string
      state: string
      waits: string | null
      doubts: string[]
      taken: bigint
      setOff: bigint
    }>(sql`
      select id, state, waits_for as waits, doubts, taken_e4 as taken, set_off_e4 as "setOff" from referral.rewards where invited_id = ${invited.id}`)
    if (!row) throw new Error('no reward')
    return row
  },
}
const pendingOf = ({ id }: TestMember) =>
  balanceOf(shop.karat.db, memberAccount({ store: 'id', id }, 'reward_pending', 'XAU'))
const goldOf = async (member: TestMember) => (await heldBy(shop, member)).gold

const linkTo = ({ id }: Pick<TestMember, 'id'>) =>
  ({ kind: 'member', subjectId: id, memberId: id, store: 'id' }) as const

/** Somebody who came by the member's link, and bought for so much. */
async function invite({ id: memberId }: TestMember, bought = 1_000_000n, level: 0 | 1 = 1): Promise<TestMember> {
  const invited = await shop.karat.db.transaction(async (tx) => {
    const code = await makeLink(tx, linkTo({ id: memberId }))
    const made = await signedIn({ karat: { db: tx as Tx } } as unknown as Shop, 'Budi Santoso', 'id', level)
    await attributeSignUp(tx, { memberId: made.id, store: 'id', invite: code, referral: undefined })
    return made
  })
  if (bought > 0n) await buy(invited, bought)
  return invited
}
async function buy(member: TestMember, minor: bigint) {
  await givePin(shop, member)
  await takeCash(shop, member, -minor)
  const made = await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'amount', String(minor)))
  expect(made.status).toBe('success')
}
/** The windows of what was bought so far are over. */
const daysLater = (days: number) => {
  shop.intercept.current = (text) =>
    text.replace(
      'next_at <= now() as due, now() as at',
      `next_at <= now() as due, now() + interval '${days} days' as at`,
    )
}
const lookAgain = () =>
  shop.karat.db.run(sql`update referral.rewards set next_at = now() where state not in ('reversed', 'refused')`)
async function round() {
  await findRewards(shop.karat)
  await lookAgain()
  await moveRewards(shop.karat)
}
test('a reward is set aside when enough was bought, counts as the member’s at once, and is theirs when every window is over', async () => {
  const inviter = await vaultMember(shop)
  const little = await invite(inviter, 400_000n)
  const unverified = await invite(inviter, 0n, 0)
  await round()
  expect(await rewards()).toEqual([])
  await buy(little, 600_000n)
  const before = await readBacking(shop.karat.db, 'id')
  await round()
  expect(await of(little)).toMatchObject({ state: 'reserved', doubts: [], waits: null })
  expect([await pendingOf(inviter), await goldOf(inviter)]).toEqual([100n, 0n])
  // Pending, it is owed to the member: by the judge of a breach and in each day's proof.
  expect((await readBacking(shop.karat.db, 'id')).members).toBe(before.members + 100n)
  expect((await listGramsByMember(shop.karat.db, 'id')).find(({ memberId }) => memberId === inviter.id)?.units).toBe(
    100n,
  )
  await round()
  expect((await of(little)).state).toBe('reserved')
  daysLater(8)
  await round()
  expect((await of(little)).state).toBe('credited')
  expect([await pendingOf(inviter), await goldOf(inviter)]).toEqual([0n, 100n])
  expect(await shop.karat.db.rows(sql`select from referral.rewards where invited_id = ${unverified.id}`)).toEqual([])
  expect(await auditVault(shop)).toEqual([])
})

test('what does not stand is taken back to the unit, pending or credited; what is missing is set off against the next', async () => {
  const inviter = await vaultMember(shop)
  const [pending, credited] = [await invite(inviter), await invite(inviter)]
  await round()
  await undoInMind(pending)
  await round()
  expect(await of(pending)).toMatchObject({ state: 'reversed', taken: 100n })
  shop.intercept.current = undefined
  daysLater(8)
  await round()
  expect((await of(credited)).state).toBe('credited')
  // Most of it is gone by the time at which the purchase is taken back.
  await sendAway(inviter, 70n)
  await undoInMind(credited)
  await round()
  expect(await of(credited)).toMatchObject({ state: 'reversed', taken: 30n })
  expect(await goldOf(inviter)).toBe(0n)
  shop.intercept.current = undefined
  const next = await invite(inviter)
  daysLater(8)
  await round()
  await round()
  expect(await of(next)).toMatchObject({ state: 'credited', setOff: 70n })
  expect(await goldOf(inviter)).toBe(30n)
  expect(await auditVault(shop)).toEqual([])
})

/** As if the purchases of one invited member were undone. */
async function undoInMind({ id }: TestMember) {
  const before = shop.intercept.current
  shop.intercept.current = (text) =>
    text.includes('from vault.trades t left join vault.purchases p on p.id = t.purchase_id') &&
    text.includes('"clearsAt"')
      ? text.replace(`t.side = 'buy'`, `t.side = 'buy' and t.member_id <> '${id}'`)
      : (before?.(text) ?? text)
}
const sendAway = ({ id }: TestMember, units: bigint) =>
  shop.karat.db.transaction((tx) =>
    postTransfer(tx, {
      ...{ kind: TEST_KIND, reference: `test funding ${id}`, actor: 'system' },
      legs: [
        { account: memberAccount({ store: 'id', id }, 'gold', 'XAU'), amount: -units },
        { account: houseAccount('id', 'vault', 'XAU'), amount: units },
      ],
    }),
  )

test('whoever shares a browser or an account with their inviter, or leads a ring back, waits for staff', async () => {
  const top = await vaultMember(shop)
  const middle = await invite(top, 0n)
  const [device, sibling, ring] = [await invite(middle), await invite(middle, 0n), await invite(middle)]
  const browser = (one: TestMember, two: TestMember) =>
    shop.karat.db.run(sql`insert into identity.shared_browsers (member_id, other_id) values (${one.id}, ${two.id})`)
  await browser(middle, device)
  await browser(device, sibling)
  await browser(ring, top)
  await round()
  expect(await of(device)).toMatchObject({ state: 'waiting', doubts: ['device', 'sibling'] })
  expect(await of(ring)).toMatchObject({ state: 'waiting', doubts: ['ring'] })
  expect(await pendingOf(middle)).toBe(0n)
  const { id } = await of(device)
  const force = sql`update referral.rewards set state = 'reserved', reserved_at = now() where id = ${id}`
  await expect(shop.karat.db.run(force)).rejects.toThrow(/waits for staff/)

  const desk = await staffSignedIn(shop, 'desk')
  const decide = (reward: string, decision: 'accept' | 'refuse') =>
    askStaff(shop, desk, '/growth/decide', {
      reward_id: reward,
      decision,
      reason: 'two brothers, known at the counter',
    })
  const [row] = (await listOfficeRewards(shop.karat.db, { state: 'review', page: 1, size: 50 })).rows
  expect(row?.in_review).toBe(true)
  expect((await decide(id, 'accept')).status).toBe(200)
  expect((await decide(id, 'accept')).status).toBe(409)
  await round()
  expect((await of(device)).state).toBe('reserved')
  await browser(device, top)
  daysLater(8)
  await round()
  const doubted = { state: 'reserved', doubts: ['device', 'ring', 'sibling'] }
  expect(await of(device), 'what came since nobody accepted').toMatchObject(doubted)
  expect((await decide(id, 'accept')).status).toBe(200)
  await round()
  expect((await of(device)).state).toBe('credited')
  const late = await invite(middle)
  await round()
  await round()
  expect(await of(late)).toMatchObject({ state: 'credited', doubts: [] })
  await browser(middle, late)
  await round()
  expect(await of(late), 'what comes to light later stands with it').toMatchObject({
    ...{ state: 'credited', doubts: ['device'] },
  })
  expect((await decide((await of(late)).id, 'refuse')).status).toBe(200)
  expect((await of(late)).state).toBe('reversed')
  expect((await decide((await of(ring)).id, 'refuse')).status).toBe(200)
  expect((await of(ring)).state).toBe('refused')
  expect((await decide(id, 'refuse')).status).toBe(200)
  expect([await of(device), await pendingOf(middle)]).toMatchObject([{ state: 'reversed', taken: 100n }, 0n])
  const { rows: campaigns } = await listCampaigns(shop.karat.db, { kind: 'member', page: 1, size: 50 })
  const code = await shop.karat.db.transaction((tx) => makeLink(tx, linkTo(middle)))
  expect(campaigns.find((one) => one.code === code)).toMatchObject({
    signed_up: 4,
    verified: 4,
    bought: 3,
    volume: '3000000',
    cost: '0.0000',
  })
  expect(await auditVault(shop)).toEqual([])
})

test('whoever is paid to their inviter’s account is refused: nobody accepts it, before the credit', async () => {
  const inviter = await vaultMember(shop)
  const [account, later, namesake] = [await invite(inviter), await invite(inviter), await invite(inviter)]
  const paidTo = ({ id }: TestMember, number: string) =>
    shop.karat.db.run(sql`
      insert into payouts.destinations (id, member_id, store, kind, provider, holder, number_sealed, number_end, number_hash, usable_from)
      values (gen_random_uuid(), ${id}, 'id', 'bank', 'bca', 'somebody', decode('00', 'hex'), '1234', ${Buffer.from(number)}, now())`)
  await paidTo(inviter, 'one')
  await paidTo(account, 'one')
  const told = ({ id }: TestMember, number: string) =>
    shop.karat.db.run(sql`
      insert into kyc.real_names (member_id, store, id_type, country, full_name, birth_date, sex, number_sealed, number_end, number_hash)
      values (${id}, 'id', 'nik', 'ID', 'Budi Santoso', '1990-01-01', 'male', decode('00', 'hex'), '1234', ${Buffer.from(number)})`)
  await told(inviter, 'his')
  await told(namesake, 'hers')
  await findRewards(shop.karat)
  const desk = await staffSignedIn(shop, 'desk')
  const accept = (reward_id: string) =>
    askStaff(shop, desk, '/growth/decide', { reward_id, decision: 'accept', reason: 'husband and wife' })
  expect((await accept((await of(account)).id)).error).toBe('reward_state')
  const byHand = sql`update referral.rewards set accepted_by = 'staff:x', accepted_doubts = doubts where id = ${(await of(account)).id}`
  await expect(shop.karat.db.run(byHand)).rejects.toMatchObject({ constraint: 'same_person_is_refused' })
  await round()
  expect(await of(account)).toMatchObject({ state: 'refused', doubts: ['payout'] })
  expect(await of(namesake), 'two people may have one name').toMatchObject({ state: 'waiting', doubts: ['namesake'] })
  expect((await of(later)).state).toBe('reserved')
  await paidTo(later, 'one')
  await round()
  expect(await of(later), 'it was pending').toMatchObject({ state: 'reversed', taken: 100n })

  // A tenth of a gram is accepted by two people, also as the sum of what one accepted.
  await weigh(namesake, 600)
  expect((await accept((await of(namesake)).id)).data).toEqual({ approval_id: null })
  const next = await invite(inviter)
  await told(next, 'theirs')
  await findRewards(shop.karat)
  await weigh(next, 400)
  expect((await accept((await of(next)).id)).data.approval_id).toEqual(expect.any(String))
  expect(await auditVault(shop)).toEqual([])
})

const weigh = (invited: TestMember, units: number) =>
  asOwner(shop.connectionString, [
    'alter table referral.rewards disable trigger guard_reward',
    `update referral.rewards set weight_e4 = ${units} where invited_id = '${invited.id}'`,
    'alter table referral.rewards enable trigger guard_reward',
  ])

test('a doubt of before, said of a name and a paper alike, is of a name: its reward goes on waiting', async () => {
  const inviter = await vaultMember(shop)
  const [waiting, credited] = [await invite(inviter), await invite(inviter)]
  await findRewards(shop.karat)
  const { id: accepted } = await of(credited)
  await asOwner(shop.connectionString, [
    'alter table referral.rewards disable trigger guard_reward',
    `update referral.rewards set doubts = '{document,payout}' where invited_id = '${waiting.id}'`,
    `update referral.rewards set doubts = '{document,namesake}', accepted_doubts = '{document}', accepted_by = 'staff:one',
      accepted_at = now() where id = '${accepted}'`,
    'alter table referral.rewards enable trigger guard_reward',
    readFileSync('migrations/488.do.one_name_is_two_people.sql', 'utf8'),
  ])
  expect((await of(waiting)).doubts).toEqual(['namesake', 'payout'])
  const [kept] = await shop.karat.db.rows(
    sql`select doubts, accepted_doubts from referral.rewards where id = ${accepted}`,
  )
  expect(kept).toEqual({ doubts: ['namesake'], accepted_doubts: ['namesake'] })
})

/** One person accepts two rewards of 0.06 g at once; how many of them wait for a second person. */
async function bothAccepted(plant: (text: string) => string | Promise<string>): Promise<number> {
  const both: TestMember[] = []
  // Of two inviters: a member's own rewards stand in line for their place.
  for (const inviter of [await vaultMember(shop), await vaultMember(shop)]) {
    const invited = await invite(inviter)
    await shop.karat.db.run(
      sql`insert into identity.shared_browsers (member_id, other_id) values (${inviter.id}, ${invited.id})`,
    )
    both.push(invited)
  }
  await findRewards(shop.karat)
  for (const one of both) await weigh(one, 600)
  const ids = await Promise.all(both.map(async (one) => (await of(one)).id))
  const desk = await staffSignedIn(shop, 'desk')
  shop.intercept.current = plant
  const answers = await Promise.all(
    ids.map((reward_id) =>
      askStaff(shop, desk, '/growth/decide', { reward_id, decision: 'accept', reason: 'known at the counter' }),
    ),
  )
  shop.intercept.current = undefined
  expect(answers.map(({ error }) => error)).toEqual([null, null])
  return answers.filter(({ data }) => data.approval_id !== null).length
}

test('of two rewards that one person accepts at the same moment, what passes the sum waits for a second person', async () => {
  const meet = meetingAt('pg_advisory_xact_lock', 2)
  expect(await bothAccepted(async (text) => meet(text).then(() => text))).toBe(1)
})

test('control: where nobody stands in line both are accepted alone', async () => {
  const meet = meetingAt('coalesce(sum(weight_e4), 0)', 2)
  const unlocked = (text: string) => text.replace('pg_advisory_xact_lock(hashtextextended($1, 0))', 'length($1)')
  expect(await bothAccepted(async (text) => meet(text).then(() => unlocked(text)))).toBe(0)
})

test('a card deposit that its bank takes for good paid for nothing: the reward of what it bought goes back', async () => {
  takesCharges(shop)
  const inviter = await vaultMember(shop)
  const friend = await invite(inviter, 0n)
  await givePin(shop, friend)
  const deposit = await paidDeposit(shop, friend, 1_000_000n)
  const made = await trade(shop, friend, 'purchase', await quote(shop, friend, 'purchase', 'amount', '1000000'))
  expect(made.status).toBe('success')
  await round()
  daysLater(40)
  await round()
  expect((await of(friend)).state).toBe('credited')
  await disputed(shop, deposit, 'open')
  await round()
  expect((await of(friend)).state, 'its bank has not decided').toBe('credited')
  await disputed(shop, deposit, 'lost')
  await round()
  expect(await of(friend)).toMatchObject({ state: 'reversed', taken: 100n })
})

test('whoever leaves gives up what is pending, and it hinders nothing', async () => {
  const inviter = await vaultMember(shop)
  const friend = await invite(inviter)
  await round()
  expect(await pendingOf(inviter)).toBe(100n)
  await shop.karat.db.transaction((tx) => deleteMember(shop.karat, tx, { memberId: inviter.id, passwordHash: 'none' }))
  expect([await pendingOf(inviter), (await of(friend)).state]).toEqual([0n, 'reversed'])
})

test('it waits, and says why, while the store is frozen, the vault is empty, the month is full or the account is closed to it', async () => {
  const inviter = await vaultMember(shop)
  const [one, two] = [await invite(inviter), await invite(inviter)]
  await findRewards(shop.karat)
  const [first, second] = [await of(one), await of(two)]
  await shop.karat.db.run(
    sql`insert into backing.freezes (id, store, cause, owed_e4, owned_e4) values (gen_random_uuid(), 'id', 'vault', 2, 1)`,
  )
  expect(await moveReward(shop.karat, first.id)).toBe('waits')
  expect((await of(one)).waits).toBe('frozen')
  await asOwner(shop.connectionString, [
    'alter table backing.freezes disable trigger all',
    'delete from backing.freezes',
    'alter table backing.freezes enable trigger all',
  ])
  await shop.karat.db.run(
    sql`update identity.members set frozen_at = now(), frozen_by = 'staff' where id = ${inviter.id}`,
  )
  await lookAgain()
  expect(await moveReward(shop.karat, first.id)).toBe('waits')
  expect((await of(one)).waits).toBe('account')
  await shop.karat.db.run(sql`update identity.members set frozen_at = null, frozen_by = null where id = ${inviter.id}`)
  await asOwner(shop.connectionString, [
    'alter table referral.rewards disable trigger guard_reward',
    `update referral.rewards set per_month = 1 where member_id = '${inviter.id}'`,
    'alter table referral.rewards enable trigger guard_reward',
  ])
  await lookAgain()
  expect(await moveReward(shop.karat, first.id)).toBe('reserved')
  expect(await moveReward(shop.karat, second.id)).toBe('waits')
  expect((await of(two)).waits).toBe('cap')
})

test('two rounds at once note one reward, and no more of them in a month than its cap', async () => {
  const inviter = await vaultMember(shop)
  const invited = [await invite(inviter), await invite(inviter)]
  const meet = meetingAt('insert into referral.rewards', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  await Promise.all([findRewards(shop.karat), findRewards(shop.karat)])
  shop.intercept.current = undefined
  const ids = await Promise.all(invited.map(of))
  expect(await shop.karat.db.rows(sql`select id from referral.rewards where member_id = ${inviter.id}`)).toHaveLength(2)
  await asOwner(shop.connectionString, [
    'alter table referral.rewards disable trigger guard_reward',
    `update referral.rewards set per_month = 1 where member_id = '${inviter.id}'`,
    'alter table referral.rewards enable trigger guard_reward',
  ])
  const both = [...ids, ...ids].map(({ id }) => moveReward(shop.karat, id))
  expect((await Promise.all(both)).filter((moved) => moved === 'reserved')).toHaveLength(1)
  expect(await pendingOf(inviter)).toBe(100n)
})

test('control: where nobody holds the inviter’s place, two rewards at once pass a cap of one', async () => {
  const inviter = await vaultMember(shop)
  const invited = [await invite(inviter), await invite(inviter)]
  await shop.karat.db.transaction((tx) => holdPlace(tx, { memberId: inviter.id, store: 'id' }))
  await findRewards(shop.karat)
  await asOwner(shop.connectionString, [
    'alter table referral.rewards disable trigger guard_reward',
    `update referral.rewards set per_month = 1 where member_id = '${inviter.id}'`,
    'alter table referral.rewards enable trigger guard_reward',
  ])
  const ids = await Promise.all(invited.map(of))
  const meet = meetingAt(`set state = 'reserved'`, 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text.replace('for no key update', '')
  }
  const moved = await Promise.all(ids.map(({ id }) => moveReward(shop.karat, id)))
  expect(moved).toEqual(['reserved', 'reserved'])
})

test('a purchase that is undone beside the credit is found by the next round, and the reward goes back to the unit', async () => {
  const inviter = await vaultMember(shop)
  const invited = await invite(inviter)
  await round()
  daysLater(8)
  const later = shop.intercept.current
  let undone = false
  shop.intercept.current = async (text) => {
    // The statement after the one that decided.
    if (text.includes(`set state = 'credited'`) && !undone) {
      undone = true
      shop.intercept.current = later
      await undoInMind(invited)
    }
    return (await (undone ? shop.intercept.current : later)?.(text)) ?? text
  }
  await lookAgain()
  expect(await moveReward(shop.karat, (await of(invited)).id)).toBe('credited')
  expect([undone, (await of(invited)).state]).toEqual([true, 'credited'])
  const sees = shop.intercept.current
  const blind = (text: string) =>
    text.replace(`('waiting', 'reserved', 'credited') and next_at`, `('waiting', 'reserved') and next_at`)
  shop.intercept.current = async (text) => blind((await sees?.(text)) ?? text)
  await round()
  expect((await of(invited)).state, 'control: a round that looks at no credited ones').toBe('credited')
  shop.intercept.current = sees
  await round()
  expect(await of(invited)).toMatchObject({ state: 'reversed', taken: 100n })
  expect([await goldOf(inviter), await pendingOf(inviter)]).toEqual([0n, 0n])
  expect(await auditVault(shop)).toEqual([])
})

test('a reward is there once for an invited member: the database refuses the second', async () => {
  const inviter = await vaultMember(shop)
  const invited = await invite(inviter)
  const plant = async () => {
    const meet = meetingAt('insert into referral.rewards', 2)
    shop.intercept.current = async (text) => {
      await meet(text)
      return text.replace('on conflict (invited_id) do nothing', '')
    }
    const ended = await Promise.allSettled([findRewards(shop.karat), findRewards(shop.karat)])
    shop.intercept.current = undefined
    return ended.map(({ status }) => status).toSorted()
  }
  expect(await plant()).toEqual(['fulfilled', 'rejected'])
  expect(await shop.karat.db.rows(sql`select id from referral.rewards where invited_id = ${invited.id}`)).toHaveLength(
    1,
  )
})

/** Two orders of one invited member, each enough by itself, are paid at the same moment, and two instances look as they are. */
async function bothPaid(plant: (text: string) => string) {
  await findRewards(shop.karat)
  const inviter = await vaultMember(shop)
  const invited = await invite(inviter, 0n)
  const sku = await someSku(shop, GRAM)
  const orders = [await payable(shop, invited, sku), await payable(shop, invited, sku)]
  // Neither is paid before the other is about to be, nor a reward noted before the other round would note one.
  const [paid, noted] = [
    meetingAt(`update orders.orders set state = 'paid'`, 2),
    meetingAt('insert into referral.rewards', 2),
  ]
  shop.intercept.current = async (text) => {
    await Promise.all([paid(text), noted(text)])
    return plant(text)
  }
  const found = await Promise.all(
    orders.map(async ({ order, payment }) => {
      await notify(shop, { reference: payment.payment_id, amount: payment.amount })
      await vi.waitFor(async () => expect(await stateOf(shop, order.order_id)).toBe('paid'), { timeout: 10_000 })
      return findRewards(shop.karat)
    }),
  )
  await Promise.all([moveRewards(shop.karat), moveRewards(shop.karat)])
  shop.intercept.current = undefined
  return { found: found.toSorted(), pending: await pendingOf(inviter), invited }
}

test('two orders that each bring a reward, paid at the same moment: one reward', async () => {
  const { found, pending, invited } = await bothPaid((text) => text)
  expect([found, pending]).toEqual([[0, 1], 100n])
  await buy(invited, 1_000_000n)
  expect(await findRewards(shop.karat), 'nor does a later one bring another').toBe(0)
  expect(await auditVault(shop)).toEqual([])
})

test('a rate takes two people, holds from then on, and leaves what was noted before', async () => {
  const inviter = await vaultMember(shop)
  const before = await invite(inviter)
  await findRewards(shop.karat)
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const wish = {
    store: 'id',
    grams: '0.0250',
    volume: '2000000',
    level: 1,
    per_month: 5,
    reason: 'a campaign in December',
  }
  const asked = await askStaff(shop, one, '/growth/rates', wish)
  const { approval_id } = asked.data as { approval_id: string }
  expect((await rateNow(shop.karat.db, { code: 'id', currency: 'IDR' })).weight).toBe(100n)
  expect((await askStaff(shop, two, '/approvals/approve', { approval_id })).status).toBe(200)
  expect(await rateNow(shop.karat.db, { code: 'id', currency: 'IDR' })).toMatchObject({
    weight: 250n,
    needs: 2_000_000n,
    perMonth: 5,
  })
  const after = await invite(inviter, 2_000_000n)
  await findRewards(shop.karat)
  const weights = await shop.karat.db.rows(sql`
    select weight_e4 as weight from referral.rewards where invited_id in (${before.id}, ${after.id}) order by made_at, weight_e4`)
  expect(weights).toEqual([{ weight: 100n }, { weight: 250n }])
})

test('control: where a reward is not noted once for its invited member, each of the two orders brings one', async () => {
  await asOwner(shop.connectionString, ['alter table referral.rewards drop constraint reward_is_once'])
  const { found, pending } = await bothPaid((text) => text.replace('on conflict (invited_id) do nothing', ''))
  const { weight: reward } = await rateNow(shop.karat.db, { code: 'id', currency: 'IDR' })
  expect([found, pending]).toEqual([[1, 1], 2n * reward])
})
