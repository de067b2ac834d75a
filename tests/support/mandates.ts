/** Mandates at an acquirer that answers as told: what members agree to, what is charged, and how it is ended. */
import { sql } from '../../src/db/database.ts'
import type {
  Charge,
  MandateCharge,
  PaymentProvider,
  ProviderAnswer,
  ProviderMandate,
} from '../../src/payments/contract.ts'
import { settleMandate } from '../../src/payments/mandates.ts'
import type { PlanView } from '../../src/vault/plans/plan-contract.ts'
import { fakeAcquirer } from './money-back.ts'
import type { Shop } from './shop.ts'

type Said = (charge: MandateCharge) => ProviderAnswer | Promise<ProviderAnswer>
/** It answers so of a charge. */
export const sayOf =
  (state: Charge['state'], declineReason: string | null = null): ((charge: MandateCharge) => ProviderAnswer) =>
  ({ reference, amountMinor, currency }) => ({
    outcome: 'known',
    charge: {
      ...{ reference, providerReference: `ch_${reference}`, state, amountMinor, currency },
      ...{ payUrl: null, declineReason },
    },
  })

export type FakeMandates = ReturnType<typeof fakeMandates>
export function fakeMandates(shop: Shop) {
  fakeAcquirer(shop)
  const provider = shop.karat.providers.get('sandbox') as PaymentProvider
  const bank = {
    answer: sayOf('captured') as Said,
    isSilent: false,
    charges: [] as MandateCharge[],
    revoked: [] as string[],
    mandates: new Map<string, ProviderMandate>(),
    reset() {
      Object.assign(bank, { answer: sayOf('captured'), isSilent: false, charges: [], revoked: [] })
    },
  }
  const found = (reference: string) => {
    const mandate = bank.mandates.get(reference)
    if (bank.isSilent) return { outcome: 'unknown' as const }
    return mandate ? { outcome: 'known' as const, mandate } : { outcome: 'absent' as const }
  }
  const chargeOf = async (reference: string) => {
    const charge = bank.charges.find((one) => one.reference === reference)
    return charge ? bank.answer(charge) : { outcome: 'absent' as const }
  }
  shop.karat.providers.set('sandbox', {
    ...provider,
    async createMandate({ reference, kind, limitMinor, currency }) {
      if (!bank.mandates.has(reference))
        bank.mandates.set(reference, {
          ...{ reference, providerReference: `md_${reference}`, kind, state: 'pending', limitMinor, currency },
          ...{ agreeUrl: `http://bank.test/${reference}`, token: null, accountEnd: null },
        })
      return found(reference)
    },
    findMandate: async (reference) => found(reference),
    async revokeMandate(reference) {
      const mandate = bank.mandates.get(reference)
      if (bank.isSilent || !mandate) return found(reference)
      bank.revoked.push(reference)
      bank.mandates.set(reference, { ...mandate, state: 'revoked', token: null })
      return found(reference)
    },
    async chargeMandate(charge) {
      bank.charges.push(charge)
      return bank.answer(charge)
    },
    findCharge: chargeOf,
    closeCharge: chargeOf,
  })
  return bank
}

/** Of its newest one. */
async function told(shop: Shop, bank: FakeMandates, { plan_id }: PlanView, change: Partial<ProviderMandate>) {
  const row = await shop.karat.db.row<{ id: string }>(
    sql`select id from payments.mandates where subject_id = ${plan_id} order by created_at desc limit 1`,
  )
  const mandate = bank.mandates.get(row?.id ?? '')
  if (!mandate) throw new Error('its provider knows no such mandate')
  const now = { ...mandate, ...change }
  bank.mandates.set(now.reference, now)
  await shop.karat.db.transaction((tx) => settleMandate(tx, shop.karat, now))
}

/** Its member has agreed, and its provider says so. */
export const agreed = (shop: Shop, bank: FakeMandates, plan: PlanView) =>
  told(shop, bank, plan, { state: 'active', token: 'token', accountEnd: '4242' })

/** Its provider says that it is over. */
export const ends = (shop: Shop, bank: FakeMandates, plan: PlanView, as: 'revoked' | 'expired') =>
  told(shop, bank, plan, { state: as, token: null })
