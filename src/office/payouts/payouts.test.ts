/** Withdrawals at the desk: the list, another try at once, and money given back by one person or two. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  fakePayouts,
  payoutRound,
  restPayouts,
  type Withdrawer,
  withdrawal,
  withdrawalsOf,
  withdrawer,
} from '../../../tests/support/payouts.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, heldBy, openVault } from '../../../tests/support/vault.ts'
import type { OfficePayoutView } from '../../vault/payouts/office-payout-contract.ts'

const shop = openShop()
const MILLION = 1_000_000n
let desk: TestStaff
let member: Withdrawer
let provider: ReturnType<typeof fakePayouts>
beforeAll(() => openVault(shop))
beforeEach(async () => {
  await freshTick(shop)
  desk = await staffSignedIn(shop, 'desk')
  provider = fakePayouts(shop)
  member = await withdrawer(shop, 20n * MILLION)
})
afterEach(async () => {
  expect(await auditVault(shop)).toEqual([])
  await restPayouts(shop)
})
const row = async (number: string) =>
  ((await askStaff(shop, desk, `/payouts/list?q=${number}`)).data as unknown as { rows: OfficePayoutView[] }).rows[0]
/** As the overview counts them. */
const refused = async () =>
  ((await askStaff(shop, desk, '/overview/figures?store=id')).data as { refused_withdrawals: number })
    .refused_withdrawals
const decide = (how: 'retry' | 'giveBack', payout_id: string, who = desk) =>
  askStaff(shop, who, `/payouts/${how}`, { payout_id, reason: 'The member asked' })

test('one that failed at its bank is tried again at once; while it may be paid nobody decides', async () => {
  provider.does = 'failed'
  const { payout_id: id, number } = await withdrawal(shop, member, MILLION)
  await payoutRound(shop)
  expect(await row(number)).toMatchObject({
    ...{ state: 'paying', may_decide: true, takes_two: false, member: 'Ratna Wulandari', account: 'BCA •••• 7890' },
    tries: [{ number: 1, state: 'failed', failure: 'account_closed', asks: 1 }],
  })
  expect(await refused()).toBe(1)
  provider.does = 'accepted'
  expect((await decide('retry', id)).status).toBe(200)
  await payoutRound(shop)
  expect(await row(number)).toMatchObject({ may_decide: false, tries: [{}, { state: 'accepted' }] })
  expect(await refused()).toBe(0)
  for (const how of ['retry', 'giveBack'] as const) expect((await decide(how, id)).error, how).toBe('payout_state')
  const support = await staffSignedIn(shop, 'support')
  expect((await decide('retry', id, support)).error).toBe('permission_missing')
  expect((await decide('retry', member.id)).error).toBe('not_found')
})

test('a small one is given back by one person, a large one by two, and its member reads why', async () => {
  const [small, large] = [await withdrawal(shop, member, MILLION), await withdrawal(shop, member, 10n * MILLION)]
  expect((await decide('giveBack', small.payout_id)).data).toEqual({ approval_id: null })
  expect((await heldBy(shop, member)).cash).toBe(10n * MILLION)
  const { approval_id } = (await decide('giveBack', large.payout_id)).data
  expect(approval_id).toEqual(expect.any(String))
  expect(await row(large.number)).toMatchObject({ takes_two: true, second_asked: true, state: 'pending' })
  const approve = (who: TestStaff) => askStaff(shop, who, '/approvals/approve', { approval_id })
  expect((await approve(desk)).error).toBe('second_person_required')
  expect((await approve(await staffSignedIn(shop, 'desk'))).status).toBe(200)
  expect((await heldBy(shop, member)).cash).toBe(20n * MILLION)
  expect((await withdrawalsOf(shop, member)).withdrawals).toMatchObject([
    { state: 'failed', failure: 'given_back' },
    { state: 'failed', failure: 'given_back' },
  ])
})

test('what was approved and is being paid by then is not given back', async () => {
  const { payout_id: id } = await withdrawal(shop, member, 10n * MILLION)
  const { approval_id } = (await decide('giveBack', id)).data
  await payoutRound(shop)
  const other = await staffSignedIn(shop, 'desk')
  expect((await askStaff(shop, other, '/approvals/approve', { approval_id })).error).toBe('payout_state')
  expect((await heldBy(shop, member)).cash).toBe(10n * MILLION)
})
