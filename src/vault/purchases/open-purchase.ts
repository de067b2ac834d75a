/** A member buys grams with money from outside: confirmed here, paid as an order is, bought when the money is there. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import type { Bag } from '../../karat.ts'
import { requireMayHold, takeDayLimit } from '../../kyc/take-day-limit.ts'
import { balanceOf } from '../../ledger/ledger-queries.ts'
import { houseAccount } from '../../ledger/ledger-rules.ts'
import type { Minor } from '../../money/money.ts'
import type { Mandate } from '../../payments/mandates.ts'
import type { Method, MethodChoice } from '../../payments/method-rules.ts'
import { findBegun, type NewPayment, openPayment } from '../../payments/open-payment.ts'
import { takenBy, takenMethods } from '../../payments/providers.ts'
import { paidNow, requireMethod } from '../../payments/require-method.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { holdsGuarantees } from '../../pricing/halt-prices.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import { bestDeal, type Deal, dealOf } from '../deal.ts'
import { type Holder, heldGold, holdPlace } from '../holder.ts'
import { claimQuote, quoteAtOnce, requireRoom } from '../trade-quotes.ts'
import { requireAgreed } from '../vault-agreement.ts'
import { endOpen, refuseState } from './end-purchase.ts'
import { dayReference } from './purchase-rules.ts'

type Confirmed = { quoteId: string; pin: string; choice: MethodChoice; agreement?: string | undefined }

/**
 * The grams of a quote wait for their money afterwards, at the quoted price or a better one, with an open payment by this method; a purchase
 * that was open before is over. Its part of the member's day is taken, and its grams count as exposure, until it ends.
 *
 * Refuses, in this order: as checkPin; not_found; quote_expired; price_on_hold while staff hold what was promised; as requireAgreed;
 * method_unavailable where the store does not take it for this amount; verification_required (6000) when the member's level does not hold
 * so much or their day does not take it; buying_closed while the store has less gold than it owes; gold_sold_out.
 */
export async function openPurchase(
  karat: Bag<'vault'>,
  holder: Holder,
  confirmed: Confirmed,
  request: Once,
): Promise<string> {
  await checkPin(karat, holder.memberId, confirmed.pin)
  const { purchase_id } = await once(karat.db, request, async (tx) => ({
    purchase_id: await open(tx, karat, holder, confirmed),
  }))
  return purchase_id
}

async function open(
  tx: Tx,
  karat: Bag<'vault'>,
  holder: Holder,
  { quoteId, choice, agreement }: Confirmed,
): Promise<string> {
  const { memberId, store, currency } = holder
  const holderId = await holdPlace(tx, holder)
  const quote = await claimQuote(tx, { id: quoteId, kind: 'buy_outside', holderId, memberId })
  await requireNoHold(tx, store)
  await requireAgreed(tx, holder, agreement)
  const deal = await bestDeal(tx, karat, { holder, side: 'buy', by: quote.figures.by, quoted: dealOf(quote) })
  const paid = await paidNow(tx, storeOf(karat, store))
  requireMethod(choice, { store: paid, taken: takenMethods(karat.providers), currency, amount: deal.amount })
  await endOpen(tx, sql`holder_id = ${holderId} and mandate_id is null`, 'cancelled')
  const until = new Date(quote.shownUntil.getTime() + settings.trade.payMoreSeconds * 1000)
  return waitForMoney(tx, karat, { quoteId, holderId, holder, deal, until, payer: choice })
}

type Charged = { holder: Holder; holderId: string; price: PriceNow; amount: Minor; mandate: Mandate; now: Date }

/**
 * The same for a run of a savings plan, at the price of this moment, which is held as long as one that its member confirms: its payment is to
 * be charged to the mandate (payments/charge-mandates.ts). The member's own open purchase stays.
 *
 * Refuses, in this order: as quotes do; price_on_hold; as requireAgreed; verification_required; buying_closed; gold_sold_out; exposure_limit.
 */
export async function openByMandate(tx: Tx, karat: Bag<'vault'>, charged: Charged): Promise<string> {
  const { holder, holderId, price, amount, mandate, now } = charged
  const { memberId, store } = holder
  const { id: quoteId } = await quoteAtOnce(tx, karat, { kind: 'plan', holder, holderId, price, amount })
  const quote = await claimQuote(tx, { id: quoteId, kind: 'plan', holderId, memberId })
  await requireNoHold(tx, store)
  await requireAgreed(tx, holder, undefined)
  const { outsideSeconds, payMoreSeconds } = settings.trade
  const until = new Date(now.getTime() + (outsideSeconds + payMoreSeconds) * 1000)
  const payer = { method: 'card' as const, bank: null, mandate_id: mandate.id }
  const id = await waitForMoney(tx, karat, { quoteId, holderId, holder, deal: dealOf(quote), until, payer })
  if (karat.config.EXPOSURE_LIMITS) await requireRoom(tx, holder, price)
  return id
}

