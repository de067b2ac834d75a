/** A member has money of their cash balance paid out to an account of theirs, or changes their mind. */
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import { requireNoPause } from '../../identity/outgoing-pause.ts'
import type { Bag } from '../../karat.ts'
import { releaseHold } from '../../ledger/holds.ts'
import { type Minor, minor, moneyText } from '../../money/money.ts'
import { requireDestination } from '../../payouts/require-destination.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { keepWithinFloat } from '../keep-within-float.ts'
import { requireCleared } from '../uncleared.ts'
import { openPayout } from './open-payout.ts'
import type { WithdrawalView } from './payout-contract.ts'
import { getWithdrawal, withdrawnToday } from './payout-queries.ts'
import { tellOfPayout } from './tell-of-payout.ts'

type Wish = { amount: Minor; destinationId: string; pin: string }

/**
 * The amount is held and waits to be paid out; the member is told. For some seconds they can take it back.
 *
 * Refuses, in this order: as checkPin; no_cash_balance where the store keeps none; outgoing_paused (6000) after a change of credentials;
 * as requireDestination; payout_amount below the least; payout_day_limit with what is left of the day; as requireCleared.
 */
export async function withdrawCash(
  karat: Bag<'vault'>,
  holder: Holder,
  wish: Wish,
  request: Once,
): Promise<WithdrawalView> {
  await checkPin(karat, holder.memberId, wish.pin)
  return once(karat.db, request, (tx) => withdraw(tx, karat, holder, wish))
}

async function withdraw(tx: Tx, karat: Bag<'vault'>, holder: Holder, { amount, destinationId }: Wish) {
  const { memberId, store } = holder
  if (!settings.cash.stores[store]) throw new Refusal('no_cash_balance')
  await requireNoPause(tx, memberId)
  const holderId = await holdPlace(tx, holder)
  await requireDestination(tx, holder, destinationId)
  await requireAmount(tx, karat, holder, amount)
  await requireCleared(tx, holder, 'cash', amount)
  const id = await openPayout(tx, holder, {
    holderId,
    amount,
    destinationId,
    undoSeconds: settings.payouts.undoSeconds,
  })
  await tellOfPayout(tx, id, 'payout_requested')
  return getWithdrawal(tx, holder, id)
}

/** The member's place is held: what is withdrawn today is what was committed before. Refuses payout_amount; payout_day_limit. */
export async function requireAmount(tx: Tx, karat: Bag<'vault'>, holder: Holder, amount: Minor): Promise<void> {
  const { store, currency } = holder
  const terms = settings.cash.stores[store]?.payout
  if (!terms) throw new Refusal('no_cash_balance')
  const text = (units: bigint) => moneyText(minor(units), currency)
  if (amount < terms.least) throw new Refusal('payout_amount', { least: text(terms.least), currency })
  const left = terms.perDay - (await withdrawnToday(tx, holder, storeOf(karat, store)))
  if (amount > left) throw new Refusal('payout_day_limit', { left: text(left > 0n ? left : 0n), currency })
}

/** A withdrawal that is not being paid yet is taken back: its money is the member's to spend, or owed where the float has no room. Refuses not_found; payout_state. */
export const cancelWithdrawal = (
  karat: Bag<'vault'>,
  holder: Holder,
  id: string,
  request: Once,
): Promise<WithdrawalView> =>
  once(karat.db, request, async (tx) => {
    const { memberId, store } = holder
    await holdPlace(tx, holder)
    const row = await tx.row<{ state: string; hold_id: string; amount: bigint }>(sql`
      select state, hold_id, amount_minor as amount from vault.payouts where id = ${id} and member_id = ${memberId} and store = ${store} for update`)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'pending') throw new Refusal('payout_state', { state: row.state })
    await tx.run(sql`
      update vault.payouts set state = 'cancelled', next_try_at = null, ended_at = now() where id = ${id}`)
    await releaseHold(tx, row.hold_id, `member:${memberId}`)
    await keepWithinFloat(tx, karat, holder, { amount: row.amount, isBack: true })
    return getWithdrawal(tx, holder, id)
  })
