/** The steps of a deposit through the shop's own calls, at an acquirer that takes every charge. */
import { sql } from '../../src/db/database.ts'
import type { PaymentProvider } from '../../src/payments/contract.ts'
import type { DepositInfoView } from '../../src/vault/deposit-contract.ts'
import { expireDeposits } from '../../src/vault/open-deposit.ts'
import type { TestMember } from './members.ts'
import { untilProcessed } from './money-back.ts'
import { asOwner } from './owner.ts'
import { ask, call, notify } from './purchase.ts'
import type { Shop } from './shop.ts'

/** The acquirer opens every charge that it is asked for. */
export function takesCharges({ karat }: Shop): void {
  const provider = karat.providers.get('sandbox') as PaymentProvider
  karat.providers.set('sandbox', {
    ...provider,
    createCharge: async ({ reference, amountMinor, currency, method }) => ({
      outcome: 'known',
      charge: {
        ...{ reference, providerReference: `ch_${reference}`, state: 'pending', amountMinor, currency },
        ...{ payUrl: `http://bank.test/${reference}`, declineReason: null },
        payCode: method === 'card' ? null : `code of ${reference}`,
      },
    }),
  })
}

export type OpenDeposit = DepositInfoView & { payment: { payment_id: string; amount: string } }

const withPayment = async ({ karat }: Shop, info: DepositInfoView): Promise<OpenDeposit> => {
  const row = await karat.db.row<{ id: string }>(
    sql`select id from payments.payments where subject_id = ${info.deposit_id} order by created_at limit 1`,
  )
  return { ...info, payment: { ...info.payment, payment_id: row?.id ?? '', amount: info.amount } }
}

/** A deposit that waits for its money. */
export const openDeposit = async (shop: Shop, member: TestMember, amount: bigint): Promise<OpenDeposit> =>
  withPayment(shop, await ask<DepositInfoView>(shop, member, '/trade/deposit', { amount: `${amount}` }))

export const tryDeposit = async (shop: Shop, member: TestMember, amount: bigint | string, key?: string) => {
  const headers = key ? { 'idempotency-key': key } : {}
  const { http, error, data } = await call<DepositInfoView>(
    shop,
    member,
    '/trade/deposit',
    { amount: `${amount}` },
    headers,
  )
  return { http, error, data }
}

export const infoOf = (shop: Shop, member: TestMember, { deposit_id }: Pick<DepositInfoView, 'deposit_id'>) =>
  ask<DepositInfoView>(shop, member, '/trade/deposit_info', { deposit_id })

/** Its provider captures so much of it, and tells; all that was asked for unless told otherwise. */
export async function payDeposit(
  shop: Shop,
  { payment }: OpenDeposit,
  amount = BigInt(payment.amount),
  charge?: string,
) {
  await notify(shop, { reference: payment.payment_id, amount: `${amount}`, ...(charge ? { charge } : {}) })
  await untilProcessed(shop)
}

export async function paidDeposit(shop: Shop, member: TestMember, amount: bigint): Promise<OpenDeposit> {
  const deposit = await openDeposit(shop, member, amount)
  await payDeposit(shop, deposit)
  return deposit
}

/** Its time is up: what a deposit says never changes, so only who owns the schema can turn its clock. */
export async function expireDeposit(shop: Shop, { deposit_id }: Pick<DepositInfoView, 'deposit_id'>): Promise<void> {
  await asOwner(shop.connectionString, [
    'alter table vault.deposits disable trigger guard_deposit',
    `update vault.deposits set expires_at = now() where id = '${deposit_id}'`,
    'alter table vault.deposits enable trigger guard_deposit',
  ])
  await expireDeposits(shop.karat)
}