type Waiting = Omit<Opened, 'id'> & { payer: Pick<NewPayment, 'bank' | 'mandate_id'> & { method: Method } }

async function waitForMoney(tx: Tx, karat: Bag<'vault'>, { payer, ...of }: Waiting): Promise<string> {
  const { holder, deal, until } = of
  const { memberId, store, currency } = holder
  await requireMayHold(tx, holder, (await heldGold(tx, holder)) + deal.weight)
  const id = newId()
  await takeDayLimit(tx, {
    ...{ memberId, store: storeOf(karat, store), kind: 'purchase', currency },
    ...{ amount: deal.amount, reference: dayReference(id), unpaid: true },
  })
  await requireGrams(tx, store, deal.weight)
  await insertPurchase(tx, { id, ...of }, payer.mandate_id ?? null)
  await openPayment(tx, {
    ...{ purpose: 'purchase', subject_id: id, member_id: memberId, store, provider: takenBy[payer.method], ...payer },
    ...{ amount_minor: deal.amount, currency, expires_at: until },
  })
  return id
}

async function requireNoHold(tx: Tx, store: string): Promise<void> {
  const row = await tx.row<{ held: boolean }>(sql`select ${holdsGuarantees(store)} as held`)
  if (row?.held) throw new Refusal('price_on_hold')
}

/** What the vault has now; whether it still has it is judged again when the money is there. */
async function requireGrams(db: Queryable, store: string, wanted: bigint): Promise<void> {
  if ((await balanceOf(db, houseAccount(store, 'vault', 'XAU'))) < wanted) throw new Refusal('gold_sold_out')
}

type Opened = { id: string; quoteId: string; holderId: string; holder: Holder; deal: Deal; until: Date }

const insertPurchase = (tx: Tx, { id, quoteId, holderId, holder, deal, until }: Opened, mandateId: string | null) =>
  tx.run(sql`
    insert into vault.purchases (id, number, quote_id, holder_id, member_id, store, currency, tick_id, price_minor, weight_e4, amount_minor,
      value_minor, spread_minor, rounding_minor, expires_at, mandate_id)
    values (${id}, 'V' || nextval('vault.trade_numbers'), ${quoteId}, ${holderId}, ${holder.memberId}, ${holder.store}, ${holder.currency},
      ${deal.tickId}, ${deal.price}, ${deal.weight}, ${deal.amount}, ${deal.value}, ${deal.spread}, ${deal.rounding}, ${until}, ${mandateId})`)

/**
 * An open purchase is paid by this method from now on: the next try after a card was declined, or another way. The price stays;
 * by the way that it waits for already nothing changes, whatever its store takes since.
 *
 * Refuses, in this order: not_found; purchase_state once it is over; price_on_hold; method_unavailable.
 */
export const payPurchase = (
  karat: Bag<'vault'>,
  holder: Holder,
  { id, choice }: { id: string; choice: MethodChoice },
  request: Once,
): Promise<{ id: string }> =>
  once(karat.db, request, async (tx) => {
    const { memberId, store, currency } = holder
    await holdPlace(tx, holder)
    const row = await tx.row<{ amount: bigint; expires_at: Date }>(sql`
      select amount_minor as amount, expires_at from vault.purchases
      where id = ${id} and member_id = ${memberId} and store = ${store} and state = 'open' and expires_at > now() and mandate_id is null`)
    if (!row) return refuseState(tx, holder, id)
    await requireNoHold(tx, store)
    if (await findBegun(tx, id, choice)) return { id }
    const paid = await paidNow(tx, storeOf(karat, store))
    requireMethod(choice, { store: paid, taken: takenMethods(karat.providers), currency, amount: row.amount })
    await openPayment(tx, {
      ...{
        purpose: 'purchase',
        subject_id: id,
        member_id: memberId,
        store,
        provider: takenBy[choice.method],
        ...choice,
      },
      ...{ amount_minor: row.amount, currency, expires_at: row.expires_at },
    })
    return { id }
  })
