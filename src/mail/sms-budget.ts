/** What text messages a store pays for in a day, as a whole, to numbers that begin alike and to one number: counted in the database, over all instances. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { mayText, prefixOf } from './sms-destinations.ts'

type Text = { store: string; number: string }
/** A code, or an alarm of what has changed: what a number's share cuts last. */
type Leaving = Text & { urgent: boolean }
/** 'new': numbers that have proven nothing yet, asked for by anybody. 'member': everything that leaves. */
type Kind = 'new' | 'member'

const take = (db: Queryable, { store, number }: Text, kind: Kind): Promise<unknown> => {
  const { perStore, perPrefix } = settings.sms.perDay[kind]
  // The store's row first, always: whoever holds it goes on alone.
  return db.row(sql`
    with whole as (
      insert into mail.sms_budgets as b (day, store, kind, prefix, asked, most)
      select current_date, ${store}, ${kind}, '', 1, ${perStore}
      where not exists (select from mail.sms_budgets where day = current_date and store = ${store} and kind = ${kind}
        and prefix = ${prefixOf(number)} and asked >= ${perPrefix})
      on conflict (day, store, kind, prefix) do update set asked = b.asked + 1, most = excluded.most where b.asked < excluded.most
      returning 1 as one)
    insert into mail.sms_budgets as b (day, store, kind, prefix, asked, most)
    select current_date, ${store}, ${kind}, ${prefixOf(number)}, 1, ${perPrefix} from whole
    on conflict (day, store, kind, prefix) do update set asked = b.asked + 1, most = excluded.most where b.asked < excluded.most
    returning 1 as one`)
}

type One = { store: string; kind: 'number' | 'asker'; whose: string; most: number }

/** Counts one more for a number or an asker; false when their share of the day is used up. */
const takeOne = async (db: Queryable, { store, kind, whose, most }: One): Promise<boolean> =>
  (await db.row(sql`
    insert into mail.sms_budgets as b (day, store, kind, prefix, asked, most)
    values (current_date, ${store}, ${kind}, ${whose}, 1, ${most})
    on conflict (day, store, kind, prefix) do update set asked = b.asked + 1, most = excluded.most where b.asked < excluded.most
    returning 1 as one`)) !== undefined

/**
 * Counts a text message to a number that has proven nothing yet, before anybody looks whose it is. `asker` is the network address that
 * asks for it.
 *
 * Refuses sms_country for a number that the store does not text; sms_spent when the day's share of the asker, or the budget of the store or
 * of numbers that begin alike, is used up.
 */
export async function takeNewNumber(
  tx: Tx,
  { log }: Pick<Karat, 'log'>,
  { asker, ...text }: Text & { asker: string },
): Promise<void> {
  const { store, number } = text
  if (!mayText(store, number)) throw new Refusal('sms_country')
  if (!(await takeOne(tx, { store, kind: 'asker', whose: asker, most: settings.sms.perDay.perAsker }))) {
    log.warn({ store }, 'the text messages to new numbers that one address may ask for in a day are used up')
    throw new Refusal('sms_spent')
  }
  if (await take(tx, text, 'new')) return
  log.warn({ store: text.store, prefix: prefixOf(text.number) }, 'the day’s text messages to new numbers are used up')
  throw new Refusal('sms_spent')
}

/** Counts a text message that is about to leave; false when the day's share of its number or the day's budget is used up. */
export async function takeLeaving(
  db: Queryable,
  { log }: Pick<Karat, 'log'>,
  { urgent, ...text }: Leaving,
): Promise<boolean> {
  const { perNumber, urgentPerNumber } = settings.sms.perDay
  const most = urgent ? perNumber + urgentPerNumber : perNumber
  if (!(await takeOne(db, { store: text.store, kind: 'number', whose: text.number, most }))) {
    log.warn({ store: text.store, prefix: prefixOf(text.number) }, 'the day’s text messages to one number are used up')
    return false
  }
  if (await take(db, text, 'member')) return true
  log.warn({ store: text.store, prefix: prefixOf(text.number) }, 'the day’s text messages are used up')
  return false
}

/** Takes back what `takeLeaving` counted for a message that did not leave. */
export const returnLeaving = (db: Queryable, { store, number }: Text) =>
  db.run(sql`
    with own as (update mail.sms_budgets set asked = asked - 1
      where day = current_date and store = ${store} and kind = 'number' and prefix = ${number} and asked > 0),
    whole as (update mail.sms_budgets set asked = asked - 1
      where day = current_date and store = ${store} and kind = 'member' and prefix = '' and asked > 0 returning 1 as one)
    update mail.sms_budgets set asked = asked - 1 from whole
    where day = current_date and store = ${store} and kind = 'member' and prefix = ${prefixOf(number)} and asked > 0`)

/** Today's budgets that are used up, or nearly, in all stores: what the office has to look at. */
export async function countSpentBudgets(db: Queryable): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*)::int as count from mail.sms_budgets
    where day = current_date and kind in ('new', 'member') and asked * 100 >= most * ${settings.sms.alarmAtPercent}::int`)
  return row?.count ?? 0
}

/** Whose numbers and addresses those were is known for two days only. */
export const forgetOldBudgets = (db: Queryable) =>
  endOld(db, {
    from: sql`mail.sms_budgets`,
    old: sql`day < current_date - ${settings.mail.keepDays}::int or (kind in ('number', 'asker') and day < current_date - 1)`,
  })
