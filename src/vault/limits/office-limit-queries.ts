/** Limit orders as staff see them. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import type { Bag } from '../../karat.ts'
import { perGram } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { moveBps } from '../../pricing/price-rules.ts'
import { priceOf } from '../trade-rules.ts'
import { type LimitRow, limitColumns, limitTables, viewLimit } from './limit-queries.ts'
import type { OfficeLimitsInput, OfficeLimitView } from './office-limit-contract.ts'

type Row = LimitRow & { store: string; memberId: string }

/** Open ones first, then the newest. */
export async function listOfficeLimits(
  { prices }: Pick<Bag<'vault'>, 'prices'>,
  db: Queryable,
  { state, store, q, page, size }: OfficeLimitsInput,
): Promise<{ total: number; rows: OfficeLimitView[] }> {
  const number = q?.trim().toUpperCase() ?? null
  const fits = sql`(${state ?? null}::text is null or o.state = ${state}) and (${store ?? null}::text is null or o.store = ${store})
    and (${number}::text is null or o.number = ${number})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from vault.limit_orders o where ${fits}`),
    db.rows<Row>(sql`
      select ${limitColumns}, o.store, o.member_id as "memberId" from ${limitTables} where ${fits}
      order by o.state = 'open' desc, o.placed_at desc, o.id desc limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.map(({ memberId }) => memberId),
  )
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => ({
      ...{ ...viewLimit(row), store: row.store, member_id: row.memberId },
      member: names.get(row.memberId) ?? '–',
      distance_bps: distanceOf(row, prices.live(row.store, row.currency)),
    })),
  }
}

function distanceOf({ state, side, limit }: Row, price: PriceNow | null): number | null {
  if (state !== 'open' || !price) return null
  const away = moveBps(priceOf(side, price), perGram(limit))
  return Number(side === 'buy' ? -away : away)
}
