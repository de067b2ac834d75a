/** Months of records close: what they opened and closed with and every movement of them is written down, signed, and never changes. */
import { type Db, sql, type Tx } from '../../db/database.ts'
import { findContact, getUserInfo } from '../../identity/member-queries.ts'
import type { Bag, Karat } from '../../karat.ts'
import { cutBefore, firstMoment, memberAfter } from '../../ledger/member-record.ts'
import { type Cut, nothingOf, ownKinds, wholes } from '../../ledger/member-record-rules.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { type Store, storeOf } from '../../stores/stores.ts'
import { formatMonth } from '../../ui/format.ts'
import type { Holder } from '../holder.ts'
import { between } from './read-statement.ts'
import { monthAfter, monthAt, monthsBetween, periodOfMonth } from './record-rules.ts'
import { describeStatement, type Language } from './statement-document.ts'
import { noteKey } from './statement-keys.ts'

type Closing = Pick<Karat, 'signing' | 'config'>

/**
 * Closes what is over of every store, a member in each transaction; how many statements that made. Whoever holds the row of a store's
 * month is at it, and the next goes on where they committed: two instances do nothing twice. A member whose statements fail is left out
 * and tried again in the next round; the month is finished without anybody left out.
 */
export async function closeMonths(karat: Bag<'vault'>): Promise<number> {
  let made = 0
  for (const store of karat.stores.values()) {
    await beginClosing(karat.db, store, karat.settings.record.closeAfterSeconds)
    const failed = new Set<string>()
    for (let goesOn = true; goesOn; ) {
      const done = await closeNext(karat, store, failed)
      made += done ?? 0
      goesOn = done !== null
    }
  }
  return made
}

/** The last month of the store that is over by the database's clock. */
const beginClosing = (db: Db, { code, timeZone }: Store, afterSeconds: number) =>
  db.run(sql`
    insert into vault.month_closings (store, month)
    select ${code}, due.month from (
      select (date_trunc('month', (now() - make_interval(secs => ${afterSeconds}::int)) at time zone ${timeZone}::text) - interval '1 month')::date as month
    ) as due where not exists (select from vault.month_closings c where c.store = ${code} and c.month >= due.month)
    on conflict do nothing`)

type Claimed = { month: string; done_to: string | null; left_out: string[] }

/** The statements of the next member; null where nothing is left, or somebody else is at it. */
async function closeNext(karat: Bag<'vault'>, store: Store, failed: Set<string>): Promise<number | null> {
  const at: { member?: string; month?: string } = {}
  const close = async (tx: Tx) => {
    const claimed = await claim(tx, store)
    if (!claimed) return null
    const next = await memberAfter(tx, store.code, claimed.done_to)
    const member = next ?? claimed.left_out.find((id) => !failed.has(id))
    if (!member && claimed.left_out.length > 0) return null
    Object.assign(at, { member, month: claimed.month })
    const { made, moved } = member
      ? await closeMember(tx, karat, { memberId: member, store, upTo: claimed.month })
      : nothingClosed
    if (member && moved) await tellClosed(tx, karat, { memberId: member, store, month: moved })
    await goOn(tx, store, claimed, { next, member })
    return member ? made : null
  }
  return karat.db.transaction(close).catch(async (error) => {
    const { member, month } = at
    if (member === undefined || month === undefined || failed.has(member)) throw error
    failed.add(member)
    karat.log.warn({ err: error, member, month }, 'a month of a member could not be closed')
    await leaveOut(karat.db, store, { member, month })
    return 0
  })
}

const claim = (tx: Tx, { code }: Store) =>
  tx.row<Claimed>(sql`
    select to_char(month, 'YYYY-MM') as month, done_to, left_out from vault.month_closings
    where store = ${code} and finished_at is null order by month limit 1 for update skip locked`)

type Done = { next: string | undefined; member: string | undefined }
const goOn = (tx: Tx, { code }: Store, { month }: Claimed, { next, member }: Done) =>
  tx.run(sql`
    update vault.month_closings
    set done_to = coalesce(${next ?? null}::uuid, done_to), left_out = array_remove(left_out, ${member ?? null}::uuid),
      finished_at = case when ${member === undefined} then now() end
    where store = ${code} and month = ${`${month}-01`}::date`)

const leaveOut = (db: Db, { code }: Store, { member, month }: { member: string; month: string }) =>
  db.run(sql`
    update vault.month_closings
    set done_to = greatest(done_to, ${member}::uuid), left_out = array_append(array_remove(left_out, ${member}::uuid), ${member}::uuid)
    where store = ${code} and month = ${`${month}-01`}::date and finished_at is null`)

