/** Money that members put into their cash balance: what becomes of it, whatever its provider and its bank do (G5–G7, G16). */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import {
  expireDeposit,
  infoOf,
  type OpenDeposit,
  openDeposit,
  paidDeposit,
  payDeposit,
  takesCharges,
} from '../../tests/support/deposits.ts'
import { disputed } from '../../tests/support/disputes.ts'
import { faultAtEach } from '../../tests/support/faults.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { fakeAcquirer, refundsDone, refundsOf, untilProcessed } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { knock } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { afterTampering } from '../../tests/support/tampering.ts'
import {
  auditVault,
  fillVault,
  heldBy,
  openVault,
  quote,
  trade,
  vaultMember,
  violationsBeside,
} from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { lockPayment } from '../payments/store-event.ts'
import { countTakenBack } from '../payments/taken-back-queries.ts'
import { settings } from '../settings.ts'

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

const cashOf = async (whose = member) => (await heldBy(shop, whose)).cash
const back = async ({ deposit_id }: OpenDeposit) => {
  await refundsDone(shop)
  return (await refundsOf(shop, deposit_id)).map(({ state, amount }) => ({ state, amount }))
}
const settled = (amount: bigint) => [{ state: 'settled', amount }]
/** What somebody owes of a payment: of its corrections, and of its disputes. */
const owed = async ({ payment }: OpenDeposit) =>
  shop.karat.db.row(sql`
    select (short_minor - covered_minor)::bigint as corrected, (select coalesce(sum(short_minor - covered_minor), 0)::bigint
      from payments.disputes where payment_id = p.id) as disputed from payments.payments p where id = ${payment.payment_id}`)
const spendAll = async () => {
  const quoted = await quote(shop, member, 'purchase', 'amount', String(await cashOf()))
  expect(await trade(shop, member, 'purchase', quoted)).toMatchObject({ http: 200, data: { cash: '0' } })
}

