/** Money back under races. Each race has a control: the same race with a planted bug, which must be seen. */
import { expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  moveThrough,
  paidOrder,
  piecesWaived,
  quoted,
  refundsDone,
  refundsOf,
  staff,
  stateOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { movePrice } from '../../../tests/support/prices.ts'
import { ask, call, notify, payable, someSku, stockOf } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { balanceOf } from '../../ledger/ledger-queries.ts'
import { memberAccount } from '../../ledger/ledger-rules.ts'
import type { PaymentViewData } from '../contract.ts'
import { moveOrder } from '../core/move-order.ts'
import { executeRefund, grantRefund } from './decide-refund.ts'
import type { CancelQuoteView, RefundRequestView, ReviewQuoteView } from './refund-contract.ts'

const { sound, broken } = openShopPair()

type Change = [from: string, to: string]
/** Changes every statement that has `from` in it; a control fails when nothing was changed. */
function plant(changes: Change[], meet?: (text: string) => Promise<void>): () => boolean {
  const planted = new Set<string>()
  broken.intercept.current = async (text) => {
    await meet?.(text)
    return changes.reduce((changed, [from, to]) => {
      if (!changed.includes(from)) return changed
      planted.add(from)
      return changed.replace(from, to)
    }, text)
  }
  return () => planted.size === changes.length
}

const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])
const won = (answers: { http: number }[]) => answers.filter((answer) => answer.http === 200).length
const twenty = <T>(action: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 20 }, (_, n) => action(n)))
const cashOf = (shop: Shop, member: TestMember) =>
  balanceOf(shop.karat.db, memberAccount({ store: 'id', id: member.id }, 'cash', 'IDR'))

/** As if a newer quote did not end the older ones. */
const openAgain = (shop: Shop, orderId: string) =>
  shop.karat.db.run(sql`update orders.quotes set expires_at = now() + interval '1 minute' where order_id = ${orderId}`)

async function twentyCancels(shop: Shop, eachOwnQuote: boolean) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const { order } = await paidOrder(shop, member, skuId)
  await movePrice(shop, 800)
  const order_id = order.order_id
  const first = await quoted(shop, member, order_id)
  const quotes: CancelQuoteView[] = []
  for (let n = 0; n < 20; n++) quotes.push(eachOwnQuote ? await quoted(shop, member, order_id) : first)
  if (eachOwnQuote) await openAgain(shop, order_id)
  const stock = await stockOf(shop, skuId)
  const answers = await twenty((n) =>
    call(shop, member, '/order/cancel_order', { order_id, quote_id: quotes[n]?.quote_id }),
  )
  await refundsDone(shop)
  const back = (await refundsOf(shop, order_id)).reduce((sum, refund) => sum + refund.amount, 0n)
  const [cash, stockAfter] = [await cashOf(shop, member), await stockOf(shop, skuId)]
  return { answers, back, total: BigInt(order.total), gain: BigInt(first.gain), cash, released: stockAfter - stock }
}

test.each([
  ['one quote', false],
  ['a quote each', true],
])('20 cancels at once with %s: one wins, money, gain and stock come back once', async (_title, eachOwnQuote) => {
  const { answers, back, total, gain, cash, released } = await twentyCancels(sound, eachOwnQuote)
  expect(won(answers)).toBe(1)
  expect(answers.filter((answer) => answer.error === 'order_state')).toHaveLength(19)
  expect({ back, cash, released }).toEqual({ back: total, cash: gain, released: 1 })
  await clean()
})

const noLocks: Change[] = [
  [
    "where subject_id = $1 and state = 'captured' order by id for update",
    "where subject_id = $1 and state = 'captured' order by id",
  ],
  [
    'tax_minor, total_minor from orders.orders where id = $1 for update',
    'tax_minor, total_minor from orders.orders where id = $1',
  ],
]

