/** An unpaid order that its buyer pays by a transfer to the house's own account (decision 0138). */
import { type BankAccount, findAccount, noteCharge } from '../../bank/account-queries.ts'
import { BANK } from '../../bank/bank-provider.ts'
import { deadlineOf } from '../../bank/deadline-rules.ts'
import { type Queryable, type Sql, sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { takesBalanceOnly } from '../../kyc/take-day-limit.ts'
import type { Currency } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'
import type { Transfers } from '../../payments/method-rules.ts'
import { findBegun, openPayment } from '../../payments/open-payment.ts'
import { takenMethods } from '../../payments/providers.ts'
import { paidNow, requireMethod } from '../../payments/require-method.ts'
import { Refusal } from '../../refusals.ts'
import { foldSetting } from '../../stores/setting-rules.ts'
import { settingOf, storeOf } from '../../stores/stores.ts'
import { type ExposureGrams, limitsOf } from '../exposure/exposure-rules.ts'
import { whyUnpayable } from '../promises/require-promise.ts'
import { refuseState } from './move-order.ts'
import { dayReference, type OrderState } from './order-rules.ts'

type Buyer = { id: string; store: string; currency: Currency }
type Row = {
  number: string
  state: OrderState
  currency: Currency
  total: bigint
  grams: bigint
  fine: bigint
  skus: number[]
  until: Date | null
  open: boolean
  balanceOnly: boolean
  why: 'price_on_hold' | 'price_withdrawn' | null
  now: Date
}

/**
 * The order waits for a transfer of exactly its total, for its own time from now on, which asking again does not make longer; its pieces are
 * held until the statement is imported that covers it. Its other ways to pay end when they would have.
 *
 * Refuses not_found, order_state, payment_closed, price_withdrawn, price_on_hold, method_unavailable: where the store has no account, its limits
 * do not take it, its pieces or grams are held for minutes (`too_slow`), or what waits for transfers already is all that may (`cap_reached`).
 */
export async function openTransfer(
  tx: Tx,
  karat: Pick<Bag<'orders'>, 'catalogue' | 'providers' | 'settings' | 'stores'>,
  buyer: Buyer,
  orderId: string,
): Promise<{ payment: Payment; number: string; now: Date }> {
  // One at a time of a store, so that two together do not pass its cap.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${buyer.store}, 430))`)
  const order = await readOrder(tx, buyer, orderId)
  if (!order) throw new Refusal('not_found')
  if (order.state !== 'pending_payment') return refuseState(tx, orderId)
  if (!order.open) throw new Refusal('payment_closed')
  if (order.why) throw new Refusal(order.why)
  const account = await findAccount(tx, buyer.store)
  const transfers = account ? await transfersFor(tx, karat, { ...order, store: buyer.store }) : null
  const { currency, total: amount, balanceOnly } = order
  const store = storeOf(karat, buyer.store)
  const paid = await paidNow(tx, store)
  const way = { method: 'bank_transfer', bank: null } as const
  const begun = order.until ? await findBegun(tx, orderId, way) : undefined
  if (!begun || balanceOnly || !account) {
    const taken = takenMethods(karat.providers)
    requireMethod(way, { store: paid, taken, currency, amount, balanceOnly, transfers })
  }
  const { hours } = paid.settings.pay_transfer
  const until = order.until ?? deadlineOf(store, { now: order.now, hours })
  const asked = { amount_minor: amount, currency, expires_at: until }
  const of = { purpose: 'order', subject_id: orderId, member_id: buyer.id, store: buyer.store } as const
  const payment = begun ?? (await openPayment(tx, { ...of, ...way, ...asked, provider: BANK }))
  await noteCharge(tx, account as BankAccount, payment)
  const held = await tx.run(sql`
    update orders.orders set transfer_until = coalesce(transfer_until, ${until}) where id = ${orderId} and state = 'pending_payment'`)
  if (held === 0) return refuseState(tx, orderId)
  return { payment, number: order.number, now: order.now }
}

const readOrder = (tx: Tx, { id, store }: Buyer, orderId: string) =>
  tx.row<Row>(sql`
    select number, state, currency, total_minor as total, grams_e4 as grams, transfer_until as until,
      coalesce(transfer_until, expires_at) > now() as open, now() as now, ${takesBalanceOnly(sql`${dayReference(orderId)}`, sql`orders.store`)} as "balanceOnly",
      ${whyUnpayable({ store, orderId })} as why, ${fineOf(sql`orders.id`)} as fine,
      array(select sku_id from orders.lines where order_id = orders.id) as skus
    from orders.orders where id = ${orderId} and member_id = ${id} and store = ${store}`)

const fineOf = (id: Sql) => sql`(
  select coalesce(sum(fine_weight_e4 * quantity) filter (where not in_grams), 0)::bigint from orders.lines where order_id = ${id})`

type Wanted = { store: string; grams: bigint; fine: bigint; skus: readonly number[]; until: Date | null }

/** Whether an unpaid order may be paid by a transfer, beside those that wait for theirs already. */
export async function transfersFor(
  db: Queryable,
  { catalogue, settings }: Pick<Bag<'orders'>, 'catalogue' | 'settings'>,
  { store, grams, fine, skus, until }: Wanted,
): Promise<Transfers> {
  if (until) return 'taken'
  if (grams > 0n || skus.some((sku) => catalogue.sku(store, sku)?.sku.scarce)) return 'too_slow'
  const row = await db.row<{ open: bigint; own: Partial<ExposureGrams> | null }>(sql`
    select coalesce(sum(${fineOf(sql`o.id`)}), 0)::bigint as open, ${settingOf(sql`${store}`, 'limits')} as own from orders.orders o
    where store = ${store} and state = 'pending_payment' and transfer_until is not null`)
  const { transfersGrams: transfers_grams } = settings.exposure
  const { transfers } = limitsOf(foldSetting('limits', [{ transfers_grams }, row?.own ?? {}]))
  return (row?.open ?? 0n) + fine > transfers ? 'cap_reached' : 'taken'
}

/** Until when it can be paid by a transfer, where one was chosen, or by any other way. */
export const payUntil = (order: { expires_at: Date; transfer_until: Date | null }, isByBank: boolean): Date =>
  (isByBank && order.transfer_until) || order.expires_at
