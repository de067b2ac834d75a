/** Bars on their way between places, as the office reads them. */
import { empty, sql } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { weight, weightText } from '../../money/money.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import type { TransportState } from '../register/bar-rules.ts'
import type { TransportRow } from './transport-contract.ts'

type Filter = { q?: string | undefined; store?: string | undefined; state?: TransportState | undefined }
type RowBar = Omit<TransportRow['bars'][number], 'fine_weight'> & { fine: string }
type Row = Omit<TransportRow, 'sent_at' | 'by' | 'own' | 'fine_weight' | 'bars'> & {
  sent: Date
  requester: string
  approver: string
  bars: RowBar[]
}

/** Of a transport `t`; its day ends in the zone of its store, of all of which `zones` says it. */
const stateOf = (
  zones: string,
) => sql`case when not exists (select from backing.transport_bars x where x.transport_id = t.id and x.ended is null) then 'over'
  when t.expected_on < (clock_timestamp() at time zone (${zones}::jsonb ->> t.store))::date then 'late' else 'on_the_way' end`

/** The newest first. `reader`: who of the staff asks. */
export async function listTransports(
  { db, stores }: Pick<Karat, 'db' | 'stores'>,
  reader: string,
  { q, store, state }: Filter,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; rows: TransportRow[] }> {
  const text = q?.trim().replace(/[\\%_]/g, '\\$&')
  const fits = sql`true ${store ? sql`and t.store = ${store}` : empty} ${state ? sql`and t.state = ${state}` : empty}
    ${
      text
        ? sql`and (t.number = ${text.toUpperCase()} or t.carrier ilike ${`%${text}%`} or exists (
            select from backing.transport_bars x join backing.bars b on b.id = x.bar_id
            where x.transport_id = t.id and b.serial like ${`${text.toUpperCase()}%`}))`
        : empty
    }`
  const zones = JSON.stringify(Object.fromEntries([...stores.values()].map(({ code, timeZone }) => [code, timeZone])))
  const all = sql`(select t.*, ${stateOf(zones)} as state from backing.transports t) as t`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from ${all} where ${fits}`),
    db.rows<Row>(sql`
      select t.id, t.number, t.store, t.from_place, t.to_place, t.carrier, t.seal, t.expected_on::text, t.state, t.sent_at as sent,
        t.requester, t.approver, t.reason, (
          select jsonb_agg(jsonb_build_object('bar_id', b.id, 'serial', b.serial, 'maker', b.maker, 'fine', b.fine_weight_e4::text,
            'ended', x.ended, 'ended_at', x.ended_at, 'ended_by', x.ended_by) order by b.serial, b.maker)
          from backing.transport_bars x join backing.bars b on b.id = x.bar_id where x.transport_id = t.id) as bars
      from ${all} where ${fits} order by t.sent_at desc, t.id desc limit ${size} offset ${(page - 1) * size}`),
  ])
  const people = rows.flatMap(({ requester, approver, bars }) => [
    ...[requester, approver],
    ...bars.flatMap(({ ended_by }) => ended_by ?? []),
  ])
  const names = await namesOfStaff(db, people)
  return { total: count?.total ?? 0, rows: rows.map((row) => view(row, reader, names)) }
}

function view(
  { sent, requester, approver, bars, ...row }: Row,
  reader: string,
  names: Map<string, string>,
): TransportRow {
  const nameOf = (id: string) => names.get(id) ?? ''
  const text = (units: bigint) => weightText(weight(units))
  return {
    ...row,
    sent_at: sent.toISOString(),
    by: `${nameOf(requester)}, ${nameOf(approver)}`,
    own: requester === reader,
    fine_weight: text(bars.reduce((sum, { fine }) => sum + BigInt(fine), 0n)),
    bars: bars.map(({ fine, ended_at, ended_by, ...bar }) => ({
      ...bar,
      fine_weight: text(BigInt(fine)),
      ended_at: ended_at && new Date(ended_at).toISOString(),
      ended_by: ended_by && nameOf(ended_by),
    })),
  }
}