/** The newest month in which something moved has a letter: not each of those that close late together, and none that was quiet. */
async function tellClosed(
  tx: Tx,
  { config }: Closing,
  { memberId, store, month }: { memberId: string; store: Store; month: string },
): Promise<void> {
  const contact = await findContact(tx, memberId)
  await queueMail(tx, {
    ...{ ...contact, store: store.code, template: 'month_closed' },
    onceKey: `month_closed:${store.code}:${memberId}:${month}`,
    values: {
      month: formatMonth(Date.parse(`${month}-15`), 'UTC', contact.language as Language),
      link: `${config.PUBLIC_URL}/user/trade/record`,
    },
  })
}

/** How many statements were made, and the newest month among theirs in which something moved. */
type Closed = { made: number; moved: string | null }
const nothingClosed: Closed = { made: 0, moved: null }

type Whose = { memberId: string; store: Store; upTo: string }

/** Every month of a member that is not closed yet, up to one that is over. A month in which nothing moved and nothing was there has no statement. */
async function closeMember(tx: Tx, karat: Closing, { memberId, store, upTo }: Whose): Promise<Closed> {
  const holder: Holder = { memberId, store: store.code, currency: store.currency }
  const previous = await tx.row<Cut & { month: string; left: boolean }>(sql`
    select cash_to as cash, cash_held_to as cash_held, gold_to as gold, gold_held_to as gold_held, to_char(month, 'YYYY-MM') as month,
      closing_gold > 0 or closing_money > 0 as left
    from vault.statements where member_id = ${memberId} and store = ${store.code} order by month desc limit 1`)
  const first = previous ? null : await firstMoment(tx, holder)
  if (!previous && !first) return nothingClosed
  const from = previous ? monthAfter(previous.month, 1) : monthAt(first?.getTime() ?? 0, store.timeZone)
  let after: Cut = previous ?? nothingOf
  if (previous && !previous.left && isSame(await cutBefore(tx, holder, endOf(upTo, store)), after)) return nothingClosed
  const closed = { ...nothingClosed }
  for (const month of monthsBetween(from, upTo, 1200).toReversed()) {
    const reached = await cutBefore(tx, holder, endOf(month, store))
    const movements = await closeMonth(tx, karat, { holder, store, month, place: { after, upTo: reached } })
    if (movements !== null) closed.made++
    if (movements) closed.moved = month
    after = reached
  }
  return closed
}

const endOf = (month: string, { timeZone }: Store) =>
  sql`(${`${monthAfter(month, 1)}-01`}::date::timestamp at time zone ${timeZone}::text)`
const isSame = (one: Cut, two: Cut) => ownKinds.every((own) => one[own] === two[own])

type Month = { holder: Holder; store: Store; month: string; place: { after: Cut; upTo: Cut } }

/** How many movements its statement has; null where it has none because there is nothing to state. */
async function closeMonth(tx: Tx, karat: Closing, { holder, store, month, place }: Month): Promise<number | null> {
  const { memberId } = holder
  const stated = await between(tx, holder, place)
  const [opening, closing] = [wholes(stated.opening), wholes(stated.closing)]
  if (stated.movements.length === 0 && closing.gold === 0n && closing.cash === 0n) return null
  const { language } = await getUserInfo(tx, memberId)
  const now = await tx.row<{ now: Date }>(sql`select now() as now`)
  const document = JSON.stringify(
    describeStatement({
      ...stated,
      ...{ store, memberId, language: language as Language, ...periodOfMonth(month) },
      ...{ closedMonth: month, madeAt: now?.now ?? new Date(0), publicUrl: karat.config.PUBLIC_URL },
    }),
  )
  await noteKey(karat, tx)
  const { upTo } = place
  await tx.run(sql`
    insert into vault.statements (member_id, store, month, currency, cash_to, cash_held_to, gold_to, gold_held_to, opening_money,
      opening_gold, closing_money, closing_gold, movements, document, digest, key_id, signature)
    values (${memberId}, ${store.code}, ${`${month}-01`}::date, ${store.currency}, ${upTo.cash}, ${upTo.cash_held}, ${upTo.gold}, ${upTo.gold_held},
      ${opening.cash}, ${opening.gold}, ${closing.cash}, ${closing.gold}, ${stated.movements.length}, ${document}::text,
      sha256(convert_to(${document}::text, 'UTF8')), ${karat.signing.keyId}, ${karat.signing.sign(document)})`)
  return stated.movements.length
}

/** What a demonstration's member is told to have done before it began, as months that closed. */
export const closePast = async (
  tx: Tx,
  karat: Closing & Pick<Karat, 'stores' | 'now'>,
  holder: Holder,
): Promise<number> => {
  const store = storeOf(karat, holder.store)
  const upTo = monthAfter(monthAt(karat.now(), store.timeZone), -1)
  return (await closeMember(tx, karat, { memberId: holder.memberId, store, upTo })).made
}
