/** Deposits by transfer and QRIS: certain at once, and what does not fit is in the balance all the same (G7). */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireDeposit, infoOf, type OpenDeposit, payDeposit, takesCharges } from '../../tests/support/deposits.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { fakeAcquirer, refundsDone, refundsOf } from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { auditVault, heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import type { DepositInfoView, DepositTermsView } from './deposit-contract.ts'

const shop = openShop()
const MILLION = 1_000_000n
const VA = { method: 'va', bank: 'mandiri' }
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  fakeAcquirer(shop)
  takesCharges(shop)
})
beforeEach(async () => {
  await freshTick(shop)
  member = await vaultMember(shop)
})
afterEach(async () => expect(await auditVault(shop)).toEqual([]))

const cash = async () => (await heldBy(shop, member)).cash
async function open(how: object = VA, amount = MILLION): Promise<OpenDeposit> {
  const info = await ask<DepositInfoView>(shop, member, '/trade/deposit', { amount: `${amount}`, ...how })
  const row = await shop.karat.db.row<{ id: string }>(
    sql`select id from payments.payments where subject_id = ${info.deposit_id}`,
  )
  return { ...info, payment: { ...info.payment, payment_id: row?.id ?? '', amount: info.amount } }
}

test.each([VA, { method: 'qris' }])('paid by $method: it is cash, and clears the moment it is paid', async (how) => {
  const deposit = await open(how)
  const { method, number, qr } = deposit.payment
  expect([method, number !== null, qr !== null]).toEqual([how.method, how.method === 'va', how.method === 'qris'])
  await payDeposit(shop, deposit)
  const info = await infoOf(shop, member, deposit)
  expect([info.state, info.clears_at, await cash()]).toEqual(['paid', info.paid_at, MILLION])
  expect(info.payment).toMatchObject({ pay_url: null, number: null, qr: null })
})

test.each([-1n, 1n])('%s more than asked for: it is in the balance, and the deposit waits on', async (more) => {
  const deposit = await open()
  await payDeposit(shop, deposit, MILLION + more)
  await refundsDone(shop)
  expect([(await infoOf(shop, member, deposit)).state, await cash()]).toEqual(['open', MILLION + more])
  expect(await refundsOf(shop, deposit.deposit_id)).toMatchObject([{ state: 'settled' }])
})

test('twice: both are in the balance, as a deposit and as money that came back', async () => {
  const deposit = await open()
  await payDeposit(shop, deposit)
  await payDeposit(shop, deposit, MILLION, 'ch_another')
  await refundsDone(shop)
  expect(await cash()).toBe(2n * MILLION)
})

test('late, after another method was chosen: the former number still pays in', async () => {
  const [first, second] = [await open(), await open({ method: 'qris' })]
  expect(await infoOf(shop, member, first)).toMatchObject({ state: 'expired', payment: { number: null } })
  await expireDeposit(shop, second)
  for (const one of [first, second]) await payDeposit(shop, one)
  expect(await cash()).toBe(2n * MILLION)
})

test('what a method takes is said before, and more is refused', async () => {
  const { terms } = await ask<DepositTermsView>(shop, member, '/trade/deposit_terms')
  expect(terms?.methods.map(({ method, most }) => [method, most])).toEqual([
    ['card', null],
    ['va', null],
    ['qris', '10000000'],
  ])
  const tooMuch = { amount: '10000001', method: 'qris' }
  expect(await call(shop, member, '/trade/deposit', tooMuch)).toMatchObject({
    ...{ http: 409, error: 'method_unavailable', data: { why: 'too_much', most: '10000000' } },
  })
  expect(await shop.karat.db.rows(sql`select 1 from vault.deposits where member_id = ${member.id}`)).toEqual([])
})
