/** Rates of agents from a day to come: asked by one person, decided by another. */
import { brokenConstraint, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { timeZoneOf } from '../stores/stores.ts'
import type { OfficeRatesView } from './office-contract.ts'
import { type Rates, ratesNow } from './rates.ts'

type Wish = Rates & { store: string; valid_from: string; reason: string }
type Params = Rates & { valid_from: string }

/**
 * Asks a second person for rates from a day to come; purchases before it keep theirs.
 *
 * Refuses not_found for a store that is none; invalid_input (withheld_unnumbered_ppm) for less than with a number, (valid_from) for a day that
 * has begun in the store; as requestApproval.
 */
export async function askForRates(
  karat: Bag<'agents'>,
  staff: Staff,
  { store, reason, ...params }: Wish,
  key: Once,
): Promise<{ approval_id: string }> {
  if (!karat.stores.has(store)) throw new Refusal('not_found')
  if (params.withheld_unnumbered_ppm < params.withheld_ppm)
    throw invalidInput({ withheld_unnumbered_ppm: problem('too_small', { n: params.withheld_ppm }) })
  return once(karat.db, key, async (tx) => {
    const day = await tx.row<{ comes: boolean }>(sql`select ${isToCome(store, params.valid_from)} as comes`)
    if (!day?.comes) throw invalidInput({ valid_from: problem('staff_day') })
    return requestApproval(tx, staff, {
      ...{ action: 'agents.rates', subject: { kind: 'agent_rates', id: store }, store, reason },
      params: { ...params },
    })
  })
}

/** Whether the day has not begun in the store. */
const isToCome = (store: string, day: string): Sql =>
  sql`${day}::date > (now() at time zone ${timeZoneOf(sql`${store}`)})::date`

/** Rates that two people want. A day that has come meanwhile, or that has rates already, is refused. */
export const agentRatesExecutor: Executor = {
  action: 'agents.rates',
  async execute(_karat, tx, { store, params, reason }, { requester, approver }) {
    if (!store) throw new Refusal('not_found')
    await insertRates(tx, store, params as Params, { by: `${requester.name}, ${approver.name}`, reason })
  },
}

async function insertRates(tx: Tx, store: string, rates: Params, { by, reason }: { by: string; reason: string }) {
  const { valid_from: day, commission_ppm, withheld_ppm, withheld_unnumbered_ppm } = rates
  try {
    const set = await tx.run(sql`
      insert into agents.rates (store, valid_from, commission_ppm, withheld_ppm, withheld_unnumbered_ppm, set_by, reason)
      select ${store}, ${day}::date, ${commission_ppm}::int, ${withheld_ppm}::int, ${withheld_unnumbered_ppm}::int, ${by}, ${reason}
      where ${isToCome(store, day)}`)
    if (set === 0) throw new Refusal('edited_meanwhile')
  } catch (error) {
    if (['rates_of_a_day', 'rates_of_a_day_to_come'].includes(brokenConstraint(error) ?? ''))
      throw new Refusal('edited_meanwhile')
    throw error
  }
}

type Row = Rates & { store: string; valid_from: string; set_by: string; reason: string }

/** The rates in force of every store, and those that were set, the newest first. */
export async function readRates(db: Queryable, karat: Pick<Bag<'agents'>, 'stores'>): Promise<OfficeRatesView> {
  const stores = [...karat.stores.keys()]
  const [now, rows] = await Promise.all([
    Promise.all(stores.map(async (store) => ({ store, ...(await ratesNow(db, karat, store)) }))),
    db.rows<Row>(sql`
      select store, valid_from::text as valid_from, commission_ppm, withheld_ppm, withheld_unnumbered_ppm, set_by, reason
      from agents.rates order by valid_from desc, store limit 100`),
  ])
  return { now, rows }
}
