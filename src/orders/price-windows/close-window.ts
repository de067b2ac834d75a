/** Taking back what was sold at a wrong price: looked at, asked for by one person, approved by another. */

import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { amountOf } from '../../money/money.ts'
import { findLevelAfter, type Level } from '../../pricing/level-after.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { type FoundSale, findSales, type Window } from './find-sales.ts'
import { type Treatment, windowFault } from './window-rules.ts'

export type Bounds = { store: string; from: Date; to: Date }
export type WindowPreview = { window: Window; sales: FoundSale[] }

/**
 * What a window with these bounds would do now, before anybody asks for it. The right price is that of the first tick accepted
 * after it: nobody of the house types a price.
 *
 * Refuses not_found for no store of ours; invalid_input for bounds that are not in the last day; window_no_level until a tick
 * after the window was accepted.
 */
export async function previewWindow(
  db: Queryable,
  { stores, market }: Pick<Karat, 'stores' | 'market'>,
  bounds: Bounds,
): Promise<WindowPreview> {
  const { store, from, to } = bounds
  if (!stores.has(store)) throw new Refusal('not_found')
  await requireBounds(db, bounds)
  const level = await findLevelAfter(db, { store, after: to })
  if (!level) throw new Refusal('window_no_level')
  const window = { store, from, to, level, market }
  return { window, sales: await findSales(db, window) }
}

async function requireBounds(db: Queryable, { from, to }: Pick<Bounds, 'from' | 'to'>) {
  const row = await db.row<{ now: Date }>(sql`select now() as now`)
  const fault = windowFault({ from, to }, row?.now ?? to)
  if (fault === 'order') throw invalidInput({ to: problem('window_order') })
  if (fault === 'future') throw invalidInput({ to: problem('window_future') })
  if (fault) throw invalidInput({ from: problem('window_day') })
}

const subjectOf = (store: string) => ({ kind: 'price_window', id: store })

/** Asks for a second person. Refuses as `previewWindow`; window_empty where no sale is off; permission_missing; approval_waiting. */
export function proposeWindow(
  karat: Pick<Karat, 'db' | 'stores' | 'market'>,
  staff: Staff,
  { reason, ...bounds }: Bounds & { reason: string },
  key: Once,
): Promise<{ approval_id: string }> {
  return once(karat.db, key, async (tx) => {
    const { window, sales } = await previewWindow(tx, karat, bounds)
    if (sales.length === 0) throw new Refusal('window_empty')
    const { store, from, to, level } = window
    const params = {
      ...{ from: from.toISOString(), to: to.toISOString() },
      ...{ level_tick: String(level.tickId), level_at: level.at.toISOString(), asks: asksOf(level) },
      ...countsOf(sales),
    }
    return requestApproval(tx, staff, { action: 'prices.window', subject: subjectOf(store), store, reason, params })
  })
}

const asksOf = ({ open }: Level) => [...open].map(([currency, { ask }]) => amountOf(ask, currency))

export function countsOf(sales: FoundSale[]): Record<Treatment, number> {
  const of = (does: Treatment) => sales.filter((sale) => sale.does === does).length
  return { void: of('void'), end: of('end'), choose: of('choose'), list: of('list') }
}

type Params = { from: string; to: string; level_tick: string }

/**
 * What the second person has approved: the window with the level that both have seen. Every sale that is off at this moment is
 * written down with it, so that from the commit on none of them is submitted, paid, cancelled or prepared; what becomes of
 * each follows sale by sale (settle-sales.ts).
 */
export const windowExecutor: Executor = {
  action: 'prices.window',
  async execute({ market }, tx, { store, params, reason }, { requester, approver }) {
    const { from, to, level_tick } = params as Params
    if (!store) throw new Error('a price window of no store')
    const bounds = { store, from: new Date(from), to: new Date(to) }
    await requireBounds(tx, bounds)
    const level = await findLevelAfter(tx, { store, after: bounds.to, tickId: BigInt(level_tick) })
    if (!level) throw new Refusal('window_no_level')
    const window = { ...bounds, level, market }
    const id = newId()
    await tx.run(sql`
      insert into orders.price_windows (id, store, from_at, to_at, level_tick, level_at, reason, requested_by, approved_by)
      values (${id}, ${store}, ${bounds.from}, ${bounds.to}, ${level.tickId}, ${level.at}, ${reason}, ${requester.id}, ${approver.id})`)
    await keepSales(tx, id, await findSales(tx, window))
  },
}

/** Writes sales down as found; one that stands in a window already stays as it is there. */
export async function keepSales(tx: Tx, windowId: string, sales: FoundSale[]): Promise<void> {
  const rows = sales.map((sale) => ({
    ...{ kind: sale.kind, id: sale.id, member: sale.memberId, currency: sale.currency },
    ...{ sold: String(sale.soldAsk), right: String(sale.rightAsk), total: sale.rightTotal && String(sale.rightTotal) },
    ...(sale.does === 'list' ? { state: 'listed', because: sale.because } : { state: 'waiting' }),
  }))
  await tx.run(sql`
    insert into orders.window_sales (kind, sale_id, window_id, member_id, currency, sold_ask_minor, right_ask_minor, right_total_minor,
      state, because, done_at)
    select kind, id, ${windowId}, member, currency, sold, "right", total, state, because, case when state = 'listed' then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sale(kind text, id uuid, member uuid, currency text, sold bigint,
      "right" bigint, total bigint, state text, because text)
    on conflict (kind, sale_id) do nothing`)
}
