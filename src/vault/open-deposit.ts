/** A member puts money into their cash balance with a store: opened here, paid as an order is, ended by its time. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag, Karat } from '../karat.ts'
import { requireMayHold, returnDayLimit, takeDayLimit } from '../kyc/take-day-limit.ts'
import { type Minor, minor, moneyText } from '../money/money.ts'
import { wantChargesClosed } from '../payments/close-charge.ts'
import type { MethodChoice } from '../payments/method-rules.ts'
import { openPayment } from '../payments/open-payment.ts'
import { takenBy, takenMethods } from '../payments/providers.ts'
import { paidNow, requireMethod } from '../payments/require-method.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { storeOf } from '../stores/stores.ts'
import { hasRoom } from './deposit-float.ts'
import { dayReference } from './deposit-rules.ts'
import { type Holder, holdPlace } from './holder.ts'

/**
 * The member has an open deposit of this amount afterwards, with an open payment by this method; one that was open before is over. Its room
 * in the store's float and its part of the member's day are taken until it is paid or over.
 *
 * Refuses no_cash_balance where the store keeps none; deposit_amount below or above what one may be; method_unavailable where
 * the store does not take it for this amount; verification_required (6000) for
 * who may hold no gold yet, since there is nothing else to do with the money, and beyond the member's day; deposits_full at the ceiling.
 */
export const openDeposit = (
  karat: Bag<'vault'>,
  holder: Holder,
  { amount, ...choice }: MethodChoice & { amount: Minor },
  request: Once,
): Promise<{ deposit_id: string }> =>
  once(karat.db, request, async (tx) => {
    requireAmount(holder, amount)
    const { memberId, store, currency } = holder
    const paid = await paidNow(tx, storeOf(karat, store))
    requireMethod(choice, { store: paid, taken: takenMethods(karat.providers), currency, amount })
    const holderId = await holdPlace(tx, holder)
    await requireMayHold(tx, holder, 1n)
    await endOpen(tx, sql`holder_id = ${holderId}`)
    if (!(await hasRoom(tx, { store, currency, amount }))) throw new Refusal('deposits_full')
    const id = newId()
    await takeDayLimit(tx, {
      ...{ memberId, store: storeOf(karat, store), kind: 'deposit', currency, amount, reference: dayReference(id) },
      unpaid: true,
    })
    const made = await tx.row<{ expires_at: Date }>(sql`
      insert into vault.deposits (id, number, holder_id, member_id, store, currency, amount_minor, expires_at)
      values (${id}, 'D' || nextval('vault.deposit_numbers'), ${holderId}, ${memberId}, ${store}, ${currency}, ${amount},
        now() + make_interval(secs => ${settings.cash.paySeconds}::int)) returning expires_at`)
    if (!made) throw new Error('the deposit was not stored')
    await openPayment(tx, {
      ...{
        purpose: 'deposit',
        subject_id: id,
        member_id: memberId,
        store,
        provider: takenBy[choice.method],
        ...choice,
      },
      ...{ amount_minor: amount, currency, expires_at: made.expires_at },
    })
    return { deposit_id: id }
  })

function requireAmount({ store, currency }: Holder, amount: Minor): void {
  const cash = settings.cash.stores[store]
  if (!cash) throw new Refusal('no_cash_balance')
  const text = (units: bigint) => moneyText(minor(units), currency)
  if (amount < cash.least || amount > cash.most)
    throw new Refusal('deposit_amount', { least: text(cash.least), most: text(cash.most), currency })
}

/** Open deposits are over: their room and their part of the day are free, and their charges are to take no more money. How many. */
async function endOpen(tx: Tx, which: ReturnType<typeof sql>): Promise<number> {
  const ended = await tx.rows<{ id: string }>(sql`
    update vault.deposits set state = 'expired' where state = 'open' and ${which} returning id`)
  for (const { id } of ended) {
    await returnDayLimit(tx, dayReference(id))
    await wantChargesClosed(tx, id)
  }
  return ended.length
}

/** Ends deposits whose time is up by the database's clock; each in a transaction of its own, so that none holds up another. */
export async function expireDeposits({ db, log }: Pick<Karat, 'db' | 'log'>): Promise<number> {
  let expired = 0
  for (const { id } of await listOverdue(db))
    expired += await db
      .transaction((tx) => endOpen(tx, sql`id = ${id} and expires_at <= now()`))
      .catch((error) => {
        log.warn({ err: error, deposit: id }, 'deposit cannot be expired')
        return 0
      })
  return expired
}

const listOverdue = (db: Queryable) =>
  db.rows<{ id: string }>(sql`
    select id from vault.deposits where state = 'open' and expires_at <= now() order by expires_at limit 100`)
