/** A price that is wrong for a while, whatever the guards of the feed would say, and the window that takes its sales back. */
import { sql } from '../../src/db/database.ts'
import { executors } from '../../src/office/executors.ts'
import { proposeWindow } from '../../src/orders/price-windows/close-window.ts'
import { approve } from '../../src/staff/approvals.ts'
import { staff } from './money-back.ts'
import { asOwner } from './owner.ts'
import type { Shop } from './shop.ts'

const nowOf = async ({ karat }: Shop): Promise<Date> =>
  (await karat.db.row<{ now: Date }>(sql`select clock_timestamp() as now`))?.now ?? new Date()

/** An accepted tick of this moment, at so many hundredths of a percent of the newest one. */
export async function priceBecomes(shop: Shop, bps: bigint): Promise<void> {
  shop.clock.ms = Math.max(shop.clock.ms + 1, Date.now())
  await shop.karat.db.run(sql`
    insert into pricing.ticks (source, source_at, spot_usd_e6, rates_e6, verdict)
    select source, ${new Date(shop.clock.ms)}, spot_usd_e6 * ${bps}::bigint / 10000, rates_e6, 'accepted'
    from pricing.ticks where verdict = 'accepted' order by id desc limit 1`)
  await shop.karat.prices.refresh()
}

export type Bounds = { store: string; from: Date; to: Date }

/** Whatever `sell` sells is sold at a tenth of the price, or at another share of it; then the price is right again. */
export async function soldWrong<T>(
  shop: Shop,
  sell: () => Promise<T>,
  [wrong, right]: [bigint, bigint] = [1000n, 100_000n],
): Promise<T & { bounds: Bounds }> {
  const from = await nowOf(shop)
  await priceBecomes(shop, wrong)
  const sold = await sell()
  const to = await nowOf(shop)
  shop.clock.ms = Math.max(shop.clock.ms, to.getTime() + 1)
  await priceBecomes(shop, right)
  // Of two clocks the database's decides that the window is over.
  while ((await nowOf(shop)) <= to) await shop.karat.db.run(sql`select pg_sleep(0.001)`)
  return { ...sold, bounds: { store: 'id', from, to } }
}

/** Two people close the window. */
export async function closeWindow(shop: Shop, bounds: Bounds): Promise<void> {
  const [one, two] = [await staff(shop, 'prices.window'), await staff(shop, 'prices.window')]
  const wish = { ...bounds, reason: 'The feed sent a tenth of the price' }
  const { approval_id: approvalId } = await proposeWindow(shop.karat, one, wish, null)
  await approve(shop.karat, two, { approvalId }, executors)
}

export const saleOf = async ({ karat }: Shop, id: string) =>
  karat.db.row<{ kind: string; state: string; because: string | null }>(
    sql`select kind, state, because from orders.window_sales where sale_id = ${id}`,
  )

/** As if the member had come before there was an agreement; the application itself cannot take an acceptance away. */
export const hasAcceptedNothing = ({ connectionString }: Shop, { id }: { id: string }) =>
  asOwner(connectionString, [`delete from identity.agreement_acceptances where member_id = '${id}'`])

/** The time to choose what is to become of a trade is over: only who owns the schema can turn its clock. */
export const passChoice = ({ connectionString }: Shop, tradeId: string) =>
  asOwner(connectionString, [
    'alter table vault.price_choices disable trigger guard_price_choice',
    `update vault.price_choices set choose_until = now() where trade_id = '${tradeId}'`,
    'alter table vault.price_choices enable trigger guard_price_choice',
  ])