test('paid: it is the member’s cash, once, however often that is told; they are told when it clears', async () => {
  const deposit = await openDeposit(shop, member, MILLION)
  expect(deposit).toMatchObject({ state: 'open', amount: '1000000', payment: { state: 'pending' }, returning: false })
  expect((await infoOf(shop, member, deposit)).payment.pay_url).toMatch(/^http:\/\/bank.test\//)
  await payDeposit(shop, deposit)
  const told = { reference: deposit.payment.payment_id, amount: '1000000' }
  await Promise.all(Array.from({ length: 20 }, () => knock(shop, told)))
  await untilProcessed(shop)
  const info = await infoOf(shop, member, deposit)
  expect([info, await cashOf()]).toMatchObject([{ state: 'paid', payment: { state: 'captured' } }, MILLION])
  const days = (Date.parse(info.clears_at ?? '') - Date.parse(info.paid_at ?? '')) / 86_400_000
  expect(days).toBe(settings.clearing.card.newPayerDays)
  const { subject, body } = await newestMail(shop, `${member.id}@karat.test`)
  expect([subject, body]).toEqual([expect.stringContaining('Rp\u00a01,000,000'), expect.stringContaining(info.number)])
})

test.each([-1n, 1n, MILLION])('%s more than asked for: nothing is deposited, and all of it goes back', async (more) => {
  const deposit = await openDeposit(shop, member, MILLION)
  await payDeposit(shop, deposit, MILLION + more)
  expect([await infoOf(shop, member, deposit), await cashOf()]).toMatchObject([{ state: 'open', returning: true }, 0n])
  expect(await back(deposit)).toEqual(settled(MILLION + more))
  expect((await newestMail(shop, `${member.id}@karat.test`)).subject).toContain(`deposit ${deposit.number}`)
})

test('captured twice: the second goes back', async () => {
  const deposit = await paidDeposit(shop, member, MILLION)
  await payDeposit(shop, deposit, MILLION, 'ch_another')
  expect([await cashOf(), await back(deposit)]).toEqual([MILLION, settled(MILLION)])
})

test('corrected upwards: what is more goes back; downwards: it is taken from the cash, and what is spent is owed', async () => {
  const deposit = await paidDeposit(shop, member, MILLION)
  await payDeposit(shop, deposit, MILLION + 5n)
  expect([await cashOf(), await back(deposit)]).toEqual([MILLION, settled(5n)])
  await payDeposit(shop, deposit, MILLION - 300_000n)
  expect([await cashOf(), await owed(deposit)]).toEqual([700_000n - 5n, { corrected: 0n, disputed: 0n }])
  await spendAll()
  await payDeposit(shop, deposit, MILLION - 400_000n)
  expect([await cashOf(), await owed(deposit)]).toEqual([0n, { corrected: 100_000n, disputed: 0n }])
  await payDeposit(shop, deposit, MILLION)
  expect(await owed(deposit)).toEqual({ corrected: 0n, disputed: 0n })
})

test('late: it is booked all the same, whether its time was up or a newer one took its place', async () => {
  const [first, second] = [await openDeposit(shop, member, MILLION), await openDeposit(shop, member, 2n * MILLION)]
  expect((await infoOf(shop, member, first)).state).toBe('expired')
  await expireDeposit(shop, second)
  expect(await infoOf(shop, member, second)).toMatchObject({ state: 'expired', payment: { pay_url: null } })
  await payDeposit(shop, first)
  await payDeposit(shop, second)
  expect([await cashOf(), await back(first)]).toEqual([3n * MILLION, []])
})

test('late where the store has no room, the day takes no more or the account is closed: it goes back', async () => {
  const small = await vaultMember(shop, { level: 1 })
  const [room, day] = [await openDeposit(shop, member, MILLION), await openDeposit(shop, small, 40n * MILLION)]
  for (const one of [room, day]) await expireDeposit(shop, one)
  await paidDeposit(shop, small, 20n * MILLION)
  await payDeposit(shop, day)
  expect([await cashOf(small), await back(day)]).toEqual([20n * MILLION, settled(40n * MILLION)])
  const ceiling = settings.cash.stores.id?.ceiling ?? 0n
  const held = await shop.karat.db.row<{ sum: bigint }>(sql`
    select sum(b.balance)::bigint as sum from ledger.balances b join ledger.accounts a on a.id = b.account_id where a.kind = 'cash'`)
  const rich = await vaultMember(shop, { cash: ceiling - (held?.sum ?? 0n) })
  await payDeposit(shop, room)
  expect([await cashOf(), await back(room)]).toEqual([0n, settled(MILLION)])
  const quoted = await quote(shop, rich, 'purchase', 'weight', '50')
  expect((await trade(shop, rich, 'purchase', quoted)).http).toBe(200)

  const gone = await openDeposit(shop, member, MILLION)
  await expireDeposit(shop, gone)
  await shop.karat.db.run(
    sql`update identity.members set frozen_at = now(), frozen_by = 'staff', closed_at = now() where id = ${member.id}`,
  )
  await payDeposit(shop, gone)
  expect([await cashOf(), await back(gone)]).toEqual([0n, settled(MILLION)])
})

test('disputed and won: the cash stays; disputed and lost: it is taken, and nothing is owed', async () => {
  const [won, lost] = [await paidDeposit(shop, member, MILLION), await paidDeposit(shop, member, 2n * MILLION)]
  for (const one of [won, lost]) await disputed(shop, one, 'open')
  expect(await cashOf()).toBe(3n * MILLION)
  await disputed(shop, won, 'won')
  expect(await disputed(shop, lost, 'lost')).toBe('dispute_lost')
  expect([await cashOf(), await owed(lost)]).toEqual([MILLION, { corrected: 0n, disputed: 0n }])
})

test('disputed and lost when the cash is spent: the office has a receivable of what is not there', async () => {
  const before = await countTakenBack(shop.karat.db, 'id')
  const deposit = await paidDeposit(shop, member, 2n * MILLION)
  await spendAll()
  await disputed(shop, deposit, 'open')
  await paidDeposit(shop, member, 500_000n)
  await disputed(shop, deposit, 'lost')
  expect([await cashOf(), await owed(deposit)]).toEqual([0n, { corrected: 0n, disputed: 1_500_000n }])
  expect(await countTakenBack(shop.karat.db, 'id')).toEqual({ ...before, receivables: before.receivables + 1 })
})

test('what waits in suspense was never their cash: a lost dispute takes it there, and nothing of it goes back', async () => {
  const [mine, wrong] = [await paidDeposit(shop, member, MILLION), await openDeposit(shop, member, MILLION)]
  await payDeposit(shop, wrong, 3n * MILLION)
  await disputed(shop, wrong, 'lost', { amount: 3n * MILLION })
  expect([await cashOf(), await owed(wrong), await back(wrong)]).toMatchObject([
    MILLION,
    { disputed: 0n },
    [{ state: 'failed' }],
  ])
  await payDeposit(shop, mine, MILLION + 5n)
  await spendAll()
  await disputed(shop, mine, 'lost', { amount: MILLION + 5n })
  expect([await owed(mine), await back(mine)]).toMatchObject([{ disputed: MILLION }, [{ state: 'failed', amount: 5n }]])
})

test('taken back whole by its provider while a surplus was on its way back: no more is taken than is owed', async () => {
  const other = await paidDeposit(shop, member, 2n * MILLION)
  const deposit = await paidDeposit(shop, member, MILLION)
  await payDeposit(shop, deposit, MILLION + 5n)
  await payDeposit(shop, deposit, 0n)
  expect([await cashOf(), await owed(deposit)]).toEqual([2n * MILLION, { corrected: 0n, disputed: 0n }])
  expect([await back(deposit), await back(other)]).toMatchObject([[{ state: 'failed', amount: 5n }], []])
})

test.each([
  'update vault.deposits set amount_minor = amount_minor + 1',
  `update vault.deposits set member_id = (select id from identity.members where id <> member_id limit 1)`,
  `update vault.deposits set state = 'expired', paid_at = null, clears_at = null`,
])('a deposit of other figures than were booked is found: %s', async (statement) => {
  const { deposit_id } = await paidDeposit(shop, member, MILLION)
  const found = await afterTampering(
    shop.connectionString,
    [`${statement} where id = '${deposit_id}'`],
    violationsBeside,
  )
  expect(found.map(({ rule }) => rule)).toContain('every transfer has its record, and moves what that says')
})

test('what a deposit says stays as it is, whoever asks', async () => {
  const { deposit_id: id } = await paidDeposit(shop, member, MILLION)
  const tried = (statement: string) => asOwner(shop.connectionString, [`${statement} where id = '${id}'`])
  await expect(tried('update vault.deposits set amount_minor = 1')).rejects.toThrow('paid once')
  await expect(tried(`update vault.deposits set state = 'open', paid_at = null, clears_at = null`)).rejects.toThrow(
    'once',
  )
  await expect(tried('delete from vault.deposits')).rejects.toThrow('paid once')
})

test.each(['open', 'expired'] as const)(
  'a fault at any statement of settling a deposit that is %s leaves it whole or absent',
  async (state) => {
    const { payment, ...deposit } = await openDeposit(shop, member, MILLION)
    if (state === 'expired') await expireDeposit(shop, deposit)
    const { karat } = shop
    const settle = () =>
      karat.db.transaction(async (tx) => {
        const locked = await lockPayment(tx, payment.payment_id)
        if (!locked) throw new Error('no payment')
        const { id: reference, amount_minor: amountMinor, currency, bookings: asked } = locked
        const said = {
          reference,
          providerReference: `ch_${reference}`,
          state: 'captured',
          amountMinor,
          currency,
        } as const
        const charge = { ...said, payUrl: null, payCode: null, declineReason: null }
        return settlePayment(tx, karat.settlers, { payment: locked, charge, asked })
      })
    const { statements, done } = await faultAtEach(shop, settle)
    expect([done, statements > 5]).toEqual(['deposit_paid', true])
    expect(await cashOf()).toBe(MILLION)
  },
)
