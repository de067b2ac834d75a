/** Disputes of a charge, as its provider answers about them. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { PaymentProvider, ProviderDispute } from '../../src/payments/contract.ts'
import { settleDispute } from '../../src/payments/dispute.ts'
import { type Paid, untilProcessed } from './money-back.ts'
import { notifyBody } from './purchase.ts'
import type { Shop } from './shop.ts'

/** `name`: of another dispute of the same charge. */
type Said = { amount?: bigint; respondBy?: Date; name?: string }

/** What the provider says of the dispute that a charge has, settled as an answer of it is. */
export const disputed = (
  { karat }: Shop,
  { payment }: { payment: Pick<Paid['payment'], 'payment_id' | 'amount'> },
  state: ProviderDispute['state'],
  { amount = BigInt(payment.amount), respondBy, name = '' }: Said = {},
) =>
  karat.db.transaction(async (tx) => {
    const providerReference = `dp_${payment.payment_id}${name}`
    const known = await tx.row<{ rounds: number }>(
      sql`select rounds from payments.disputes where provider_reference = ${providerReference}`,
    )
    const told = {
      ...{ reference: payment.payment_id, charge: `ch_${payment.payment_id}`, state, respondBy: respondBy ?? null },
      ...{ providerReference, amountMinor: amount, currency: 'IDR', reason: 'fraudulent' },
    }
    return settleDispute(tx, karat.settlers, { provider: 'sandbox', told, asked: known?.rounds ?? 0 })
  })

/** The acquirer answers so about the dispute of an order's charge. */
export function says(shop: Shop, { payment }: Paid, state: ProviderDispute['state'], amount = BigInt(payment.amount)) {
  const provider = shop.karat.providers.get('sandbox') as PaymentProvider
  const id = `dp_${payment.payment_id}`
  const dispute: ProviderDispute = {
    ...{ reference: payment.payment_id, charge: `ch_${payment.payment_id}`, providerReference: id, state },
    ...{ amountMinor: amount, currency: 'IDR', reason: 'fraudulent', respondBy: new Date(Date.now() + 86_400_000) },
  }
  shop.karat.providers.set('sandbox', {
    ...provider,
    findDispute: async (asked) => (asked === id ? { outcome: 'known', dispute } : provider.findDispute(asked)),
  })
}
/** Its notice says so; the id of that. */
export const tell = async (shop: Shop, { payment }: Paid, state: string, id = `dp_${payment.payment_id}`) => {
  const data = {
    ...{ id, charge_id: `ch_${payment.payment_id}`, reference: payment.payment_id, state },
    ...{ amount_minor: payment.amount, currency: 'IDR', reason: 'fraudulent', respond_by: null },
  }
  const event = `evt_${randomUUID()}`
  expect((await notifyBody(shop, { id: event, type: `dispute.${state}`, data })).statusCode).toBe(200)
  return event
}

/** The acquirer says so, and its notice has been processed. */
export async function toldDispute(shop: Shop, paid: Paid, state: ProviderDispute['state'], amount?: bigint) {
  says(shop, paid, state, amount)
  await tell(shop, paid, state)
  await untilProcessed(shop)
}