test('control: a cancel that neither locks nor looks at the state it leaves is stopped by the database, as a defect', async () => {
  const planted = plant(
    [...noLocks, ['and state = $6 returning id', 'and $6::text is not null returning id']],
    meetingAt('and state = $6 returning id', 2),
  )
  const { answers } = await twentyCancels(broken, true)
  expect(planted()).toBe(true)
  expect(answers.filter((answer) => answer.error === 'order_state')).not.toHaveLength(19)
})

test('control: a quote that can be used twice is seen where nothing else stands in the way', async () => {
  const member = await signedIn(broken)
  const { order } = await paidOrder(broken, member, await someSku(broken))
  const { quote_id } = await quoted(broken, member, order.order_id)
  const claims = () =>
    Promise.all([1, 2].map(() => call(broken, member, '/order/cancel_order', { order_id: order.order_id, quote_id })))
  const planted = plant(
    [['and used_at is null and expires_at > clock_timestamp()', 'and expires_at > clock_timestamp()'], ...noLocks],
    meetingAt('update orders.quotes set used_at', 2),
  )
  const answers = await claims()
  expect(planted()).toBe(true)
  expect(answers.some((answer) => answer.error === 'quote_expired')).toBe(false)
})

async function cancelBesidePreparing(shop: Shop, start = () => {}) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const { order } = await paidOrder(shop, member, skuId)
  const { quote_id } = await quoted(shop, member, order.order_id)
  const prepare = () =>
    shop.karat.db
      .transaction((tx) =>
        moveOrder(tx, {
          orderId: order.order_id,
          from: 'paid',
          to: 'preparing',
          actor: 'staff:test',
          reason: 'packed',
        }),
      )
      .then(
        () => true,
        () => false,
      )
  start()
  const [cancelled, ...prepared] = await Promise.all([
    call(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id }),
    ...Array.from({ length: 10 }, prepare),
  ])
  const refunds = await refundsOf(shop, order.order_id)
  return {
    cancelled: cancelled.http === 200,
    prepared: prepared.filter(Boolean).length,
    refunds,
    state: await stateOf(shop, order.order_id),
  }
}

test('a cancel beside 10 moves to preparing: one of them happens, and money goes back only with the cancel', async () => {
  for (let round = 0; round < 8; round++) {
    const { cancelled, prepared, refunds, state } = await cancelBesidePreparing(sound)
    expect(Number(cancelled) + prepared).toBe(1)
    expect(state).toBe(cancelled ? 'cancelled' : 'preparing')
    expect(refunds).toHaveLength(cancelled ? 1 : 0)
  }
  await clean()
})

test('control: a cancel that trusts the state it has read is seen beside a move to preparing', async () => {
  let planted = () => false
  const { cancelled, prepared } = await cancelBesidePreparing(broken, () => {
    planted = plant(
      [...noLocks, ['and state = $6 returning id', 'and $6::text is not null returning id']],
      meetingAt('update orders.orders set state', 11),
    )
  })
  expect(planted()).toBe(true)
  expect([cancelled, prepared > 0]).toEqual([true, true])
})

async function cancelBesideLateCapture(shop: Shop, start = () => {}) {
  const member = await signedIn(shop)
  const { order, payment } = await paidOrder(shop, member, await someSku(shop))
  const { quote_id } = await quoted(shop, member, order.order_id)
  const late = { reference: payment.payment_id, amount: payment.amount, charge: `ch_late_${payment.payment_id}` }
  start()
  const [cancelled] = await Promise.all([
    call(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id }),
    ...Array.from({ length: 10 }, () => notify(shop, late)),
  ])
  await untilProcessed(shop)
  await refundsDone(shop)
  return { cancelled, total: BigInt(order.total), refunds: await refundsOf(shop, order.order_id) }
}

