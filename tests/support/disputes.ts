/** Disputes of a charge, as its provider answers about them. */
import type { ProviderDispute } from '../../src/payments/contract.ts'
import { settleDispute } from '../../src/payments/dispute.ts'
import type { Paid } from './money-back.ts'
import type { Shop } from './shop.ts'

type Said = { amount?: bigint; respondBy?: Date }

/** What the provider says of the dispute that a charge has, settled as an answer of it is. */
export const disputed = (
  { karat }: Shop,
  { payment }: { payment: Pick<Paid['payment'], 'payment_id' | 'amount'> },
  state: ProviderDispute['state'],
  { amount = BigInt(payment.amount), respondBy }: Said = {},
) =>
  karat.db.transaction((tx) =>
    settleDispute(tx, karat.settlers, 'sandbox', {
      ...{ reference: payment.payment_id, charge: `ch_${payment.payment_id}`, state, respondBy: respondBy ?? null },
      ...{ providerReference: `dp_${payment.payment_id}`, amountMinor: amount, currency: 'IDR', reason: 'fraudulent' },
    }),
  )
