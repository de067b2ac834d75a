/** A company agrees to a price that it pays in some days: a deposit is set aside, and the price binds both sides until then. */
import { type Sql, sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { requireDayCouldTake, requireMayHold } from '../kyc/take-day-limit.ts'
import { placeHold } from '../ledger/holds.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf, type Minor } from '../money/money.ts'
import { holdsGuarantees } from '../pricing/halt-prices.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { isHoliday, settingOf, storeOf, timeZoneOf } from '../stores/stores.ts'
import { formatMoment } from '../ui/format.ts'
import type { Language } from '../ui/language.ts'
import { bindQuote, DEPOSIT_PURPOSE } from '../vault/business-quotes.ts'
import { balancesOf, type Holder, holdPlace } from '../vault/holder.ts'
import type { Side } from '../vault/trade-rules.ts'
import { requireCleared } from '../vault/uncleared.ts'
import { requireAgreed } from '../vault/vault-agreement.ts'
import { holdRequest, moveRequest } from './move-request.ts'
import { depositOf } from './request-rules.ts'

/** Paid by then: so many working days after today, in the store's zone, no holiday of the store among them. */
function payByOf(store: string): Sql {
  const zone = timeZoneOf(sql`${store}`)
  const { payDays, payHour } = settings.business
  const today = sql`(now() at time zone ${zone})::date`
  return sql`((select ${today} + n from generate_series(1, 400) as n
    where extract(isodow from ${today} + n) < 6 and not ${isHoliday(settingOf(sql`${store}`, 'holidays'), sql`${today} + n`)}
    order by n offset ${payDays - 1}::int limit 1) + make_interval(hours => ${payHour}::int)) at time zone ${zone}`
}

type Agreed = {
  requestId: string
  number: string
  quoteId: string
  side: Side
  weight: bigint
  total: Minor
  agreement: string | undefined
}

/**
 * The deposit is held, the price goes on being open exposure until the trade is settled or closed out, and nothing else moves.
 *
 * Refuses invalid_input (with_deposit) for a sale; price_on_hold while staff hold what was promised; as requireAgreed; not_found and
 * quote_expired; balance_too_low, value_disputed and value_uncleared of the deposit; verification_required where the member's level does not
 * hold the grams with those of other trades that wait for their money, or no day of it takes the total; not_possible_now for somebody whom a case stops; business_state.
 */
export async function agreeLater(tx: Tx, karat: Bag<'business'>, holder: Holder, agreed: Agreed): Promise<void> {
  const { memberId, store, currency } = holder
  const { requestId, number, quoteId, side, weight, total, agreement } = agreed
  if (side !== 'buy') throw invalidInput({ with_deposit: problem('one_of', { list: 'false' }) })
  const holderId = await holdPlace(tx, holder)
  await holdRequest(tx, requestId)
  const times = await tx.row<{ held: boolean; payBy: Date; seconds: number }>(sql`
    select ${holdsGuarantees(store)} as held, pay_by as "payBy",
      ceil(extract(epoch from pay_by - clock_timestamp()))::int + ${settings.business.closeOutDays}::int * 86400 as seconds
    from (select ${payByOf(store)} as pay_by) as due`)
  if (!times || times.held) throw new Refusal('price_on_hold')
  await requireAgreed(tx, holder, agreement)
  await bindQuote(tx, { id: quoteId, holderId, memberId, seconds: times.seconds })
  const deposit = depositOf(total)
  await requireCleared(tx, holder, 'cash', deposit)
  await requireMayHold(tx, holder, (await boundOf(tx, holder)) + weight)
  await requireDayCouldTake(tx, { memberId, store: storeOf(karat, store), currency, amount: total })
  const actor = `member:${memberId}`
  const holdId = await placeHold(tx, {
    ...{ memberId, store, asset: currency, amount: deposit, purpose: DEPOSIT_PURPOSE, subject: requestId },
    ...{ seconds: times.seconds, actor },
  })
  await tx.run(sql`
    insert into business.agreements (request_id, quote_id, member_id, store, currency, hold_id, deposit_minor, pay_by)
    values (${requestId}, ${quoteId}, ${memberId}, ${store}, ${currency}, ${holdId}, ${deposit}, ${times.payBy})`)
  await moveRequest(tx, { requestId, from: 'quoted', to: 'agreed', actor, reason: '' })
  await tell(tx, karat, holder, { number, weight, deposit, total, payBy: times.payBy })
}

/** Gold of the member's, and of their trades that wait for their money. */
async function boundOf(tx: Tx, holder: Holder): Promise<bigint> {
  const [{ gold, goldHeld }, row] = await Promise.all([
    balancesOf(tx, holder),
    tx.row<{ weight: bigint }>(sql`
      select coalesce(sum(r.weight_e4), 0)::bigint as weight from business.agreements a join business.requests r on r.id = a.request_id
      where a.member_id = ${holder.memberId} and a.ended is null`),
  ])
  return gold + goldHeld + (row?.weight ?? 0n)
}

type Told = { number: string; weight: bigint; deposit: Minor; total: Minor; payBy: Date }

async function tell(tx: Tx, karat: Bag<'business'>, { memberId, store, currency }: Holder, told: Told): Promise<void> {
  const { number, weight, deposit, total, payBy } = told
  const contact = await findContact(tx, memberId)
  const until = formatMoment(payBy.getTime(), storeOf(karat, store).timeZone, contact.language as Language)
  const money = (units: bigint) => amountOf(units, currency)
  const amounts = { grams: amountOf(weight, 'XAU'), deposit: money(deposit), rest: money(total - deposit) }
  await queueMail(tx, { ...contact, store, template: 'business_agreed', values: { number, until, ...amounts } })
}
