/** What comes back, as the desk and as its buyer see it. */
import { namedBy } from '../../catalogue/maker-queries.ts'
import { findOrdersOfSerial, numberedSku } from '../../catalogue/piece-queries.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { type Queryable, raw, type Sql, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import { type Weight, weight, weightText } from '../../money/money.ts'
import { namesOfActors } from '../../staff/staff-name-queries.ts'
import { textIn } from '../guarantee/guarantee-view.ts'
import type { ReturnedPieceView, ReturnRowView } from './return-contract.ts'
import { type ReturnStage, type ReturnState, reasonsWithPieces } from './return-rules.ts'

type Filter = { stage?: 'all' | ReturnStage | undefined; store?: string | undefined; q?: string | undefined }
type Page = { page: number; size: number }

type Row = Pick<
  ReturnRowView,
  'order_id' | 'number' | 'store' | 'order_state' | 'state' | 'reason' | 'note' | 'stage' | 'waiver'
> & { id: string; member_id: string; since: Date; lines: Line[] }
type Line = Omit<ReturnRowView['lines'][number], 'name' | 'weight'> & {
  name: Record<string, string>
  gross: number
}

const withPieces = raw(`array['${reasonsWithPieces.join("','")}']`)

/** Requests whose pieces were with their buyer; of those that were executed only what was decided to go before its piece, or came back here. */
const requests = sql`
  select r.*, o.number, o.store, o.state as order_state, w.kind as waiver, coalesce(r.decided_at, r.created_at) as since, case
      when exists (select from orders.returns c where c.request_id = r.id and c.state = 'received') then 'to_look_at'
      when exists (select from orders.returns c where c.request_id = r.id and c.state = 'refused') then 'to_send_back'
      when r.state in ('requested', 'granted', 'executed') and w.kind is distinct from 'without' and o.state in ('shipped', 'completed')
        and (r.state <> 'executed' or w.kind is not null)
        and exists (select from orders.refund_lines l where l.request_id = r.id and case r.state when 'requested' then l.quantity else l.granted end > (
          select count(*) from orders.returns c where c.request_id = r.id and c.position = l.position and c.state not in ('refused', 'sent_back')))
      then 'expected' end as stage
  from orders.refund_requests r join orders.orders o on o.id = r.order_id left join orders.return_waivers w on w.request_id = r.id
  where r.reason = any(${withPieces}) and (o.state in ('shipped', 'completed') or exists (select from orders.returns c where c.request_id = r.id))`

