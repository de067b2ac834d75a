/** Orders that a courier brings. */
import { expect } from 'vitest'
import type { GuaranteeView, PaymentViewData, SubmittedView } from '../../src/orders/contract.ts'
import type { TestMember } from './members.ts'
import { stateOf } from './money-back.ts'
import { ask, notify, someSku } from './purchase.ts'
import type { Shop } from './shop.ts'

const address = {
  ...{ label: 'Home', recipient: 'Ratna Wulandari', mobile: '0812 1000 4471', postal_code: '10310' },
  ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06', street: 'Jl. Teuku Umar No. 12' },
}

/** Paid by card, for an address in Jakarta. */
export async function courierOrder(
  shop: Shop,
  member: TestMember,
  { skuId, quantity = 1 }: { skuId?: number; quantity?: number } = {},
): Promise<{ id: string; number: string; guarantee: GuaranteeView }> {
  const { id } = await ask<{ id: string }>(shop, member, '/address/saveAddress', address)
  const wish = { sku_id: skuId ?? (await someSku(shop)), quantity, delivery: { mode: 'courier', address_id: id } }
  const guarantee = await ask<GuaranteeView>(shop, member, '/product/confirm_order', wish)
  const order = await ask<SubmittedView>(shop, member, '/product/submit_order', {
    guarantee_id: guarantee.guarantee_id,
  })
  const payment = await ask<PaymentViewData>(shop, member, '/product/pay_order', {
    order_id: order.order_id,
    method: 'card',
  })
  await notify(shop, { reference: payment.payment_id, amount: order.total })
  await expect.poll(() => stateOf(shop, order.order_id), { interval: 5, timeout: 10_000 }).toBe('paid')
  return { id: order.order_id, number: order.number, guarantee }
}
