/** The steps of money going back: an order that is paid, an acquirer that answers as told, staff. */

import { expect, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { PaymentViewData, SubmittedView } from '../../src/orders/contract.ts'
import { moveOrder } from '../../src/orders/core/move-order.ts'
import type { OrderState } from '../../src/orders/core/order-rules.ts'
import type { LaterKind } from '../../src/orders/papers/order-paper-rules.ts'
import { executeRefund, refundExecutor } from '../../src/orders/refunds/decide-refund.ts'
import type { CancelQuoteView, RefundStatusView } from '../../src/orders/refunds/refund-contract.ts'
import type { Paper } from '../../src/papers/paper-rules.ts'
import type { NewRefund, PaymentProvider, ProviderRefund, RefundAnswer } from '../../src/payments/contract.ts'
import { askForRefunds } from '../../src/payments/process-refund.ts'
import { approve } from '../../src/staff/approvals.ts'
import type { Staff } from '../../src/staff/door.ts'
import type { Permission } from '../../src/staff/permission-rules.ts'
import type { TestMember } from './members.ts'
import { ask, notify, payable } from './purchase.ts'
import type { Shop } from './shop.ts'
import { staffSignedIn } from './staff.ts'

export const untilProcessed = ({ karat }: Shop) =>
  vi.waitFor(
    async () =>
      expect(
        await karat.db.row(sql`select count(*)::int as waiting from payments.events where processed_at is null`),
      ).toEqual({ waiting: 0 }),
    { timeout: 10_000 },
  )

export type Paid = { order: SubmittedView; payment: PaymentViewData }

/** An order paid by its provider's notice. */
export async function paidOrder(shop: Shop, member: TestMember, skuId: number, quantity = 1): Promise<Paid> {
  const paid = await payable(shop, member, skuId, quantity)
  await notify(shop, { reference: paid.payment.payment_id, amount: paid.payment.amount })
  await vi.waitFor(async () => expect(await stateOf(shop, paid.order.order_id)).toBe('paid'), { timeout: 10_000 })
  return paid
}

export const stateOf = async ({ karat }: Shop, orderId: string) =>
  (await karat.db.row<{ state: OrderState }>(sql`select state from orders.orders where id = ${orderId}`))?.state

/** Moves an order on through the states that staff would move it. */
export const moveThrough = async ({ karat }: Shop, orderId: string, ...states: OrderState[]) => {
  for (const [at, to] of states.entries())
    await karat.db.transaction((tx) =>
      moveOrder(tx, { orderId, from: states[at - 1] ?? 'paid', to, actor: 'staff:test', reason: 'test' }),
    )
}

export const paidLongAgo = ({ karat }: Shop, orderId: string, interval = '31 minutes') =>
  karat.db.run(sql`update orders.orders set paid_at = now() - ${interval}::interval where id = ${orderId}`)

export const quoted = (shop: Shop, member: TestMember, orderId: string) =>
  ask<CancelQuoteView>(shop, member, '/order/cancel_quote', { order_id: orderId })

export const statusOf = (shop: Shop, member: TestMember, orderId: string) =>
  ask<RefundStatusView>(shop, member, `/order/refund_status?order_id=${orderId}`)

/** An acquirer that settles every refund unless told otherwise; `asked` are the calls that it has got. */
export function fakeAcquirer(shop: Shop) {
  const real = shop.karat.providers.get('sandbox') as PaymentProvider
  const known = new Map<string, ProviderRefund>()
  const acquirer = {
    asked: [] as NewRefund[],
    answer: (refund: NewRefund): RefundAnswer => ({
      outcome: 'known',
      refund: { ...refund, providerReference: `rf_${refund.reference}`, state: 'settled', failure: null },
    }),
    /** What it says when it is asked how a refund stands. */
    found: undefined as RefundAnswer | undefined,
  }
  shop.karat.providers.set('sandbox', {
    ...real,
    refund: async (refund) => {
      acquirer.asked.push(refund)
      const answer = acquirer.answer(refund)
      if (answer.outcome === 'known') known.set(refund.reference, answer.refund)
      return answer
    },
    findRefund: async (reference) => {
      const refund = known.get(reference)
      return acquirer.found ?? (refund ? { outcome: 'known', refund } : { outcome: 'absent' })
    },
  })
  return acquirer
}

/** The worker's round now, whatever the refunds were put off to. */
export async function refundsDone(shop: Shop): Promise<void> {
  await shop.karat.db.run(sql`update payments.refunds set next_try_at = now() where state = 'pending'`)
  await askForRefunds(shop.karat)
}

export type RefundRow = {
  id: string
  state: string
  amount: bigint
  suspense: bigint
  currency: string
  failure: string | null
}
export const refundsOf = ({ karat }: Shop, orderId: string) =>
  karat.db.rows<RefundRow>(sql`
    select id, state, amount_minor as amount, amount_minor - allocated_minor as suspense, currency, failure
    from payments.refunds where subject_id = ${orderId} order by created_at`)

/** Somebody of the house who may do this and nothing else. */
export const staff = async (shop: Shop, ...may: Permission[]): Promise<Staff> => ({
  ...(await staffSignedIn(shop, 'desk')).staff,
  may: new Set(may),
})

/** That the money of a request may go before its pieces. */
export const piecesWaived = ({ karat }: Shop, requestId: string) =>
  karat.db.run(sql`
    insert into orders.return_waivers (request_id, kind, reason, waived_by) values (${requestId}, 'without', 'Broken: it stays there', 'staff:test')
    on conflict do nothing`)

/** Executes a granted refund, whose pieces stay with their buyer, as the house does: above the amount one asks and another approves. */
export async function executed(shop: Shop, requestId: string): Promise<bigint> {
  await piecesWaived(shop, requestId)
  const [one, two] = [await staff(shop, 'refunds.execute'), await staff(shop, 'refunds.execute')]
  const { amount_minor, approval_id } = await executeRefund(shop.karat, one, { requestId, reason: 'As granted' })
  if (approval_id)
    await approve(shop.karat, two, { approvalId: approval_id }, new Map([['refunds.execute' as const, refundExecutor]]))
  return BigInt(amount_minor)
}

/** The papers that follow the invoice of an order, oldest first, with all that they say. */
export const laterPapersOf = ({ karat }: Shop, orderId: string) =>
  karat.db.rows<{ kind: LaterKind; document: Paper; issuedAt: Date }>(sql`
    select kind, document, issued_at as "issuedAt" from papers.papers
    where subject_kind = 'order' and subject_id = ${orderId} and kind <> 'invoice' order by id`)
