/** What becomes of money that is for a deposit. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { isClosed } from '../identity/member-queries.ts'
import { countPaid, takeDayLimit } from '../kyc/take-day-limit.ts'
import { type Currency, minor } from '../money/money.ts'
import { daysFor } from '../payments/clearance.ts'
import type { Settler, Subject } from '../payments/settler.ts'
import { Refusal } from '../refusals.ts'
import { isOn, readStores, storeOf } from '../stores/stores.ts'
import { hasRoom } from './deposit-float.ts'
import { cashDeposited } from './deposit-postings.ts'
import { type DepositState, dayReference, lateReference } from './deposit-rules.ts'
import { holdPlace } from './holder.ts'
import { cashToTake, mayHaveCash } from './may-have-cash.ts'
import { payersPlace } from './return-to-payer.ts'

type Deposit = Subject & {
  member_id: string
  currency: Currency
  amount_minor: bigint
  state: DepositState
  /** Whether its store may take it still. */
  on: boolean
}

/** `isNew`: whether a member's card money is uncertain for longer, which areas above know. */
type IsNew = (db: Queryable, memberId: string) => Promise<boolean>

/**
 * Money that an open deposit waits for is the member's cash: its room and its part of the day are taken. So is money that comes
 * late, where there is room and the day takes it; where not, and where the store has no licence for balances any more, it goes back. Whatever does not fit goes back at once, for
 * there is nothing to choose.
 */
export const depositSettler = (isNew: IsNew): Settler<Deposit> => ({
  async fulfil(tx, payment) {
    const deposit = await lock(tx, payment.subject_id)
    if (deposit.state === 'paid' || !deposit.on || (await isClosed(tx, deposit.member_id))) return undefined
    if (deposit.state === 'expired' && !(await fitsLate(tx, deposit))) return undefined
    // No bank takes a transfer back.
    const days = payment.method === 'card' ? daysFor(await isNew(tx, deposit.member_id)) : 0
    await tx.run(sql`
      update vault.deposits set state = 'paid', paid_at = now(), clears_at = now() + make_interval(days => ${days}::int)
      where id = ${deposit.id}`)
    await countPaid(tx, dayReference(deposit.id), deposit.store)
    return { subject: deposit, postings: [cashDeposited(payment, deposit)] }
  },
  lock,
  keepSuspended: async () => false,
  keepsSurplus: () => false,
  payerHas: cashToTake,
  payerMayHave: mayHaveCash,
  payersPlace,
  async numberOf(db, id) {
    return (await db.row<{ number: string }>(sql`select number from vault.deposits where id = ${id}`))?.number ?? ''
  },
})

/** With its member's place, which is held first: as everywhere in the vault. */
async function lock(tx: Tx, id: string): Promise<Deposit> {
  const whose = await tx.row<{ memberId: string; store: string }>(sql`
    select member_id as "memberId", store from vault.deposits where id = ${id}`)
  if (whose) await holdPlace(tx, whose)
  const deposit = await tx.row<Deposit>(sql`
    select id, number, store, member_id, currency, amount_minor, state, ${isOn(sql`store`, 'cash_balance')} as "on" from vault.deposits where id = ${id} for update`)
  if (!deposit) throw new Error(`payment of a deposit that does not exist: ${id}`)
  return deposit
}

/** Its room and its part of the day were given back when it expired: whether both are there again. Then its part is taken. */
async function fitsLate(tx: Tx, { id, member_id: memberId, store, currency, amount_minor }: Deposit): Promise<boolean> {
  if (!(await hasRoom(tx, { store, currency, amount: amount_minor }))) return false
  const ofStore = storeOf({ stores: await readStores(tx) }, store)
  const taking = { memberId, store: ofStore, kind: 'deposit', currency, amount: minor(amount_minor) } as const
  try {
    await takeDayLimit(tx, { ...taking, reference: lateReference(id) })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'verification_required') return false
    throw error
  }
}
