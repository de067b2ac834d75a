/** Cases as staff see them. */
import { plainNumber, scannedText } from '../catalogue/maker-rules.ts'
import { stolenAmong } from '../catalogue/piece-queries.ts'
import { type Queryable, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import type { Bag } from '../karat.ts'
import { minor, moneyText, perGram, weight, weightText } from '../money/money.ts'
import { accountName } from '../payouts/account-name-rules.ts'
import { Refusal } from '../refusals.ts'
import { findWaiting } from '../staff/approvals.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import { servingCouriers } from '../stores/courier-rules.ts'
import type { RowValues } from '../stores/list-row-rules.ts'
import { storeOf } from '../stores/stores.ts'
import {
  findCase,
  type MoveRow,
  movesOf,
  parcelOf,
  partsOf,
  summaryColumns,
  textOf,
  viewCollection,
  viewFigures,
  viewSummary,
  type WholeRow,
} from './case-queries.ts'
import { type CaseState, caseStates, type GoldForm, matches, officeTabs, payableFine, worthOf } from './case-rules.ts'
import { meltingsOf } from './melting/melting-queries.ts'
import type { OfficeCaseRow, OfficeCasesInput, OfficeCaseView } from './office-contract.ts'
import { takesTwo } from './pay-case.ts'
import { picturesOf } from './pictures/picture-queries.ts'

/** What is to be done first, the oldest first. */
export async function listOfficeCases(
  db: Queryable,
  { tab, store, q, page, size }: OfficeCasesInput,
): Promise<{ total: number; rows: OfficeCaseRow[] }> {
  const asked = q?.trim() ? plainNumber(scannedText(q)) : null
  const fits = sql`c.state = any(${[...(tab ? officeTabs[tab] : caseStates)]}::text[]) and (${store ?? null}::text is null or c.store = ${store ?? null})
    and (${asked}::text is null or c.number = ${asked} or exists (select from goldback.pieces p where p.case_id = c.id and ${asked} in (translate(p.serial, ':/', ''), split_part(p.serial, ':', 2))))`
  const since = sql`(select max(m.created_at) from goldback.moves m where m.case_id = c.id)`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from goldback.cases c where ${fits}`),
    db.rows<WholeRow & { member: string; since: Date }>(sql`
      select ${summaryColumns}, c.member_id as member, ${since} as since from goldback.cases c where ${fits}
      order by c.ended_at desc nulls first, c.booked_at, c.id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.map(({ member }) => member),
  )
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => ({
      ...{ ...viewSummary(row), store: row.store, member: names.get(row.member) ?? '' },
      since: row.since.toISOString(),
    })),
  }
}

/** Cases of a store that wait for the house. */
export async function countCasesToDo(db: Queryable, store: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from goldback.cases where store = ${store} and state = any(${[...officeTabs.here]}::text[])`)
  return row?.count ?? 0
}

/** Cases that have waited for the house for so many hours. */
export const listOldCases = (
  db: Queryable,
  hours: number,
): Promise<{ id: string; number: string; store: string; since: Date }[]> =>
  db.rows(sql`
    select c.id::text as id, c.number, c.store, m.at + make_interval(hours => ${hours}::int) as since
    from goldback.cases c cross join lateral (select max(created_at) as at from goldback.moves where case_id = c.id) m
    where c.state = any(${[...officeTabs.here]}::text[]) and m.at < now() - make_interval(hours => ${hours}::int) order by m.at limit 1000`)

/** While a courier is sent there, and no longer. */
const addressStates: readonly CaseState[] = ['booked', 'rejected']

/** One case with all that is known. Refuses not_found. */
export async function readOfficeCase(
  karat: Pick<Bag<'goldback'>, 'db' | 'sealing' | 'stores'>,
  id: string,
  language: string,
): Promise<OfficeCaseView> {
  const { db } = karat
  const row = await findCase(db, sql`c.id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const [parts, moves, waiting, own, pictures, meltings] = await Promise.all([
    partsOf(db, row, language),
    movesOf(db, id),
    findWaiting(db, 'goldback.pay', [id]),
    foundOf(db, row),
    picturesOf(db, id),
    meltingsOf(db, id),
  ])
  const memberId = row.member
  const names = await namesOfMembers(db, [memberId])
  const stolen = new Set(await stolenAmong(db, own.serials))
  const { currency, offer, store } = row
  const { couriers } = storeOf(karat, store).settings
  return {
    ...{ ...viewSummary(row), ...viewFigures(row), store, member: names.get(memberId) ?? '', member_id: memberId },
    pieces_in_it: parts.pieces_in_it.map((piece, at) => ({ ...piece, stolen: stolen.has(own.serials[at] ?? '') })),
    found: own.found,
    ...{
      point: parts.point?.name ?? '',
      collection: viewCollection(karat, row, addressStates.includes(row.state)),
      carriers: row.point === null ? servingCouriers(couriers) : [],
    },
    account: parts.account ? accountName(parts.account) : null,
    takes_two: offer !== null && (await takesTwo(db, { kind: row.kind, store, currency, offer })),
    ...{ pictures, meltings },
    second_asked: waiting.has(id),
    timeline: await viewMoves(db, { row, couriers }, moves),
  }
}

