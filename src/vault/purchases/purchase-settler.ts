/** What becomes of money that is for a purchase of grams. */
import { brokenConstraint, type Queryable, sql, type Tx } from '../../db/database.ts'
import { isClosed } from '../../identity/member-queries.ts'
import { countPaid, mayHold, returnDayLimit } from '../../kyc/take-day-limit.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { amountOf, type Currency, minor, perGram, weight } from '../../money/money.ts'
import { daysFor } from '../../payments/clearance.ts'
import type { Payment } from '../../payments/contract.ts'
import type { Settler, Subject } from '../../payments/settler.ts'
import { Refusal } from '../../refusals.ts'
import { makeTrade } from '../deal.ts'
import { heldGold, holdPlace } from '../holder.ts'
import { cashToTake, mayHaveCash } from '../may-have-cash.ts'
import { payersPlace } from '../return-to-payer.ts'
import { purchasePaid } from './purchase-postings.ts'
import { dayReference, type PurchaseRefusal, type PurchaseState } from './purchase-rules.ts'

type Purchase = Subject & {
  member_id: string
  holder_id: string
  quote_id: string
  currency: Currency
  tick_id: bigint
  price_minor: bigint
  weight_e4: bigint
  amount_minor: bigint
  value_minor: bigint
  spread_minor: bigint
  rounding_minor: bigint
  state: PurchaseState
  is_over: boolean
}

/** `isNew`: whether a member's card money is uncertain for longer, which areas above know. */
type IsNew = (db: Queryable, memberId: string) => Promise<boolean>

/**
 * Money that an open purchase waits for buys its grams in the same transaction, at the price that was confirmed. What comes after its
 * time, does not fit, or finds no gold to buy goes back at once: the price is over, and another one is asked for by its member.
 */
export const purchaseSettler = (isNew: IsNew): Settler<Purchase> => ({
  async fulfil(tx, payment) {
    const purchase = await lock(tx, payment.subject_id)
    if (purchase.state !== 'open' || purchase.is_over) return undefined
    const refusal = (await whyNot(tx, purchase)) ?? (await buy(tx, payment, purchase, isNew))
    if (refusal === undefined) return { subject: purchase, postings: [], said: saidOf(purchase) }
    await returnDayLimit(tx, dayReference(purchase.id))
    await tx.run(sql`update vault.purchases set state = 'refused', refusal = ${refusal} where id = ${purchase.id}`)
    return undefined
  },
  lock,
  keepSuspended: async () => false,
  keepsSurplus: () => false,
  payerHas: cashToTake,
  payerMayHave: mayHaveCash,
  payersPlace,
  async numberOf(db, id) {
    return (await db.row<{ number: string }>(sql`select number from vault.purchases where id = ${id}`))?.number ?? ''
  },
})

const saidOf = ({ weight_e4, price_minor, currency }: Purchase) => ({
  grams: amountOf(weight_e4, 'XAU'),
  price: amountOf(price_minor, currency),
})

/** With its member's place, which is held first: as everywhere in the vault. */
async function lock(tx: Tx, id: string): Promise<Purchase> {
  const whose = await tx.row<{ memberId: string; store: string }>(sql`
    select member_id as "memberId", store from vault.purchases where id = ${id}`)
  if (whose) await holdPlace(tx, whose)
  const purchase = await tx.row<Purchase>(sql`
    select id, number, store, member_id, holder_id, quote_id, currency, tick_id, price_minor, weight_e4, amount_minor, value_minor,
      spread_minor, rounding_minor, state, expires_at <= clock_timestamp() as is_over
    from vault.purchases where id = ${id} for update`)
  if (!purchase) throw new Error(`payment of a purchase that does not exist: ${id}`)
  return purchase
}

async function whyNot(
  tx: Tx,
  { member_id: memberId, store, weight_e4 }: Purchase,
): Promise<PurchaseRefusal | undefined> {
  if (await isClosed(tx, memberId)) return 'account_closed'
  const held = await heldGold(tx, { memberId, store })
  return (await mayHold(tx, { memberId, store }, held + weight_e4)) ? undefined : 'level'
}

/** The money is there and buys its grams; why not, where the vault sells none of them: then it is as if it had not been tried. */
async function buy(tx: Tx, payment: Payment, purchase: Purchase, isNew: IsNew): Promise<PurchaseRefusal | undefined> {
  const { id, number, holder_id: holderId, quote_id: quoteId, member_id: memberId, store, currency } = purchase
  // No bank takes a transfer back.
  const days = payment.method === 'card' ? daysFor(await isNew(tx, memberId)) : 0
  await tx.run(sql`savepoint purchase`)
  try {
    await postTransfer(tx, purchasePaid(payment, purchase))
    await makeTrade(tx, {
      ...{ id, number, quoteId, holderId, purchaseId: id, holder: { memberId, store, currency }, side: 'buy' },
      deal: {
        ...{ weight: weight(purchase.weight_e4), amount: minor(purchase.amount_minor), value: purchase.value_minor },
        ...{ spread: purchase.spread_minor, rounding: purchase.rounding_minor },
        ...{ price: perGram(purchase.price_minor), tickId: purchase.tick_id },
      },
    })
    await tx.run(sql`
      update vault.purchases set state = 'paid', paid_at = now(), clears_at = now() + make_interval(days => ${days}::int)
      where id = ${id}`)
    await countPaid(tx, dayReference(id), store)
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    await tx.run(sql`rollback to savepoint purchase`)
    return refusal
  }
}

function refusalOf(error: unknown): PurchaseRefusal | undefined {
  if (error instanceof Refusal && error.code === 'gold_sold_out') return 'gold_sold_out'
  const broken = brokenConstraint(error)
  if (broken === 'member_may_move') return 'not_possible_now'
  return broken === 'buying_is_open' || broken === 'feature_is_on' ? 'buying_closed' : undefined
}