test('a cancel beside a second capture that comes late: both payments go back, each once and in full', async () => {
  for (let round = 0; round < 5; round++) {
    const { cancelled, total, refunds } = await cancelBesideLateCapture(sound)
    expect(cancelled.http).toBe(200)
    expect(refunds.map(({ state, amount }) => [state, amount])).toEqual([
      ['settled', total],
      ['settled', total],
    ])
    expect(refunds.filter(({ suspense }) => suspense > 0n)).toHaveLength(1)
  }
  await clean()
})

test('control: a second capture kept under ever new names goes back more than once, and that is seen', async () => {
  const planted = plant([['bank, mandate_id, $2, $3', 'bank, mandate_id, $2 || gen_random_uuid(), $3']])
  const { refunds } = await cancelBesideLateCapture(broken)
  expect(planted()).toBe(true)
  expect(refunds.length).toBeGreaterThan(2)
})

/** An order in review by its second payment; its first one, declined before, is captured while the member chooses. */
async function chooseBesideAnotherCapture(choice: 'honour' | 'refund') {
  const member = await signedIn(sound)
  const { order, payment: first } = await payable(sound, member, await someSku(sound))
  const { order_id } = order
  await notify(sound, { reference: first.payment_id, state: 'declined', type: 'charge.declined', amount: first.amount })
  await untilProcessed(sound)
  const second = await ask<PaymentViewData>(sound, member, '/product/pay_order', { order_id, method: 'card' })
  const total = BigInt(order.total)
  await notify(sound, { reference: second.payment_id, amount: `${total + 7n}` })
  await untilProcessed(sound)
  const { quote_id } = await ask<ReviewQuoteView>(sound, member, '/order/review_quote', { order_id })
  let met = false
  sound.intercept.current = async (text) => {
    if (!met && text.includes('tax_minor, total_minor from orders.orders where id = $1 for update')) {
      met = true
      await notify(sound, { reference: first.payment_id, amount: first.amount })
      await untilProcessed(sound)
    }
    return text
  }
  const body = choice === 'honour' ? { order_id, choice, quote_id } : { order_id, choice }
  const chosen = await call(sound, member, '/order/review_choose', body)
  sound.intercept.current = undefined
  expect([met, chosen.http]).toEqual([true, 200])
  await refundsDone(sound)
  return { total, refunds: (await refundsOf(sound, order_id)).map(({ amount }) => amount).sort() }
}

test.each(['honour', 'refund'] as const)(
  'money that is captured while a member chooses to %s is not left behind in suspense',
  async (choice) => {
    const { total, refunds } = await chooseBesideAnotherCapture(choice)
    expect(refunds).toEqual(choice === 'honour' ? [7n, total].sort() : [total, total + 7n].sort())
    await clean()
  },
)

async function handedOver(shop: Shop, quantity: number) {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop), quantity)
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  const askBack = (pieces: number) =>
    call<RefundRequestView>(shop, member, '/product/order_refund', {
      order_id: order.order_id,
      reason: 'damaged',
      lines: [{ position: 0, quantity: pieces }],
    })
  return { member, order, askBack }
}

test('20 requests at once for 2 of 5 pieces each: two are taken, and no piece is asked back twice', async () => {
  const { order, askBack } = await handedOver(sound, 5)
  const answers = await twenty(() => askBack(2))
  expect(won(answers)).toBe(2)
  expect(answers.filter((answer) => answer.error === 'refund_pieces_taken')).toHaveLength(18)
  expect(
    await sound.karat.db.row(sql`select claimed from orders.claimed_pieces where order_id = ${order.order_id}`),
  ).toEqual({ claimed: 4 })
  await clean()
})

test('control: pieces that are counted anew with every request are asked back more than once', async () => {
  const { askBack } = await handedOver(broken, 5)
  const planted = plant([['claimed = c.claimed + excluded.claimed', 'claimed = excluded.claimed']])
  expect(won(await twenty(() => askBack(2)))).toBeGreaterThan(2)
  expect(planted()).toBe(true)
})

