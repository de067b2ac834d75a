/** Drafts as the back office and as their members see them. */
import { namesOfSkus } from '../../catalogue/sku-names.ts'
import { thumbnailOf } from '../../content/picture-queries.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import { emailOf } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { type Currency, moneyText } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { namesOfActors } from '../../staff/staff-name-queries.ts'
import { storeOf } from '../../stores/stores.ts'
import type { Buyer } from '../core/buyer.ts'
import { lineOf } from '../core/confirm-order.ts'
import { type Guaranteed, readGuaranteed } from '../guarantee/guarantee-store.ts'
import { shownEndOf, textIn } from '../guarantee/guarantee-view.ts'
import type { DraftsPageView, OwnDraftsView, OwnDraftView } from './draft-contract.ts'
import type { DraftLine, DraftState } from './draft-rules.ts'

/** The guarantee by which a price is held for the draft `d` now, or null. */
export const openPrice: Sql = sql`
  (select g.id from orders.guarantees g where g.draft_id = d.id and g.used_at is null and g.released_at is null and g.expires_at > now()
    order by g.created_at desc limit 1)`

/** Whether the draft `d` is this member's: made for them, or for the address with which they have signed up. */
export const isForMember = (memberId: string): Sql => sql`
  (d.member_id = ${memberId} or (d.member_id is null and d.email is not null and d.email = ${emailOf(memberId)}))`

type Row = {
  id: string
  number: string
  store: string
  member_id: string | null
  email: string | null
  lines: DraftLine[]
  note: string
  state: DraftState
  made_by: string
  made_at: Date
  ends_at: Date
  opened_at: Date | null
  ended_at: Date | null
  ended_by: string | null
  letters: number
  order_id: string | null
  order_number: string | null
  price: string | null
  held: boolean
  now: Date
}

/** What is past its time, and holds no price, is over whether a round came by or not. `price`: its newest guarantee. */
const stateNow: Sql = sql`case when d.state = 'open' and d.ends_at <= now() and ${openPrice} is null then 'expired' else d.state end`
const columns: Sql = sql`d.*, ${stateNow} as state, o.number as order_number, ${openPrice} is not null as held, now() as now,
  (select g.id from orders.guarantees g where g.draft_id = d.id order by g.used_at is null, g.created_at desc limit 1) as price`
const from: Sql = sql`orders.drafts d left join orders.orders o on o.id = d.order_id`

type Filter = { store?: string | undefined; state?: DraftState | undefined; page: number; size: number }

/** The newest first. */
export async function listDrafts(karat: Bag<'orders'>, filter: Filter, language: string): Promise<DraftsPageView> {
  const { db } = karat
  const fits = sql`(${filter.store ?? null}::text is null or d.store = ${filter.store ?? null})
    and (${filter.state ?? null}::text is null or ${stateNow} = ${filter.state ?? null})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from orders.drafts d where ${fits}`),
    db.rows<Row>(sql`select ${columns} from ${from} where ${fits} order by d.made_at desc, d.id desc
      limit ${filter.size}::int offset ${(filter.page - 1) * filter.size}::int`),
  ])
  const [members, actor, products, prices] = await Promise.all([
    namesOfMembers(
      db,
      rows.flatMap(({ member_id: id }) => id ?? []),
    ),
    namesOfActors(
      db,
      rows.flatMap(({ made_by: by, ended_by: ended }) => (ended ? [by, ended] : [by])),
    ),
    namesOfSkus(
      db,
      rows.flatMap(({ lines }) => lines[0]?.sku_id ?? []),
      language,
    ),
    pricesOf(db, rows),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => {
      const name = members.get(row.member_id ?? '') ?? row.email ?? '–'
      return {
        ...viewOf(karat, row, prices),
        ...{ store: row.store, member_id: row.member_id, for: name },
        pieces: piecesOf(row),
        may_send: row.state === 'open' && row.ends_at > row.now && row.letters < settings.drafts.mostLetters,
        first: products.get(row.lines[0]?.sku_id ?? 0) ?? '–',
        by: actor(row.made_by, name),
        ended_by: row.ended_by && actor(row.ended_by, name),
        opened_at: row.opened_at?.toISOString() ?? null,
      }
    }),
  }
}

async function pricesOf(db: Queryable, rows: Pick<Row, 'price'>[]): Promise<Map<string, Guaranteed>> {
  const ids = rows.flatMap(({ price }) => price ?? [])
  if (ids.length === 0) return new Map()
  const found = await db.rows<Parameters<typeof readGuaranteed>[0]>(
    sql`select *, now() as now from orders.guarantees where id = any(${ids}::uuid[])`,
  )
  return new Map(found.map((row) => [row.id, readGuaranteed(row)]))
}

