/** A real shop without an acquirer offers what its own bank takes, and nothing else (providers.ts). */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { begin } from '../../tests/support/plans.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call, someSku, submitted } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { openVault, vaultMember } from '../../tests/support/vault.ts'
import type { OrderDetailView, PaymentViewData } from '../orders/contract.ts'
import type { HoldingView, TradeQuoteView } from '../vault/contract.ts'
import type { DepositTermsView } from '../vault/deposit-contract.ts'
import type { PlansView } from '../vault/plans/plan-contract.ts'

const shop = openShop({ DEMO: '0', PUBLIC_URL: 'https://shop.example', EXPOSURE_LIMITS: '1' })
let member: TestMember
beforeEach(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
})

test('an order is paid by a transfer to the house’s account alone; a card is refused before anything is opened', async () => {
  const { order_id } = await submitted(shop, member, await someSku(shop))
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order_id}`)
  expect(detail.methods.map(({ method, refused }) => [method, refused])).toEqual([['bank_transfer', null]])
  for (const how of [{ method: 'card' }, { method: 'va', bank: 'bca' }, { method: 'qris' }])
    expect(await call(shop, member, '/product/pay_order', { order_id, ...how })).toMatchObject({
      ...{ error: 'method_unavailable', data: { why: 'not_offered' } },
    })
  const { payments } = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order_id}`)
  expect(payments).toEqual([])
  const { payment_id } = await ask<PaymentViewData>(shop, member, '/product/pay_order', {
    ...{ order_id, method: 'bank_transfer' },
  })
  const paid = await ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id })
  expect(paid.transfer).toMatchObject({ bank: 'BCA' })
})

test('grams, deposits and plans name no way that nobody takes', async () => {
  const { methods } = await ask<HoldingView>(shop, member, '/trade/holding')
  const { terms } = await ask<DepositTermsView>(shop, member, '/trade/deposit_terms')
  const { charges } = await ask<PlansView>(shop, member, '/trade/plans')
  const quote = await ask<TradeQuoteView>(shop, member, '/trade/purchase_quote', {
    ...{ by: 'amount', value: '1000000', paid_from: 'outside' },
  })
  expect([methods, terms?.methods, charges, quote.methods]).toEqual([[], [], [], []])
  const opened = await call(shop, member, '/trade/deposit', { amount: '1000000' })
  expect(opened.error).toBe('method_unavailable')
  await openVault(shop)
  const saver = await vaultMember(shop)
  for (const paid_by of ['card', 'wallet'])
    expect(await begin(shop, saver, { paid_by })).toMatchObject({
      ...{ error: 'method_unavailable', data: { why: 'not_offered' } },
    })
  expect((await ask<PlansView>(shop, saver, '/trade/plans')).plans).toEqual([])
})
