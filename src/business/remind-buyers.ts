/** Who is to pay a large trade hears of it before the time comes, and once it is over. */
import { type Sql, sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf, type Currency } from '../money/money.ts'
import { settings } from '../settings.ts'
import { storeOf } from '../stores/stores.ts'
import { formatMoment } from '../ui/format.ts'
import type { Language } from '../ui/language.ts'

type Due = { memberId: string; store: string; currency: Currency; payBy: Date; isLate: boolean }
type Facts = { number: string; weight: bigint; rest: bigint }

const isLate = sql`pay_by <= clock_timestamp()`
/** Told once of each: that the time comes, unless it is over by then, and that it is over. */
const isDue: Sql = sql`ended is null and case when ${isLate} then told_late_at is null
  else reminded_at is null and pay_by <= clock_timestamp() + make_interval(hours => ${settings.business.remindHours}::int) end`

/** Each in a transaction of its own, which claims it: instances share the work. How many letters. */
export async function remindBuyers(karat: Bag<'business'>): Promise<number> {
  const due = await karat.db.rows<{ id: string }>(
    sql`select request_id as id from business.agreements where ${isDue} order by pay_by limit 100`,
  )
  let told = 0
  for (const { id } of due)
    told += await karat.db
      .transaction((tx) => remind(tx, karat, id))
      .catch((error) => {
        karat.log.warn({ err: error, request: id }, 'the buyer of a large trade cannot be reminded')
        return 0
      })
  return told
}

async function remind(tx: Tx, karat: Bag<'business'>, requestId: string): Promise<number> {
  const claimed = await tx.row<Due>(sql`
    with due as (
      select request_id, ${isLate} as late from business.agreements where request_id = ${requestId} and ${isDue} for no key update skip locked)
    update business.agreements a set told_late_at = case when due.late then now() end, reminded_at = case when due.late then a.reminded_at else now() end
    from due where a.request_id = due.request_id
    returning a.member_id as "memberId", a.store, a.currency, a.pay_by as "payBy", due.late as "isLate"`)
  if (!claimed) return 0
  const { memberId, store, currency, payBy } = claimed
  const [contact, facts] = await Promise.all([findContact(tx, memberId), factsOf(tx, requestId)])
  const until = formatMoment(payBy.getTime(), storeOf(karat, store).timeZone, contact.language as Language)
  const { number, weight, rest } = facts
  const values = { number, grams: amountOf(weight, 'XAU'), rest: amountOf(rest, currency), until }
  const template = claimed.isLate ? 'business_late' : 'business_pay_soon'
  await queueMail(tx, { ...contact, store, template, values })
  return 1
}

async function factsOf(tx: Tx, requestId: string): Promise<Facts> {
  const row = await tx.row<Facts>(sql`
    select r.number, r.weight_e4 as weight, p.amount_minor + p.tax_minor - a.deposit_minor as rest
    from business.agreements a join business.requests r on r.id = a.request_id join business.openings p on p.quote_id = a.quote_id
    where a.request_id = ${requestId}`)
  if (!row) throw new Error('a buyer of no large trade')
  return row
}
