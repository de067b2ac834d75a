/** A dispute of a deposit that turns: what was taken of a member's cash is theirs again, and is taken again (decision 0064). */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDeposit, paidDeposit, payDeposit, takesCharges } from '../../tests/support/deposits.ts'
import { disputed } from '../../tests/support/disputes.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { fakeAcquirer, refundsDone, refundsOf } from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { auditVault, fillVault, heldBy, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
const MILLION = 1_000_000n
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 10_000_000n)
  fakeAcquirer(shop)
  takesCharges(shop)
})
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
  member = await vaultMember(shop)
})
afterEach(async () => expect(await auditVault(shop)).toEqual([]))

type Deposit = Awaited<ReturnType<typeof paidDeposit>>
const cash = async () => (await heldBy(shop, member)).cash
const owed = async ({ payment }: Deposit) =>
  (
    await shop.karat.db.row<{ owed: bigint }>(sql`
      select sum(short_minor - covered_minor)::bigint as owed from payments.disputes where payment_id = ${payment.payment_id}`)
  )?.owed
const spendAll = async () => {
  const quoted = await quote(shop, member, 'purchase', 'amount', String(await cash()))
  expect(await trade(shop, member, 'purchase', quoted)).toMatchObject({ http: 200, data: { cash: '0' } })
}

test('lost, won, lost, won: the cash is taken and given back each time', async () => {
  const deposit = await paidDeposit(shop, member, MILLION)
  await disputed(shop, deposit, 'lost')
  for (const _round of [1, 2]) {
    expect([await cash(), await owed(deposit)]).toEqual([0n, 0n])
    expect(await disputed(shop, deposit, 'won')).toBe('dispute_turned_won')
    expect([await cash(), await owed(deposit)]).toEqual([MILLION, 0n])
    await disputed(shop, deposit, 'lost')
  }
  await disputed(shop, deposit, 'won')
  expect(await cash()).toBe(MILLION)
})

test('spent meanwhile: what is not there is owed, and owed no longer once it is won', async () => {
  const deposit = await paidDeposit(shop, member, 2n * MILLION)
  await disputed(shop, deposit, 'won')
  await spendAll()
  await paidDeposit(shop, member, 500_000n)
  await disputed(shop, deposit, 'lost')
  expect([await cash(), await owed(deposit)]).toEqual([0n, 1_500_000n])
  await disputed(shop, deposit, 'lost', { amount: 1_800_000n })
  expect([await cash(), await owed(deposit)]).toEqual([0n, 1_300_000n])
  await disputed(shop, deposit, 'lost', { amount: 300_000n })
  expect([await cash(), await owed(deposit)]).toEqual([200_000n, 0n])
  await disputed(shop, deposit, 'won', { amount: 300_000n })
  expect([await cash(), await owed(deposit)]).toEqual([500_000n, 0n])
})

test('of an account that is closed it goes back to the card; a surplus that was to go back does so as well', async () => {
  const deposit = await paidDeposit(shop, member, MILLION)
  await payDeposit(shop, deposit, MILLION + 5n)
  await disputed(shop, deposit, 'lost', { amount: MILLION + 5n })
  expect(await cash()).toBe(0n)
  await shop.karat.db.run(
    sql`update identity.members set frozen_at = now(), frozen_by = 'staff', closed_at = now() where id = ${member.id}`,
  )
  await disputed(shop, deposit, 'won', { amount: MILLION + 5n })
  await refundsDone(shop)
  const back = (await refundsOf(shop, deposit.deposit_id)).filter(({ state }) => state === 'settled')
  expect([await cash(), back.map(({ amount }) => amount)]).toEqual([0n, [MILLION + 5n]])
})

test('a wrong amount that waited to go back, lost and then won: it goes back, and is nobody’s cash', async () => {
  const deposit = await openDeposit(shop, member, MILLION)
  await payDeposit(shop, deposit, 3n * MILLION)
  await disputed(shop, deposit, 'lost', { amount: 3n * MILLION })
  await disputed(shop, deposit, 'won', { amount: 3n * MILLION })
  await refundsDone(shop)
  const back = (await refundsOf(shop, deposit.deposit_id)).filter(({ state }) => state === 'settled')
  expect([await cash(), back.map(({ amount }) => amount)]).toEqual([0n, [3n * MILLION]])
})
