/** What proves something is written once: the application may take it through its steps, and neither change nor remove what it said. */
import { beforeAll, describe, expect, test } from 'vitest'
import { raw } from '../src/db/database.ts'
import { signedIn } from './support/members.ts'
import { paidOrder } from './support/money-back.ts'
import { asOwner } from './support/owner.ts'
import { freshTick } from './support/prices.ts'
import { someSku } from './support/purchase.ts'
import { openShop } from './support/shop.ts'
import { staffSignedIn } from './support/staff.ts'
import { closeWindow, soldWrong } from './support/wrong-prices.ts'

const shop = openShop()
beforeAll(async () => {
  await freshTick(shop)
  await staffSignedIn(shop, 'desk')
  const member = await signedIn(shop)
  const { bounds } = await soldWrong(shop, async () => paidOrder(shop, member, await someSku(shop)))
  await closeWindow(shop, bounds)
  await asOwner(shop.connectionString, [
    "insert into pricing.halts (store, halted_by, reason) values ('my', 'Nadia', 'Odd numbers')",
    `insert into pricing.quarantines (rule, from_spot_usd_e6, to_spot_usd_e6, from_rates_e6, to_rates_e6)
      values ('jump', 1, 2, '{}', '{}')`,
  ])
})

const refusals = [
  ['an acceptance is moved', "update identity.agreement_acceptances set accepted_at = now() - interval '1 year'"],
  ['an acceptance is taken away', 'delete from identity.agreement_acceptances'],
  [
    'an acceptance is dated back',
    `insert into identity.agreement_acceptances (member_id, store, version, accepted_at)
      select id, 'id', '2020-01', now() - interval '1 year' from identity.members limit 1`,
  ],
  ['a window is widened', "update orders.price_windows set from_at = from_at - interval '1 hour'"],
  ['a window has another approver', "update orders.price_windows set approved_by = 'somebody'"],
  ['a window is removed', 'delete from orders.price_windows'],
  ['the right price of a sale is changed', 'update orders.window_sales set right_ask_minor = right_ask_minor * 2'],
  ['a sale is taken out of a window', 'delete from orders.window_sales'],
  ['a request says something else when it is approved', "update staff.approvals set params = '{}'"],
  ['a request was made by somebody else', 'update staff.approvals set requested_by = decided_by'],
  ['a request is removed', 'delete from staff.approvals'],
  ['a notice says something else', "update payments.events set payload = '{}'"],
  ['a halt was by somebody else', "update pricing.halts set halted_by = 'nobody'"],
  ['a halt is removed', 'delete from pricing.halts'],
  ['a doubted level was another one', 'update pricing.quarantines set to_spot_usd_e6 = 1'],
  ['a doubt is removed', 'delete from pricing.quarantines'],
  ['a spread was another one', 'update pricing.spreads set ask_bps = 0'],
  ['a spread is removed', 'delete from pricing.spreads'],
  ['a day’s purchase was smaller', 'update kyc.takings set used = 0'],
  ['an order is removed', 'delete from orders.orders'],
  ['a payment is removed', 'delete from payments.payments'],
  ['a refund is removed', 'delete from payments.refunds'],
  ['a member is removed', 'delete from identity.members'],
] as const

test.each(refusals)('refused to the application: %s', async (_, statement) => {
  await expect(shop.karat.db.run(raw(statement) as never)).rejects.toThrow('permission denied')
})

const steps: [string, string, string][] = [
  ['a window', 'update orders.price_windows set finished_at = now()', 'ends_once'],
  [
    'an approval',
    "update staff.approvals set decided_because = 'another reason' where decided_at is not null",
    'ends_once',
  ],
  ['a halt', "update pricing.halts set resumed_at = now(), resumed_by = 'a', resumed_because = 'b'", 'ends_once'],
  [
    'a doubt',
    "update pricing.quarantines set ended_at = now(), ended_by = 'a', outcome = 'rejected', reason = 'b'",
    'ends_once',
  ],
  ['a day’s purchase', 'update kyc.takings set returned_at = now()', 'ends_once'],
  [
    'a sale',
    "update orders.window_sales set state = 'listed', because = case because when 'gone' then 'prepared' else 'gone' end",
    'window_sale_is_decided_once',
  ],
]

describe.each(steps)('%s', (_, statement, constraint) => {
  test('ends once, and stays as it ended', async () => {
    const again = () => shop.karat.db.run(raw(statement) as never)
    await again().catch(() => {})
    await expect(again()).rejects.toMatchObject({ constraint })
  })
})

test('a choice is not given more time', async () => {
  const member = await signedIn(shop)
  const { order, bounds } = await soldWrong(shop, async () => paidOrder(shop, member, await someSku(shop)))
  await closeWindow(shop, bounds)
  await expect(
    shop.karat.db.run(
      raw(
        `update orders.window_sales set choose_until = now() + interval '1 year' where sale_id = '${order.order_id}'`,
      ) as never,
    ),
  ).rejects.toMatchObject({ constraint: 'window_sale_is_decided_once' })
})
