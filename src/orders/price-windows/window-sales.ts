/** The sales that stand in a price window: moved on once, put off where that fails, joined by what a promise had become. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { findLevelAfter } from '../../pricing/level-after.ts'
import type { Market } from '../../pricing/market-rules.ts'
import { settings } from '../../settings.ts'
import { keepSales } from './close-window.ts'
import { findSalesOf, type Window } from './find-sales.ts'
import type { ListedBecause, SaleKind, WindowSaleState } from './window-rules.ts'

export type Reach = Pick<Karat, 'db' | 'log' | 'market' | 'config'>
/** A cancellation never waits: what it gave is paid, so it is listed as it is found. */
export type Waiting = { kind: Exclude<SaleKind, 'cancellation'>; id: string; windowId: string }

/** It comes again later and later, eight minutes apart at most; one that somebody holds at this moment with the next round. */
export async function postpone(
  { db, log }: Pick<Karat, 'db' | 'log'>,
  { kind, id }: Pick<Waiting, 'kind' | 'id'>,
  error: unknown,
) {
  log.warn({ err: error, kind, sale: id }, 'a sale of a price window cannot be settled')
  await db.run(sql`
    update orders.window_sales set tries = least(tries + 1, 1000), next_try_at = now() + interval '2 seconds' * power(2, least(tries, 8))
    where (kind, sale_id) = (
      select kind, sale_id from orders.window_sales where kind = ${kind} and sale_id = ${id} for update skip locked)`)
}

/** Takes a sale on from the state it is expected in; of any number at once one does. */
export async function moveSale(
  tx: Tx,
  { kind, id }: Pick<Waiting, 'kind' | 'id'>,
  [from, to]: readonly [WindowSaleState, WindowSaleState],
  because: ListedBecause | null = null,
): Promise<boolean> {
  const until = to === 'choosing' ? settings.priceWindow.chooseSeconds : null
  const moved = await tx.run(sql`
    update orders.window_sales set state = ${to}, because = ${because},
      choose_until = coalesce(now() + make_interval(secs => ${until}::int), choose_until),
      done_at = case when ${to} <> 'choosing' then clock_timestamp() end
    where kind = ${kind} and sale_id = ${id} and state = ${from}`)
  return moved === 1
}

/** The window of a sale, with the level that both people had seen. */
export async function findWindow(db: Queryable, windowId: string, market: Market): Promise<Window | undefined> {
  const window = await db.row<{ store: string; from: Date; to: Date; tick: bigint }>(sql`
    select store, from_at as "from", to_at as "to", level_tick as tick from orders.price_windows where id = ${windowId}`)
  const level = window && (await findLevelAfter(db, { store: window.store, after: window.to, tickId: window.tick }))
  return level && { store: window.store, from: window.from, to: window.to, level, market }
}

/** What a promise of the window had become meanwhile is a sale of it, where its price was off. */
export async function addSale(tx: Tx, { windowId }: Waiting, saleId: string, market: Market): Promise<void> {
  const window = await findWindow(tx, windowId, market)
  if (window) await keepSales(tx, windowId, await findSalesOf(tx, window, saleId))
}
