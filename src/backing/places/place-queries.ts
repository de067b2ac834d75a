/** Places in which bars lie: as the office reads them, and as everybody may. */
import { empty, type Queryable, sql } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../../money/money.ts'
import type { placeStates } from '../register/bar-rules.ts'
import type { PlaceRow } from './place-contract.ts'

type Filter = { q?: string | undefined; store?: string | undefined; state?: (typeof placeStates)[number] | undefined }
type Row = Omit<PlaceRow, 'insured' | 'currency' | 'opened_at' | 'closed_at' | 'fine_weight'> & {
  insured: bigint | null
  opened: Date
  closed: Date | null
  fine: bigint
}

/** Open ones first, by store and code. */
export async function listOfficePlaces(
  { db, stores }: Pick<Karat, 'db' | 'stores'>,
  { q, store, state }: Filter,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; rows: PlaceRow[] }> {
  const text = q?.trim().replace(/[\\%_]/g, '\\$&')
  const fits = sql`true ${store ? sql`and p.store = ${store}` : empty}
    ${state ? sql`and (p.closed_at is null) = ${state === 'open'}` : empty}
    ${text ? sql`and (p.code like ${`${text.toUpperCase()}%`} or p.keeper ilike ${`%${text}%`})` : empty}`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from backing.places p where ${fits}`),
    db.rows<Row>(sql`
      select p.store, p.code, p.keeper, p.address, p.insured_minor as insured, p.opened_at as opened, p.closed_at as closed,
        there.bars, there.fine, (
          select count(*)::int from backing.transports t join backing.transport_bars x on x.transport_id = t.id
          where t.store = p.store and p.code in (t.from_place, t.to_place) and x.ended is null) as on_the_way
      from backing.places p cross join lateral (
        select count(*)::int as bars, coalesce(sum(b.fine_weight_e4), 0)::bigint as fine from backing.bars b
        where b.store = p.store and b.place = p.code and b.state in ('available', 'pledged')) as there
      where ${fits} order by p.closed_at is not null, p.store, p.code limit ${size} offset ${(page - 1) * size}`),
  ])
  const currencyOf = (code: string): Currency => {
    const known = stores.get(code)
    if (!known) throw new Error(`a place of ${code}, which is no store`)
    return known.currency
  }
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ insured, opened, closed, fine, ...place }) => ({
      ...place,
      insured: insured === null ? null : moneyText(minor(insured), currencyOf(place.store)),
      currency: currencyOf(place.store),
      opened_at: opened.toISOString(),
      closed_at: closed?.toISOString() ?? null,
      fine_weight: weightText(weight(fine)),
    })),
  }
}

/** `countedAt`: when two people last counted it, with everything settled that they found. */
type Place = { place: string; keeper: string | null; bars: number; fineWeight: bigint; countedAt: Date | null }

/** Places that bars can lie in, without what is for those alone who keep the register. */
export const listOpenPlaces = (db: Queryable, store: string): Promise<{ code: string; keeper: string | null }[]> =>
  db.rows<{ code: string; keeper: string | null }>(sql`
    select code, keeper from backing.places where store = ${store} and closed_at is null order by code`)

/** What of a store's gold is on its way between two places. */
export async function gramsInTransit(db: Queryable, store: string): Promise<bigint> {
  const row = await db.row<{ fine: bigint }>(sql`
    select coalesce(sum(fine_weight_e4), 0)::bigint as fine from backing.bars where store = ${store} and state = 'in_transit'`)
  return row?.fine ?? 0n
}

/** Where the bars of a store lie that can back what members own, the heaviest place first. Pledged ones are no part of them. */
export const listPlaces = (db: Queryable, store: string): Promise<Place[]> =>
  db.rows<Place>(sql`
    select b.place, p.keeper, count(*)::int as bars, sum(b.fine_weight_e4)::bigint as "fineWeight", (
      select max(c.compared_at) from backing.counts c where c.store = ${store} and c.place = b.place and c.finished_at is not null) as "countedAt"
    from backing.bars b join backing.places p on p.store = b.store and p.code = b.place
    where b.store = ${store} and b.state = 'available' group by 1, 2 order by 4 desc, 1`)