const like = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`

const fits = ({ stage, store }: Filter, q: string | null, orderIds: string[]): Sql => sql`
  ${stage === 'all' ? sql`true` : stage ? sql`asked.stage = ${stage}` : sql`asked.stage is not null`}
  and (${store ?? null}::text is null or asked.store = ${store ?? null})
  and (${q}::text is null or asked.number ilike ${q} or asked.order_id = any(${orderIds}::uuid[]))`

/** The longest waiting first; with `stage` "all" the newest. */
export async function listReturns(
  db: Queryable,
  filter: Filter,
  { page, size }: Page,
  language: string,
): Promise<{ total: number; rows: ReturnRowView[] }> {
  const q = filter.q ? like(filter.q) : null
  const orderIds = filter.q ? await ordersOfPiece(db, filter.q) : []
  const where = fits(filter, q, orderIds)
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from (${requests}) as asked where ${where}`),
    db.rows<Row>(sql`
      select asked.id, asked.order_id, asked.number, asked.store, asked.member_id, asked.order_state, asked.state, asked.reason, asked.note,
        asked.stage, asked.waiver, asked.since, ${linesOfRow} as lines
      from (${requests}) as asked where ${where}
      order by case when ${filter.stage === 'all'} then null else asked.since end, asked.since desc, asked.id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const [pieces, members] = await Promise.all([
    listPieces(
      db,
      rows.map(({ id }) => id),
    ),
    namesOfMembers(
      db,
      rows.map((row) => row.member_id),
    ),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ id, member_id, lines, since, ...row }) => ({
      ...row,
      request_id: id,
      buyer: members.get(member_id) ?? '',
      since: since.toISOString(),
      lines: lines.map(({ gross, ...line }) => ({
        ...line,
        name: textIn(line.name, language),
        weight: weightText(weight(BigInt(gross))),
      })),
      pieces: pieces.get(id) ?? [],
    })),
  }
}

const linesOfRow = sql`(
  select jsonb_agg(jsonb_build_object('position', l.position, 'name', b.name, 'gross', b.gross_weight_e4, 'numbered', ${numberedSku(sql`b.sku_id`)},
    'due', case asked.state when 'requested' then l.quantity else l.granted end,
    'here', (select count(*) from orders.returns c where c.request_id = l.request_id and c.position = l.position and c.state not in ('refused', 'sent_back')),
    'kept', (select count(*) from orders.returns c where c.request_id = l.request_id and c.position = l.position and c.state in ('stocked', 'quarantined')))
    order by l.position)
  from orders.refund_lines l join orders.lines b on b.order_id = l.order_id and b.position = l.position where l.request_id = asked.id)`

/** Also of a piece that the house took back meanwhile. */
async function ordersOfPiece(db: Queryable, typed: string): Promise<string[]> {
  const [now, before] = await Promise.all([
    findOrdersOfSerial(db, typed),
    db.rows<{ id: string }>(
      sql`select distinct order_id as id from orders.returns where serial in (${namedBy(typed)})`,
    ),
  ])
  return [...now, ...before.map(({ id }) => id)]
}

type PieceRow = Omit<ReturnedPieceView, 'return_id' | 'weighed' | 'received_at' | 'decided_at'> & {
  id: string
  request_id: string
  weighed: bigint | null
  received_at: Date
  decided_at: Date | null
}

async function listPieces(db: Queryable, requestIds: string[]): Promise<Map<string, ReturnedPieceView[]>> {
  const rows = await db.rows<PieceRow>(sql`
    select id, request_id, position, serial, state, condition, weighed_e4 as weighed, findings, received_by, received_at, decided_by, decided_at, sent_how
    from orders.returns where request_id = any(${requestIds}::uuid[]) order by received_at, id`)
  const name = await namesOfActors(
    db,
    rows.flatMap(({ received_by: by, decided_by: decided }) => (decided ? [by, decided] : [by])),
  )
  const views = rows.map(({ id, request_id, serial, weighed, ...row }) => ({
    requestId: request_id,
    view: {
      ...row,
      return_id: id,
      serial: serial && showSerial(serial),
      weighed: weighed === null ? null : weightText(weighed as Weight),
      received_by: name(row.received_by, ''),
      received_at: row.received_at.toISOString(),
      decided_by: row.decided_by && name(row.decided_by, ''),
      decided_at: row.decided_at?.toISOString() ?? null,
    },
  }))
  return new Map(
    [...Map.groupBy(views, ({ requestId }) => requestId)].map(([id, all]) => [id, all.map(({ view }) => view)]),
  )
}

type OwnPiece = { requestId: string; serial: string | null; state: ReturnState; at: Date; answer: string }

/** What of an order came back, by request, as its buyer may know it: what was found only of a piece that is refused. */
export const listOwnReturns = (db: Queryable, orderId: string): Promise<OwnPiece[]> =>
  db.rows(sql`
    select request_id as "requestId", serial, state, coalesce(sent_at, decided_at, received_at) as at,
      case state when 'refused' then findings when 'sent_back' then findings || ' · ' || sent_how else '' end as answer
    from orders.returns where order_id = ${orderId} order by received_at, id`)

/** Which open requests of an order were decided to be paid before or without their pieces. */
export const listWaived = async (db: Queryable, orderId: string): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select w.request_id as id from orders.return_waivers w join orders.refund_requests r on r.id = w.request_id
        where r.order_id = ${orderId}`)
    ).map(({ id }) => id),
  )