/** A house in which no amount takes two people. */
function oneIsEnough({ karat }: Shop) {
  const twoPeopleFrom = { IDR: 10n ** 17n, MYR: 10n ** 17n, USD: 10n ** 17n } as never
  return { ...karat, settings: { ...karat.settings, refund: { ...karat.settings.refund, twoPeopleFrom } } }
}

async function twentyExecutions(shop: Shop) {
  const { member, order, askBack } = await handedOver(shop, 1)
  const requestId = (await askBack(1)).data.request_id
  const granter = await staff(shop, 'refunds.grant')
  await grantRefund(shop.karat, granter, { requestId, answer: '', reason: 'Seen' })
  await piecesWaived(shop, requestId)
  const [executor, one] = [await staff(shop, 'refunds.execute'), oneIsEnough(shop)]
  const outcomes = await twenty(() =>
    executeRefund(one, executor, { requestId, reason: 'As granted' }).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? 'defect',
    ),
  )
  await refundsDone(shop)
  return { member, outcomes, total: BigInt(order.total), refunds: await refundsOf(shop, order.order_id) }
}

test('20 full refunds at once: one', async () => {
  const { outcomes, total, refunds } = await twentyExecutions(sound)
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'refund_state')).toHaveLength(19)
  expect(refunds).toMatchObject([{ state: 'settled', amount: total }])
  await clean()
})

test('control: of executions that neither wait for one another nor see what went back more than one is done', async () => {
  const planted = plant(
    [
      [
        "where subject_id = $1 and state = 'captured' order by id for update",
        "where subject_id = $1 and state = 'captured' order by id",
      ],
      [
        'select * from payments.payments where id = $1 for update',
        'select *, 0::bigint as refunded_allocated_minor from payments.payments where id = $1',
      ],
      ['t.amount_minor - p.refunded_allocated_minor as left', 't.amount_minor as left'],
      ['select 1 from orders.orders where id = $1 for update', 'select 1 from orders.orders where id = $1'],
      [
        'select * from orders.refund_requests where id = $1 for update',
        'select * from orders.refund_requests where id = $1',
      ],
      [
        'tax_minor, total_minor from orders.orders where id = $1 for update',
        'tax_minor, total_minor from orders.orders where id = $1',
      ],
    ],
    meetingAt('tax_minor, total_minor from orders.orders where id = $1', 20),
  )
  const { outcomes } = await twentyExecutions(broken)
  expect(planted()).toBe(true)
  expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(1)
})

test('20 withdrawals beside 20 grants of one request: one of them happens', async () => {
  const { member, order, askBack } = await handedOver(sound, 1)
  const request_id = (await askBack(1)).data.request_id
  const granter = await staff(sound, 'refunds.grant')
  const granted = twenty(() =>
    grantRefund(sound.karat, granter, { requestId: request_id, answer: '', reason: 'Seen' }).then(
      () => 1,
      () => 0,
    ),
  )
  const withdrawn = await twenty(() => call(sound, member, '/order/withdraw_refund', { request_id }))
  expect(won(withdrawn) + (await granted).reduce((sum: number, one) => sum + one, 0)).toBe(1)
  expect(await refundsOf(sound, order.order_id)).toEqual([])
  await clean()
})

test('a key makes 20 cancels one answer', async () => {
  const member = await signedIn(sound)
  const { order } = await paidOrder(sound, member, await someSku(sound))
  const { quote_id } = await quoted(sound, member, order.order_id)
  const send = () =>
    call(
      sound,
      member,
      '/order/cancel_order',
      { order_id: order.order_id, quote_id },
      { 'idempotency-key': 'cancel once' },
    )
  const answers = await twenty(send)
  expect(answers.every((answer) => answer.http === 200 || answer.error === 'idempotency_still_running')).toBe(true)
  const again = await send()
  expect([again.http, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(await ask(sound, member, `/order/refund_status?order_id=${order.order_id}`)).toMatchObject({
    refunds: [{ amount: order.total }],
  })
})
