import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { type Currency, currencies, type Minor, minor, moneyText, weight, weightText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { currencyOf, type Store, settingOf } from '../stores/stores.ts'
import { getStanding } from './level-queries.ts'
import {
  asMoney,
  asMoneyLeft,
  type DayField,
  type Level,
  type LimitedKind,
  levelForDay,
  levelName,
  levelToHold,
  releasedUnits,
  stepsTo,
  unitsOfWhole,
  usedBy,
} from './level-rules.ts'

export type Taking = {
  memberId: string
  store: Pick<Store, 'code' | 'timeZone'>
  kind: LimitedKind
  currency: Currency
  amount: Minor
  /** What it is taken for; the same is taken once. */
  reference: string
  /**
   * It waits for its money: until `countPaid` it makes no day large. An order may be paid of the balance, as far as the day brought money into it
   * that has bought nothing.
   */
  unpaid?: true
}

/**
 * Takes an amount from what a member may buy today, by the day of the store's zone, over every currency and every kind of
 * purchase; what was deposited and bought from the balance the same day counts once. The database adds up and compares in one
 * statement: any number at once never take more than the limit. A day that reaches the reporting threshold by what was paid is noted for staff.
 *
 * Refuses verification_required (6000) with the level that would allow it, the steps to it, and today's figures.
 */
export async function takeDayLimit(tx: Tx, taking: Taking): Promise<void> {
  const taken = await tx.row(sql`with ${takenOfDay(taking)} select 1 as one from day_taken`)
  if (!taken) await refuseDay(tx, taking)
}

/** The parts of a statement that does so: `day_taken` has a row when the day took it; where not, `refuseDay` belongs after it. */
export function takenOfDay({ memberId, store, kind, currency, amount, reference, unpaid }: Taking): Sql {
  const used = usedBy(amount, currency)
  const of = (counts: boolean) => (counts ? used : 0n)
  const [waits, isDeposit] = [unpaid === true, kind === 'deposit']
  return sql`
    mine as (
      select ${mostOf(sql`${memberId}::uuid`, sql`${store.code}`)} as most, (now() at time zone ${store.timeZone})::date as day, ${of(waits && kind === 'order')}::bigint as perhaps
    ), added as (
      insert into kyc.days (member_id, day, used, bought, deposited, unpaid, unpaid_deposits) select ${memberId}::uuid, day, ${used}::bigint,
        ${of(kind === 'vault')}::bigint, ${of(isDeposit)}::bigint, ${of(waits && !isDeposit)}::bigint, ${of(waits && isDeposit)}::bigint from mine
      where most is null or ${used}::bigint <= most
      on conflict (member_id, day) do update set used = kyc.days.used + excluded.used, bought = kyc.days.bought + excluded.bought,
        deposited = kyc.days.deposited + excluded.deposited, unpaid = kyc.days.unpaid + excluded.unpaid,
        unpaid_deposits = kyc.days.unpaid_deposits + excluded.unpaid_deposits
      where (select most from mine) is null or ${onceOf({
        used: sql`kyc.days.used + excluded.used`,
        bought: sql`kyc.days.bought + excluded.bought + (select perhaps from mine)`,
        deposited: sql`kyc.days.deposited + excluded.deposited`,
      })} <= (select most from mine)
      returning member_id, day, ${daySum} as sum, coalesce(${usedOnce} > (select most from mine), false) as beside
    ), ${reportedOf(sql`added`, sql`${store.code}`)}, day_taken as (
      insert into kyc.takings (reference, member_id, day, kind, currency, amount_minor, used, beside_deposit, paid)
      select ${reference}, member_id, day, ${kind}, ${currency}, ${amount}::bigint, ${used}::bigint, beside, ${!waits} from added returning 1)`
}

/** What was taken for something is paid: its day may be large from now on. Nothing of what was given back. */
export const countPaid = (tx: Tx, reference: string, store: string): Promise<number> =>
  tx.run(sql`with ${paidOfDay(reference, sql`${store}`, sql`true`)} select 1 as one`)

/** The parts of a statement that do so where `paid` holds. The row of the day makes two that are paid at once see one another. */
export const paidOfDay = (reference: string, store: Sql, paid: Sql): Sql => sql`
    paid_taking as (
      update kyc.takings set paid = true where reference = ${reference} and not paid and returned_at is null and ${paid}
      returning member_id, day, kind, used
    ), paid_day as (
      update kyc.days set unpaid = unpaid - case t.kind when 'deposit' then 0 else t.used end,
        unpaid_deposits = unpaid_deposits - case t.kind when 'deposit' then t.used else 0 end
      from paid_taking t where kyc.days.member_id = t.member_id and kyc.days.day = t.day
      returning kyc.days.member_id, kyc.days.day, ${daySum} as sum
    ), ${reportedOf(sql`paid_day`, store)}`

/** What a member's level takes in a day; null for no limit. An SQL expression. */
const mostOf = (memberId: Sql, store: Sql): Sql => sql`(
        select case own.level when 3 then null when 2 then ${unitsSaid(store, 'day_t2')} else ${unitsSaid(store, 'day_t1')} end
        from (select coalesce((select coalesce(override, level) from kyc.levels where member_id = ${memberId}), 0) as level) as own)`

/** What a store said of a day in its own currency, in units; else the release's. An SQL expression. */
const unitsSaid = (store: Sql, field: DayField): Sql => sql`coalesce(
          nullif(${settingOf(store, 'members')} ->> ${field}::text, '')::bigint
            * (${unitsByCurrency}::jsonb ->> ${currencyOf(store)})::bigint, ${releasedUnits(field)}::bigint)`
const unitsByCurrency = Object.fromEntries(currencies.map((own) => [own, String(unitsOfWhole(own))]))

/** Each rupiah of a day once: what is bought from the cash balance is what was deposited the same day, as far as that goes (decision 0082). */
const onceOf = ({ used, bought, deposited }: { used: Sql; bought: Sql; deposited: Sql }): Sql =>
  sql`${used} - least(${bought}, ${deposited})`
const usedOnce = onceOf({ used: sql`kyc.days.used`, bought: sql`kyc.days.bought`, deposited: sql`kyc.days.deposited` })
/** What makes a day large: what was paid of it, and what was sold to the house. */
const daySum = sql`${onceOf({
  used: sql`kyc.days.used - kyc.days.unpaid - kyc.days.unpaid_deposits`,
  bought: sql`kyc.days.bought`,
  deposited: sql`kyc.days.deposited - kyc.days.unpaid_deposits`,
})} + kyc.days.sold`

/** The part of a statement that reports a day of `rows` which is large by now; one that was filed is reported anew, for it went on. */
const reportedOf = (rows: Sql, store: Sql): Sql => sql`reported as (
      insert into kyc.reports (member_id, day) select member_id, day from ${rows} where sum >= ${unitsSaid(store, 'report_from')}
      on conflict (member_id, day) do update set seen_at = null, seen_by = null, reached_at = now(),
        sent_on = null, sent_reference = null, sent_by = null
      where kyc.reports.seen_at is not null)`

/** Counts a sale to the house in the member's day, which no level limits. */
export async function countSale(tx: Tx, sale: Omit<Taking, 'kind'>): Promise<void> {
  const { memberId, store, currency, amount, reference } = sale
  const sold = usedBy(amount, currency)
  await tx.run(sql`
    with added as (
      insert into kyc.days (member_id, day, used, sold) values (${memberId}, (now() at time zone ${store.timeZone})::date, 0, ${sold})
      on conflict (member_id, day) do update set sold = kyc.days.sold + excluded.sold
      returning member_id, day, ${daySum} as sum
    ), ${reportedOf(sql`added`, sql`${store.code}`)}
    insert into kyc.takings (reference, member_id, day, kind, currency, amount_minor, used)
    select ${reference}, ${memberId}::uuid, day, 'sale', ${currency}, ${amount}::bigint, ${sold}::bigint from added`)
}

/**
 * What was taken for an order is paid of the cash balance: with what else was bought from there it counts once beside what was
 * deposited the same day.
 */
export async function countFromBalance(tx: Tx, reference: string): Promise<void> {
  await tx.run(sql`
    with moved as (
      update kyc.takings set from_balance = true where reference = ${reference} and returned_at is null and not from_balance
      returning member_id, day, used
    )
    update kyc.days d set bought = d.bought + m.used from moved m where d.member_id = m.member_id and d.day = m.day`)
}

/** The day that an unpaid order was taken of, where money of it was deposited that has bought nothing. */
const dayBeside = (
  reference: Sql,
): Sql => sql`kyc.takings t join kyc.days on kyc.days.member_id = t.member_id and kyc.days.day = t.day
      where t.reference = ${reference} and t.returned_at is null and not t.from_balance and kyc.days.deposited > kyc.days.bought`

/**
 * Whether the day took an order only because the balance may pay it, and money from outside would still be beyond what the level takes.
 * An SQL expression. An order that the day took by itself stays payable in every way, whatever came after it.
 */
export const takesBalanceOnly = (reference: Sql, store: Sql): Sql =>
  sql`exists (select from ${dayBeside(reference)} and t.beside_deposit and ${usedOnce} > ${mostOf(sql`t.member_id`, store)})`

/** Refuses as takeDayLimit does. */
export async function refuseDay(tx: Tx, { amount, ...taking }: Taking): Promise<never> {
  throw await overDay(tx, { ...taking, used: usedBy(amount, taking.currency) })
}

/**
 * What a member's level takes in a day (null: no limit), if what they bought today (`dayOf`) and an order of this amount together are within it;
 * nothing is taken. Refuses verification_required (6000) as taking does.
 */
export async function requireDayTakes(
  tx: Tx,
  day: Day,
  { memberId, store, currency, amount }: Omit<Taking, 'kind' | 'reference'>,
): Promise<bigint | null> {
  const used = usedBy(amount, currency)
  const [most, before] = [mostOfDay(day), BigInt(day.before)]
  if (most !== null && before + ownOf(used, BigInt(day.open)) > most)
    throw await overDay(tx, { memberId, store, kind: 'order', unpaid: true, currency, used })
  return most
}

/**
 * A day of the member's level could take so much, whatever they bought today; nothing is taken. Refuses verification_required (6000) as
 * taking does.
 */
export async function requireDayCouldTake(
  tx: Tx,
  { amount, ...of }: Pick<Taking, 'memberId' | 'store' | 'currency' | 'amount'>,
): Promise<void> {
  const used = usedBy(amount, of.currency)
  const { level, limits } = await getStanding(tx, { memberId: of.memberId, store: of.store.code })
  const most = limits.day[level] ?? null
  if (most !== null && used > most) throw await overDay(tx, { ...of, kind: 'order', used })
}

/** What of `used` is not `open`: money that was deposited the same day and has bought nothing yet. */
const ownOf = (used: bigint, open: bigint): bigint => (open <= 0n ? used : used > open ? used - open : 0n)

/**
 * What a member's level still takes today of this, rounded down; null where it has no limit: of an order, which the balance may pay, more by what
 * was deposited and has bought nothing; of a deposit more by what was bought from the balance before it. Nothing of a day that is over.
 */
export async function leftToday(
  db: Queryable,
  { memberId, store, currency, kind }: Pick<Taking, 'memberId' | 'store' | 'currency'> & { kind: 'order' | 'deposit' },
): Promise<Minor | null> {
  const row = await db.row<{ day: Day }>(sql`select ${dayOf(memberId, store)} as day`)
  if (!row) throw new Error('a statement without a row')
  const { before, open } = row.day
  const most = mostOfDay(row.day)
  if (most === null) return null
  const [left, again] = [most - BigInt(before), kind === 'order' ? BigInt(open) : -BigInt(open)]
  return minor(left < 0n ? 0n : asMoneyLeft(again > 0n ? left + again : left, currency))
}

/** What a member's level takes in a day of the store (null: no limit), what they have used of this one, and what was deposited in it and has bought nothing, in units. */
export type Day = { most: string | null; before: string; open: string }
const mostOfDay = ({ most }: Day): bigint | null => (most === null ? null : BigInt(most))
/** It as an SQL expression of type json. */
export const dayOf = (
  memberId: string,
  { code, timeZone }: Pick<Store, 'code' | 'timeZone'>,
): Sql => sql`json_build_object(
      'most', ${mostOf(sql`${memberId}::uuid`, sql`${code}`)}::text,
      'before', coalesce((select ${usedOnce} from kyc.days where member_id = ${memberId} and day = (now() at time zone ${timeZone})::date), 0)::text,
      'open', coalesce((select deposited - bought from kyc.days where member_id = ${memberId} and day = (now() at time zone ${timeZone})::date), 0)::text)`

async function overDay(
  tx: Tx,
  { memberId, store, kind, currency, used, unpaid }: Omit<Taking, 'amount' | 'reference'> & { used: bigint },
): Promise<Refusal> {
  const [{ level, approved, limits }, { before, open }] = await Promise.all([
    getStanding(tx, { memberId, store: store.code }),
    readToday(tx, memberId, store),
  ])
  // Of a purchase from the balance that is money deposited today, as far as that goes; of a deposit, what bought grams before it.
  const again = kind === 'vault' || unpaid ? open : kind === 'deposit' ? -open : 0n
  const need = levelForDay(limits, before + ownOf(used, again))
  const limit = limits.day[level] ?? null
  const money = (units: bigint) => moneyText(minor(asMoney(units, currency)), currency)
  return new Refusal('verification_required', {
    need: levelName(need > level ? need : (Math.min(3, level + 1) as Level)),
    level: levelName(level),
    steps: stepsTo(need, approved),
    limit: limit === null ? null : money(limit),
    taken_today: money(before),
    amount: money(used),
    currency,
  })
}

/** What a member has used of this day of the store, each unit once; `open`: what was deposited today and has bought nothing yet. */
async function readToday(
  db: Queryable,
  memberId: string,
  store: Pick<Store, 'code' | 'timeZone'>,
): Promise<{ before: bigint; open: bigint }> {
  const row = await db.row<{ before: bigint; open: bigint }>(sql`
    select ${usedOnce} as before, deposited - bought as open from kyc.days
    where member_id = ${memberId} and day = (now() at time zone ${store.timeZone})::date`)
  return row ?? { before: 0n, open: 0n }
}

/** Units that a member has used of this day of the store. */
export const usedToday = async (
  db: Queryable,
  memberId: string,
  store: Pick<Store, 'code' | 'timeZone'>,
): Promise<bigint> => (await readToday(db, memberId, store)).before

/** Whether something was taken of a day and not given back. */
export const isTaken = async (db: Queryable, reference: string): Promise<boolean> =>
  (await db.row(sql`select 1 from kyc.takings where reference = ${reference} and returned_at is null`)) !== undefined

/** Gives back, once, what was taken for something that came to nothing; the day it was taken on has it again. */
export async function returnDayLimit(tx: Tx, reference: string): Promise<void> {
  await tx.run(sql`
    with returned as (
      update kyc.takings set returned_at = now() where reference = ${reference} and returned_at is null
      returning member_id, day, kind, used, from_balance, paid
    )
    update kyc.days d set used = d.used - r.used, unpaid = d.unpaid - case when r.paid or r.kind = 'deposit' then 0 else r.used end,
      unpaid_deposits = d.unpaid_deposits - case when r.paid or r.kind <> 'deposit' then 0 else r.used end, bought = d.bought - case when r.kind = 'vault' or r.from_balance then r.used else 0 end,
      deposited = d.deposited - case r.kind when 'deposit' then r.used else 0 end
    from returned r where d.member_id = r.member_id and d.day = r.day`)
}

type Whose = { memberId: string; store: string }

/** Whether a member's level holds so much gold with a store, in units of 0.0001 g. */
export async function mayHold(tx: Tx, whose: Whose, weightE4: bigint): Promise<boolean> {
  const { level, limits } = await getStanding(tx, whose)
  return levelToHold(limits, weightE4) <= level
}

/**
 * Whether a member may hold this much in the vault, the new grams included. Looked at before gold comes in; what is there
 * already may always be sold or taken out. The caller holds the member's vault balance.
 *
 * Refuses verification_required (6000).
 */
export async function requireMayHold(tx: Tx, whose: Whose, weightE4: bigint): Promise<void> {
  const { level, approved, limits } = await getStanding(tx, whose)
  const need = levelToHold(limits, weightE4)
  if (need <= level) return
  throw new Refusal('verification_required', {
    need: levelName(need),
    level: levelName(level),
    steps: stepsTo(need, approved),
    weight: weightText(weight(weightE4)),
  })
}
