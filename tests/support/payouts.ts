/** The steps of a withdrawal through the shop's own calls, at a provider that pays as it is told to. */
import { randomUUID } from 'node:crypto'
import { sql } from '../../src/db/database.ts'
import type { PaymentProvider } from '../../src/payments/contract.ts'
import type { NewPayout, PayoutAnswer, ProviderPayout } from '../../src/payments/payout-contract.ts'
import type { DestinationView } from '../../src/payouts/contract.ts'
import { payPayouts } from '../../src/vault/payouts/pay-payouts.ts'
import type { WithdrawalsView, WithdrawalView } from '../../src/vault/payouts/payout-contract.ts'
import { tellName } from './kyc.ts'
import type { TestMember } from './members.ts'
import { ask, call, notifyBody, storeOf } from './purchase.ts'
import type { Shop } from './shop.ts'
import { PIN, vaultMember } from './vault.ts'

/** Somebody with a verified name, money, and an account that may be paid to; `destination` is its id. */
export async function withdrawer(shop: Shop, cash: bigint): Promise<TestMember & { destination: string }> {
  const member = await vaultMember(shop, { cash })
  return { ...member, destination: await withBank(shop, member) }
}

let nextOfHerBirthday = 1000
/** The member has a verified name and an account that may be paid to: its id. */
export async function withBank(shop: Shop, member: TestMember, told: { number?: string } = {}): Promise<string> {
  nextOfHerBirthday += 2
  const nric = { id_type: 'nric', number: `900817-14-${nextOfHerBirthday}` }
  await tellName(shop, member, { ...(storeOf(member) === 'my' ? nric : {}), ...told })
  const bank =
    storeOf(member) === 'my' ? { bank: 'maybank', number: '123456789012' } : { bank: 'bca', number: '1234567890' }
  const account = { ...bank, holder: 'RATNA W.', pin: PIN }
  const { id } = await ask<DestinationView>(shop, member, '/user/bindBankCard', account)
  await shop.karat.db.run(sql`update payouts.destinations set usable_from = now() where id = ${id}`)
  await shop.karat.db.run(sql`delete from identity.outgoing_pauses where member_id = ${member.id}`)
  return id
}
export type Withdrawer = Awaited<ReturnType<typeof withdrawer>>

type Wish = { pin?: string; key?: string; destination?: string }
export async function tryWithdrawal(shop: Shop, member: Withdrawer, amount: bigint | string, wish: Wish = {}) {
  const { pin = PIN, key, destination = member.destination } = wish
  const body = { amount: `${amount}`, destination_id: destination, pin }
  const headers = key ? { 'idempotency-key': key } : {}
  const { http, code, error, data } = await call<WithdrawalView>(shop, member, '/trade/withdraw', body, headers)
  return { http, code, error, data }
}
export const withdrawal = async (shop: Shop, member: Withdrawer, amount: bigint): Promise<WithdrawalView> =>
  ask(shop, member, '/trade/withdraw', { amount: `${amount}`, destination_id: member.destination, pin: PIN })
export const withdrawalsOf = (shop: Shop, member: TestMember) =>
  ask<WithdrawalsView>(shop, member, '/trade/withdrawals', {})
export const tryCancel = (shop: Shop, member: TestMember, { payout_id }: Pick<WithdrawalView, 'payout_id'>) =>
  call<WithdrawalView>(shop, member, '/trade/withdraw_cancel', { payout_id })

type Says = ProviderPayout['state'] | 'silent' | 'absent'

/** A provider of payouts: it pays each reference once, and says how it stands as a test would have it. */
export function fakePayouts(shop: Shop) {
  const real = shop.karat.providers.get('sandbox') as PaymentProvider
  const fake = {
    /** What it does with a payout that it has not seen. */
    does: 'accepted' as Says,
    failure: 'account_closed' as string | null,
    asked: [] as NewPayout[],
    /** What has left it, by reference. */
    known: new Map<string, ProviderPayout>(),
    /** All of them stand so from now on. */
    all(state: ProviderPayout['state']) {
      for (const [reference, payout] of fake.known)
        if (payout.state !== 'failed') fake.known.set(reference, told(payout, state))
    },
    silent: false,
  }
  const told = (payout: ProviderPayout, state: ProviderPayout['state']): ProviderPayout => ({
    ...{ ...payout, state },
    failure: state === 'failed' || state === 'returned' ? fake.failure : null,
  })
  const say = (reference: string): PayoutAnswer => {
    const payout = fake.known.get(reference)
    if (fake.silent) return { outcome: 'unknown' }
    return payout ? { outcome: 'known', payout } : { outcome: 'absent' }
  }
  shop.karat.providers.set('sandbox', {
    ...real,
    async payOut(payout) {
      fake.asked.push(payout)
      if (fake.does === 'absent') return { outcome: 'unknown' }
      const { reference, amountMinor, currency } = payout
      const made = { reference, amountMinor, currency, providerReference: `po_${reference}`, failure: null }
      const state = fake.does === 'silent' ? 'paid' : fake.does
      if (!fake.known.has(reference)) fake.known.set(reference, told({ ...made, state }, state))
      return fake.does === 'silent' ? { outcome: 'unknown' } : say(reference)
    },
    findPayout: async (reference) => say(reference),
  })
  return fake
}

/** A round of the worker now, whatever payouts were put off to. */
export async function payoutRound(shop: Shop): Promise<void> {
  await shop.karat.db.run(sql`update vault.payouts set next_try_at = now() where next_try_at is not null`)
  await shop.karat.db.run(sql`update vault.payout_tries set next_ask_at = now() where next_ask_at is not null`)
  await payPayouts(shop.karat)
}

/** What is on its way now stays where it is: the next test has its own. */
export async function restPayouts({ karat }: Shop): Promise<void> {
  await karat.db.run(sql`update vault.payouts set next_try_at = null where next_try_at is not null`)
  await karat.db.run(sql`update vault.payout_tries set next_ask_at = null where next_ask_at is not null`)
}

/** The provider's signed notice that one of them stands so. */
export const tellOf = (shop: Shop, { reference, amountMinor, currency }: ProviderPayout, state: string) =>
  notifyBody(shop, {
    ...{ id: `evt_${randomUUID()}`, type: `payout.${state}` },
    data: {
      ...{ id: `po_${reference}`, reference, state, amount_minor: `${amountMinor}`, currency, failure_reason: null },
    },
  })
