/** One purchase is bought once, whole or not at all, whoever comes at the same time and wherever it is cut. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { takesCharges } from '../../../tests/support/deposits.ts'
import {
  type OpenPurchase,
  openPurchase,
  outsideQuote,
  passTime,
  purchaseOf,
  tryPurchase,
  withPayment,
} from '../../../tests/support/gold-purchases.ts'
import { metAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { fakeAcquirer, refundsDone, refundsOf } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditVault, fillVault, heldBy, openVault, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import type { Payment } from '../../payments/contract.ts'
import { settlePayment } from '../../payments/settle-payment.ts'
import { expirePurchases } from './end-purchase.ts'
import type { PurchaseInfoView } from './purchase-contract.ts'

const { sound, broken } = openShopPair()
const GRAM = 10_000n
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 1000n * GRAM)
  }
})
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    fakeAcquirer(shop)
    takesCharges(shop)
    shop.clock.ms = Math.max(shop.clock.ms, Date.now())
    await freshTick(shop)
  }
})
afterEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    expect(await auditVault(shop)).toEqual([])
  }
})

/** The provider says that it has captured all of it. */
const capture = ({ karat }: Shop, { payment: { payment_id: id } }: OpenPurchase) =>
  karat.db.transaction(async (tx) => {
    const payment = await tx.row<Payment>(sql`select * from payments.payments where id = ${id} for update`)
    if (!payment) throw new Error('it is there')
    const charge = {
      ...{ reference: id, providerReference: `ch_${id}`, state: 'captured' as const, currency: payment.currency },
      ...{ amountMinor: payment.amount_minor, payUrl: null, declineReason: null },
    }
    return settlePayment(tx, karat.settlers, { payment, charge, asked: payment.bookings })
  })
const outcomes = async (running: Promise<unknown>[]) =>
  (await Promise.allSettled(running)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed')).sort()
const back = async (shop: Shop, { purchase_id }: OpenPurchase) => {
  await refundsDone(shop)
  return (await refundsOf(shop, purchase_id)).map(({ state, amount }) => `${state} ${amount}`)
}
const gold = async (shop: Shop, member: TestMember) => (await heldBy(shop, member)).gold
const units = ({ weight }: Pick<PurchaseInfoView, 'weight'>) => BigInt(weight.replace('.', ''))

/** Two payments of one purchase, by card and by transfer, are captured at once. */
async function twoCaptures(shop: Shop, change: (text: string) => string, meetAt = 'for update') {
  const member = await vaultMember(shop)
  const card = await openPurchase(shop, member, '1000000')
  const other = { purchase_id: card.purchase_id, method: 'va', bank: 'bca' }
  const va = await withPayment(shop, await ask<PurchaseInfoView>(shop, member, '/trade/purchase_pay', other))
  shop.intercept.current = metAt(meetAt, 2, change)
  const results = await outcomes([capture(shop, card), capture(shop, va)])
  shop.intercept.current = undefined
  expect(await gold(shop, member)).toBe(units(card))
  return { results, card, va }
}

test('two captures at once: one buys, the other goes back', async () => {
  const { results, card } = await twoCaptures(sound, (text) => text)
  expect(results).toEqual(['purchase_paid', 'suspended'])
  expect(await back(sound, card)).toEqual(['settled 1000000'])
})

test('control: without its locks both would buy, and the database refuses the second, which goes back when it is asked again', async () => {
  let planted = 0
  const loose = (text: string) => {
    if (!/from vault\.(purchases|holders)/.test(text)) return text
    const bare = text.replace(/ for (no key )?update$/, '')
    if (bare !== text) planted++
    return bare
  }
  const { results, card, va } = await twoCaptures(broken, loose, 'savepoint purchase')
  expect([planted > 2, results]).toEqual([true, ['failed', 'purchase_paid']])
  for (const one of [card, va]) await capture(broken, one)
  expect(await back(broken, card)).toEqual(['settled 1000000'])
})

test('money beside the end of its time: it is bought or goes back, and the state says which', async () => {
  for (const first of ['money', 'round']) {
    const member = await vaultMember(sound)
    const opened = await openPurchase(sound, member, '1000000')
    if (first === 'round') await passTime(sound, opened)
    const results = await outcomes([capture(sound, opened), expirePurchases(sound.karat)])
    const { state } = await purchaseOf(sound, member, opened)
    const bought = await gold(sound, member)
    if (first === 'money') expect([results, state, bought]).toEqual([[0, 'purchase_paid'], 'paid', units(opened)])
    else expect([results[1], state, bought]).toEqual(['suspended', 'expired', 0n])
    expect(await back(sound, opened)).toEqual(first === 'money' ? [] : ['settled 1000000'])
  }
})

test('of 20 uses of one quote at once one opens a purchase', async () => {
  const member = await vaultMember(sound)
  const quoted = await outsideQuote(sound, member, 'amount', '1000000')
  const matches = sound.karat.hasher.pinMatches
  sound.karat.hasher.pinMatches = async () => true
  const answers = await Promise.all(Array.from({ length: 20 }, () => tryPurchase(sound, member, quoted)))
  sound.karat.hasher.pinMatches = matches
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  const row = await sound.karat.db.row<{ many: number }>(
    sql`select count(*)::int as many from vault.purchases where member_id = ${member.id}`,
  )
  expect(row?.many).toBe(1)
})

test('a fault after any statement that buys leaves the purchase whole or absent', async () => {
  const member = await vaultMember(sound)
  const opened = await openPurchase(sound, member, '1000000')
  let statements = 0
  for (let failing = 1; ; failing++) {
    let sent = 0
    sound.intercept.current = (text) => {
      if (++sent === failing) throw new Error('planted fault')
      return text
    }
    const [result] = await outcomes([capture(sound, opened)])
    sound.intercept.current = undefined
    if (sent < failing) {
      expect(result).toBe('purchase_paid')
      statements = sent
      break
    }
    const { state } = await purchaseOf(sound, member, opened)
    expect([result, state, await heldBy(sound, member)]).toEqual(['failed', 'open', { cash: 0n, gold: 0n }])
  }
  expect(statements).toBeGreaterThan(12)
  expect(await heldBy(sound, member)).toEqual({ cash: 0n, gold: units(opened) })
})

test('a fault after any statement that opens a purchase leaves none, and nothing taken of the day', async () => {
  const member = await vaultMember(sound)
  let statements = 0
  for (let failing = 1; ; failing++) {
    const quoted = await outsideQuote(sound, member, 'weight', '0.1')
    let sent = 0
    sound.intercept.current = (text) => {
      if (++sent === failing) throw new Error('planted fault')
      return text
    }
    const { http } = await tryPurchase(sound, member, quoted)
    sound.intercept.current = undefined
    await sound.karat.db.run(sql`update identity.members set pin_tries_used = 0, pin_wrong = 0 where id = ${member.id}`)
    const made = await sound.karat.db.row<{ purchases: number; takings: number; payments: number }>(sql`
      select (select count(*)::int from vault.purchases where member_id = ${member.id}) as purchases,
        (select count(*)::int from kyc.takings where member_id = ${member.id}) as takings,
        (select count(*)::int from payments.payments where member_id = ${member.id}) as payments`)
    const one = { purchases: 1, takings: 1, payments: 1 }
    if (sent < failing || made?.purchases === 1) {
      expect(made).toEqual(one)
      statements = sent
      break
    }
    expect([http, made]).toEqual([500, { purchases: 0, takings: 0, payments: 0 }])
  }
  expect(statements).toBeGreaterThan(12)
})
