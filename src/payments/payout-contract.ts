/** Money that a provider pays out for the shop, as the provider sees it. */
import type { Tx } from '../db/database.ts'

type PayoutAccount = { kind: 'bank' | 'wallet'; provider: string; number: string; holder: string }

/** `reference` is our name of one try, and the key of the call: under one name the money leaves once. */
export type NewPayout = {
  reference: string
  amountMinor: bigint
  currency: string
  description: string
  account: PayoutAccount
  webhookUrl: string
}

/** `returned`: it had been paid, and the account's bank sent it back. */
export type ProviderPayout = {
  reference: string
  providerReference: string | null
  state: 'accepted' | 'paid' | 'failed' | 'returned'
  amountMinor: bigint
  currency: string
  failure: string | null
}

export type PayoutAnswer = { outcome: 'known'; payout: ProviderPayout } | { outcome: 'absent' } | { outcome: 'unknown' }

export type PayoutSettled =
  | 'payout_accepted'
  | 'payout_paid'
  | 'payout_failed'
  | 'payout_returned'
  | 'nothing_new'
  | 'unknown_payout'

/** Brings what a provider pays out to what it says of it; areas above know what that is (`src/settlers.ts`). */
export type PayoutSettler = (tx: Tx, told: ProviderPayout) => Promise<PayoutSettled>
