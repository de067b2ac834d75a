/** What the application's role could write by itself so that a member is given something: refused, or named (G26). */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { fakeAcquirer, moveThrough, paidOrder, quoted } from '../../tests/support/money-back.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { ask, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { afterStatements } from '../../tests/support/tampering.ts'
import { auditLedger, findViolations } from './ledger-audit.ts'

const shop = openShop()
let member: TestMember
let id: string
beforeEach(async () => {
  shop.intercept.current = undefined
  fakeAcquirer(shop)
  await freshTick(shop)
  member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop))
  id = order.order_id
})

const settledAs =
  'a cancelled sale is settled as the quote says that its member used in time, any other by what ended it and without a gain'
const gained = 'nobody gains more by cancelling than the gold would bring at a bid since it was sold'
const wentBack =
  'money that an order used goes back for what settled it or for an executed request, and to its own payment'
const executedBy = 'an executed request was executed by staff, for its pieces'

const rulesBroken = async (statements: string[]) =>
  (
    await afterStatements(
      shop.connectionString,
      ['set local role karat_app', ...statements, 'reset role'],
      findViolations,
    )
  ).map(({ rule }) => rule)

const settle = (quote: string, gain: number, because = 'cancel') =>
  `insert into orders.settlements (order_id, quote_id, kept_minor, gain_minor, because) values ('${id}', ${quote}, 0, ${gain}, '${because}')`
const refund = (occasion: string) => `
  with refund as (
    insert into payments.refunds (id, payment_id, subject_id, member_id, store, currency, amount_minor, allocated_minor, occasion, actor)
    select gen_random_uuid(), p.id, o.id, o.member_id, o.store, o.currency, o.total_minor, o.total_minor, ${occasion}, 'system'
    from orders.orders o join payments.payments p on p.subject_id = o.id where o.id = '${id}' returning id)
  insert into payments.refund_parts select refund.id, part.kind, part.amount from refund, orders.orders o
    cross join lateral (values ('order_money', o.goods_minor - o.discount_minor), ('delivery_fees', o.delivery_minor),
      ('insurance_fees', o.insurance_minor), ('tax_payable', o.tax_minor)) as part(kind, amount) where o.id = '${id}' and part.amount > 0`
/** The whole of a cancellation with a gain, as the code writes it. */
const cancelledWith = (quote: string, gain: number) => [
  `update orders.orders set state = 'cancelled', refund_state = 'full' where id = '${id}'`,
  `insert into orders.moves (order_id, from_state, to_state, actor, reason) values ('${id}', 'paid', 'cancelled', 'system', 'x')`,
  `insert into catalogue.stock_moves (sku_id, quantity, reason, reference, round)
    select sku_id, -quantity, 'released', reference, round from catalogue.stock_moves where reference = '${id}'`,
  `update catalogue.skus s set stock = stock + 1 from orders.lines l where l.order_id = '${id}' and s.id = l.sku_id`,
  settle(quote, gain),
  `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (gen_random_uuid(), 'sale_settled', '${id}',
    ledger.account_ids(array['house:id', 'member:id:${member.id}'], array['settlement', 'cash'], array['IDR', 'IDR']), '{-${gain},${gain}}', 'system')`,
  refund(`'cancel:${id}'`),
]
const ownQuote = (bid: string, gain: number) => [
  `insert into orders.quotes (id, kind, order_id, member_id, tick_id, ask_minor, bid_minor, figures, expires_at)
    select '00000000-0000-4000-8000-000000000777', 'cancel', id, member_id, (select max(id) from pricing.ticks where verdict = 'accepted'),
      1, ${bid}, '{"kept": "0", "gain": "${gain}", "back": "0"}', now() + interval '1 minute' from orders.orders where id = '${id}'`,
  `update orders.quotes set used_at = now() where id = '00000000-0000-4000-8000-000000000777'`,
]
const own = `'00000000-0000-4000-8000-000000000777'`

test.each([
  ['without a quote', 'settled_as_quoted', () => [settle('null', 7_000_000)]],
  ['as given up', 'only_a_cancellation_gains', () => [settle('null', 7_000_000, 'request')]],
  [
    'by an unused quote',
    'settled_as_quoted',
    () => [settle(`(select id from orders.quotes where order_id = '${id}')`, 0)],
  ],
  ['by other figures', 'settled_as_quoted', () => [...ownQuote('1', 1), settle(own, 7_000_000)]],
  [
    'by a quote unused again',
    'used_quote_stays',
    () => [...ownQuote('1', 1), 'update orders.quotes set used_at = null'],
  ],
  ['by a changed quote', 'permission denied', () => ['update orders.quotes set figures = figures']],
  [
    'at another time',
    'permission denied',
    () => [
      `insert into orders.settlements (order_id, kept_minor, gain_minor, because, created_at)
    values ('${id}', 0, 0, 'request', now())`,
    ],
  ],
])('the database refuses a sale settled %s', async (_, refused, statements) => {
  await quoted(shop, member, id)
  await expect(rulesBroken(statements())).rejects.toMatchObject({
    ...(refused === 'permission denied' ? { code: '42501' } : { constraint: refused }),
  })
})

test('a gain by a quote of the application’s own is named, with a bid that never was and with none that covers it', async () => {
  expect(await rulesBroken([...ownQuote('99000000', 7_000_000), ...cancelledWith(own, 7_000_000)])).toEqual([gained])
  expect(await rulesBroken([...ownQuote('1', 7_000_000), ...cancelledWith(own, 7_000_000)])).toEqual([gained])
})

test('a gain that the market gave is not named', async () => {
  await movePrice(shop, 480)
  await freshTick(shop)
  await movePrice(shop, 300)
  const { quote_id, gain } = await quoted(shop, member, id)
  expect(BigInt(gain)).toBeGreaterThan(0n)
  await ask(shop, member, '/order/cancel_order', { order_id: id, quote_id })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('order money on its way back for no reason, or for a request that nobody executed, is named', async () => {
  await moveThrough(shop, id, 'preparing', 'shipped', 'completed')
  expect(await rulesBroken([refund(`'kindness'`)])).toEqual([wentBack])
  const request = '00000000-0000-4000-8000-000000000778'
  const asked = [
    `insert into orders.refund_requests (id, order_id, member_id, state, reason, note, whole, stated_minor, granted_minor, decided_at, executed_at)
      select '${request}', id, member_id, 'executed', 'damaged', '', false, total_minor, total_minor, now(), now() from orders.orders where id = '${id}'`,
    `insert into orders.refund_lines (request_id, order_id, position, quantity, granted, goods_minor, tax_minor)
      select '${request}', order_id, position, quantity, quantity, total_minor, tax_minor from orders.lines where order_id = '${id}'`,
    `insert into orders.claimed_pieces (order_id, position, bought, claimed)
      select order_id, position, quantity, quantity from orders.lines where order_id = '${id}'`,
    `update orders.orders set refund_state = 'full' where id = '${id}'`,
  ]
  expect(await rulesBroken([...asked, refund(`'request:${request}'`)])).toEqual([executedBy])
})

test('an order that nobody gave up is named where it is settled as given up', async () => {
  const given = cancelledWith('null', 0).filter((one) => !one.includes('ledger.transfers'))
  const statements = given.map((one) =>
    one.replace(`'cancel')`, `'given_up')`).replace(`'cancel:${id}'`, `'given_up:${id}'`),
  )
  expect(await rulesBroken(statements)).toEqual([settledAs])
})