function viewOf(karat: Pick<Bag<'orders'>, 'stores'>, row: Row, prices: Map<string, Guaranteed>) {
  const price = prices.get(row.price ?? '')
  const currency: Currency = storeOf(karat, row.store).currency
  return {
    ...{ draft_id: row.id, number: row.number, state: row.state, note: row.note, currency },
    total: price ? moneyText(price.amounts.total, currency) : null,
    price_until: price && row.held ? shownEndOf(price) : null,
    ...{ made_at: row.made_at.toISOString(), ends_at: row.ends_at.toISOString() },
    ended_at: row.ended_at?.toISOString() ?? null,
    order: row.order_id && row.order_number ? { order_id: row.order_id, number: row.order_number } : null,
  }
}

/** Those that wait for a member, the newest first. */
export async function listOwnDrafts(karat: Bag<'orders'>, buyer: Buyer): Promise<OwnDraftsView> {
  const { db } = karat
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${from} where d.store = ${buyer.store} and d.state = 'open' and ${stateNow} = 'open' and ${isForMember(buyer.memberId)}
    order by d.made_at desc, d.id desc limit ${settings.drafts.mostOpenEach + 1}::int`)
  const firsts = rows.flatMap(({ lines }) => lines.slice(0, 1))
  const [prices, actor, names] = await Promise.all([
    pricesOf(db, rows),
    namesOfActors(
      db,
      rows.map((row) => row.made_by),
    ),
    namesOfSkus(
      db,
      firsts.map((line) => line.sku_id),
      buyer.language,
    ),
  ])
  return {
    drafts: rows.map((row) => {
      const { draft_id, number, currency, total, price_until, ends_at } = viewOf(karat, row, prices)
      const first = row.lines[0] ?? { sku_id: 0, quantity: 1 }
      const { name, image } = shownOf(karat, buyer, first, names)
      const pieces = piecesOf(row)
      return {
        draft_id,
        number,
        currency,
        total,
        price_until,
        ends_at,
        by: actor(row.made_by, ''),
        name,
        image,
        pieces,
      }
    }),
    server_time: new Date(karat.now()).toISOString(),
  }
}

const piecesOf = ({ lines }: Pick<Row, 'lines'>) => lines.reduce((sum, line) => sum + line.quantity, 0)

/** One, as its member sees it. Refuses not_found, also for somebody else's. */
export async function readOwnDraft(karat: Bag<'orders'>, buyer: Buyer, id: string): Promise<OwnDraftView> {
  const { db } = karat
  const row = await db.row<Row>(sql`
    select ${columns} from ${from} where d.id = ${id} and d.store = ${buyer.store} and ${isForMember(buyer.memberId)}`)
  if (!row) throw new Refusal('not_found')
  const [prices, actor, names] = await Promise.all([
    pricesOf(db, [row]),
    namesOfActors(db, [row.made_by]),
    namesOfSkus(
      db,
      row.lines.map((line) => line.sku_id),
      buyer.language,
    ),
  ])
  const held = row.held ? prices.get(row.price ?? '') : undefined
  return {
    ...viewOf(karat, row, prices),
    by: actor(row.made_by, ''),
    lines: row.lines.map(({ sku_id, quantity }) => ({
      ...{ sku_id, quantity, ...shownOf(karat, buyer, { sku_id, quantity }, names) },
      line_total: totalOf(held, sku_id),
    })),
    server_time: row.now.toISOString(),
  }
}

function totalOf(held: Guaranteed | undefined, skuId: number): string | null {
  const line = held?.lines.find((one) => one.skuId === skuId)
  return held && line ? moneyText(line.total, held.currency) : null
}

/** What is not sold any more has a name, and no picture. */
function shownOf(karat: Pick<Bag<'orders'>, 'catalogue'>, buyer: Buyer, line: DraftLine, names: Map<number, string>) {
  const found = karat.catalogue.sku(buyer.store, line.sku_id)
  if (!found) return { name: names.get(line.sku_id) ?? '–', image: null, attributes: {} }
  const { name, image, attributes } = lineOf(found, line.quantity)
  return { name: textIn(name, buyer.language), image: thumbnailOf(image), attributes }
}

/** Who put an order together, for its page on both sides; null where its buyer did. */
export async function findDrafted(
  db: Queryable,
  orderId: string,
): Promise<{ number: string; by: string; at: string } | null> {
  const row = await db.row<{ number: string; made_by: string; made_at: Date }>(
    sql`select number, made_by, made_at from orders.drafts where order_id = ${orderId}`,
  )
  if (!row) return null
  const actor = await namesOfActors(db, [row.made_by])
  return { number: row.number, by: actor(row.made_by, ''), at: row.made_at.toISOString() }
}
