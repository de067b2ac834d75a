/** The register as the office reads it. */
import { empty, type Queryable, sql } from '../../db/database.ts'
import type { Cell } from '../../http/csv.ts'
import { balanceOf } from '../../ledger/ledger-queries.ts'
import { houseAccount } from '../../ledger/ledger-rules.ts'
import { decimal, parseDecimal, weight, weightText } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import { isCountedBlind } from '../counts/count-queries.ts'
import { readBacking } from '../judge-backing.ts'
import { listedFineOunces, listedOunces } from './bar-list-rules.ts'
import { type BarKind, type BarMove, type BarState, type BreachCause, breachOf, standingOf } from './bar-rules.ts'
import type { BackingView, BarHistoryView, BarRow } from './office-contract.ts'

const grams = (units: bigint) => weightText(weight(units))

/** What a store owes and has in gold, and whether it is frozen. */
export async function describeBacking(db: Queryable, store: string): Promise<BackingView> {
  const [backing, freeze, waiting, pledged] = await Promise.all([
    readBacking(db, store),
    db.row<{ cause: BreachCause; owed: bigint; owned: bigint; at: Date }>(sql`
      select cause, owed_e4 as owed, owned_e4 as owned, frozen_at as at from backing.freezes where store = ${store} and ended_at is null`),
    findWaiting(db, 'vault.unfreeze', [store]),
    balanceOf(db, houseAccount(store, 'pledged', 'XAU')),
  ])
  const { members, bars, pieces, stock } = backing
  const { owed, owned, ratio, room } = standingOf(backing)
  return {
    ...{ members: grams(members), bars: grams(bars), pledged: grams(pledged), free: grams(bars - members) },
    ...{ pieces: grams(pieces), stock: grams(stock) },
    ...{ owed: grams(owed), owned: grams(owned), ratio_bps: ratio === null ? null : Number(ratio), room: grams(room) },
    freeze: freeze
      ? {
          ...{ cause: freeze.cause, owed: grams(freeze.owed), owned: grams(freeze.owned) },
          ...{ frozen_at: freeze.at.toISOString(), short: breachOf(backing) !== null, asked: waiting.has(store) },
        }
      : null,
  }
}

type RegisterLine = {
  serial: string
  maker: string
  kind: BarKind
  grossWeight: bigint
  fineness: number
  fineWeight: bigint
  place: string
  state: Exclude<BarState, 'missing'>
}

/** Every bar of a store that is there. */
export const listRegister = (db: Queryable, store: string): Promise<RegisterLine[]> =>
  db.rows<RegisterLine>(sql`
    select serial, maker, kind, gross_weight_e4 as "grossWeight", fineness_e1 as fineness, fine_weight_e4 as "fineWeight", place, state
    from backing.bars where store = ${store} and state <> 'missing'`)

type Filter = {
  q?: string | undefined
  store?: string | undefined
  state?: BarState | undefined
  place?: string | undefined
}
type Row = {
  id: string
  store: string
  maker: string
  serial: string
  kind: BarKind
  gross: bigint
  fineness: number
  fine: bigint
  place: string
  year: number | null
  state: BarState
  since: Date
}

/** Columns that a list which comes in is read by (`readBars`), and what else is known of a bar. */
export const barsHead = [
  ...['serial', 'maker', 'year', 'kind', 'gross_g', 'fineness', 'fine_g', 'gross_oz', 'fine_oz'],
  ...['place', 'state', 'store', 'since'],
]

/** A line for every bar; ounces as a list of vaults rounds them. */
export const barLines = (rows: BarRow[]): Cell[][] =>
  rows.map((bar) => [
    ...[bar.serial, bar.maker, bar.year, bar.kind, bar.gross_weight, decimal(BigInt(bar.fineness), 1), bar.fine_weight],
    ...[...ounces(bar), bar.place, bar.state, bar.store, bar.since],
  ])
function ounces({ gross_weight, fineness }: BarRow): string[] {
  const gross = parseDecimal(gross_weight, 4) ?? 0n
  return [decimal(listedOunces(gross), 3), decimal(listedFineOunces(gross, fineness), 3)]
}

/** Bars of the register, the newest first; none of a place that `reader` of the staff counts at this moment. */
export async function listBars(
  db: Queryable,
  { q, store, state, place, reader }: Filter & { reader: string },
  { page, size }: { page: number; size: number },
): Promise<{ total: number; rows: BarRow[] }> {
  const text = q?.trim().replace(/[\\%_]/g, '\\$&')
  const fits = sql`true ${store ? sql`and b.store = ${store}` : empty} ${state ? sql`and b.state = ${state}` : empty}
    ${place ? sql`and b.place = ${place}` : empty} and not ${isCountedBlind('b', reader)}
    ${text ? sql`and (b.serial like ${`${text.toUpperCase()}%`} or b.maker ilike ${`%${text}%`})` : empty}`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from backing.bars b where ${fits}`),
    db.rows<Row>(sql`
      select b.id, b.store, b.maker, b.serial, b.kind, b.gross_weight_e4 as gross, b.fineness_e1 as fineness, b.fine_weight_e4 as fine,
        b.place, b.year, b.state, (select max(m.created_at) from backing.bar_moves m where m.bar_id = b.id) as since
      from backing.bars b where ${fits} order by b.received_at desc, b.maker, b.serial limit ${size} offset ${(page - 1) * size}`),
  ])
  const asked = await findWaiting(
    db,
    'vault.pledge',
    rows.map(({ id }) => id),
  )
  return { total: count?.total ?? 0, rows: rows.map((row) => ({ ...viewBar(row), asked: asked.has(row.id) })) }
}

const viewBar = ({ gross, fine, since, ...bar }: Row): Omit<BarRow, 'asked'> => ({
  ...bar,
  ...{ gross_weight: grams(gross), fine_weight: grams(fine) },
  since: since.toISOString(),
})

/** What happened to a bar, the newest first. Refuses not_found. */
export async function describeBar(db: Queryable, barId: string): Promise<BarHistoryView> {
  const rows = await db.rows<{ move: BarMove; at: Date; actor: string; reason: string; place: string | null }>(sql`
    select gram_move as move, created_at as at, actor, reason, place from backing.bar_moves where bar_id = ${barId} order by id desc`)
  if (rows.length === 0) throw new Refusal('not_found')
  // Of two people the second one, who decided.
  const staffId = (actor: string) => /staff:([^+]+)$/.exec(actor)?.[1] ?? null
  const names = await namesOfStaff(
    db,
    rows.flatMap(({ actor }) => staffId(actor) ?? []),
  )
  return {
    moves: rows.map(({ move, at, actor, reason, place }) => ({
      ...{ move, at: at.toISOString(), reason, place },
      by: names.get(staffId(actor) ?? '') ?? '',
    })),
  }
}