type Own = {
  serial: string
  form: GoldForm | null
  gross: bigint
  fine: bigint
  fineness: number
  weighed: bigint | null
  assayed: number | null
}

/** The numbers of its pieces, and what all of them are worth by what was measured. */
async function foundOf(db: Queryable, { id, price, currency }: WholeRow) {
  const pieces = await db.rows<Own>(sql`
    select serial, form, gross_e4 as gross, fine_e4 as fine, fineness, weighed_e4 as weighed, assayed from goldback.pieces
    where case_id = ${id} order by position`)
  const serials = pieces.map(({ serial }) => serial)
  const measured = pieces.flatMap((piece) =>
    piece.weighed === null || piece.assayed === null
      ? []
      : [{ piece, found: { weighed: piece.weighed, assayed: piece.assayed } }],
  )
  if (measured.length < pieces.length) return { serials, found: null }
  const fine = measured.reduce((sum, { piece, found }) => sum + payableFine(piece, found), 0n)
  return {
    serials,
    found: {
      weight: weightText(weight(fine)),
      amount: price === null ? null : moneyText(minor(worthOf(fine, perGram(price))), currency),
      differs: measured.some(({ piece, found }) => !matches(piece, found)),
    },
  }
}

async function viewMoves(
  db: Queryable,
  { row, couriers }: { row: WholeRow; couriers: RowValues },
  moves: MoveRow[],
): Promise<OfficeCaseView['timeline']> {
  const peopleOf = (actor: string) =>
    actor.split('+').flatMap((one) => (one.startsWith('staff:') ? [one.slice(6)] : []))
  const names = await namesOfStaff(
    db,
    moves.flatMap(({ actor }) => peopleOf(actor)),
  )
  const named = (actor: string) =>
    peopleOf(actor)
      .map((id) => names.get(id) ?? '')
      .join(' + ') || (actor.startsWith('member:') ? 'member' : 'system')
  return moves.map(({ to, actor, details, at }) => ({
    ...{
      state: to as CaseState,
      by: named(actor),
      reason: textOf(details.told) ?? textOf(details.said) ?? '',
      at: at.toISOString(),
    },
    ...{ bag: textOf(details.bag), document: textOf(details.document), parcel: parcelOf(couriers, row, details) },
  }))
}

/** A few cases whose number begins so. */
export const findGoldbackBegin = (
  db: Queryable,
  typed: string,
): Promise<{ id: string; title: string; below: string; store: string }[]> =>
  db.rows(sql`
    select id::text as id, number as title, '' as below, store from goldback.cases
    where starts_with(number, ${typed.toUpperCase()}) order by number desc limit 8`)

export const numberOfCase = async (db: Queryable, id: string): Promise<string | undefined> =>
  (await db.row<{ number: string }>(sql`select number from goldback.cases where id = ${id}`))?.number

/** The case in which a lot came to the house. */
export const caseOfLot = async (db: Queryable, lot: string): Promise<string | undefined> =>
  (await db.row<{ id: string | null }>(sql`select case_id as id from goldback.lots where id = ${lot}`))?.id ?? undefined
