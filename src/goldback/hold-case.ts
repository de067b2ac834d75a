/** A case as whoever moves it needs it: its row is held until the transaction ends. */
import { stolenAmong } from '../catalogue/piece-queries.ts'
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import type { Currency, PricePerGram } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import {
  type AssayMethod,
  type CaseKind,
  type CaseState,
  type GoldForm,
  type PaidIn,
  showNumber,
  type Title,
} from './case-rules.ts'

export type HeldCase = {
  id: string
  number: string
  kind: CaseKind
  title: Title | null
  memberId: string
  store: string
  currency: Currency
  state: CaseState
  destinationId: string | null
  paidIn: PaidIn
  quoted: PricePerGram
  tickId: bigint
  price: PricePerGram | null
  /** The quoted price binds the house if the pieces are handed over now. */
  isFixed: boolean
  fixedUntil: Date | null
  /** A courier collects it; false: it is brought to a counter. */
  collects: boolean
  bookedAt: Date
  now: Date
  fine: bigint
  estimate: bigint
  offer: bigint | null
  offerFine: bigint | null
  /** The deadline of a counter-offer has passed. */
  isLate: boolean
  pieces: ConsignedPiece[]
}

export type ConsignedPiece = {
  position: number
  serial: string
  name: Record<string, string>
  /** Null: it was not bought here. */
  orderId: string | null
  /** Of what was not bought here; null: a numbered piece of ours. */
  form: GoldForm | null
  marked: string | null
  about: string | null
  gross: bigint
  fine: bigint
  fineness: number
  weighed: bigint | null
  assayed: number | null
  method: AssayMethod | null
}

const columns = sql`
  id, number, kind, title, member_id as "memberId", store, currency, state, destination_id as "destinationId", paid_in as "paidIn", quoted_minor as quoted, tick_id as "tickId",
  price_minor as price, coalesce(fixed_until >= now(), false) as "isFixed", fixed_until as "fixedUntil",
  pickup_point_id is null as collects, booked_at as "bookedAt", now() as now, fine_e4 as fine, estimate_minor as estimate, offer_minor as offer,
  offer_fine_e4 as "offerFine",
  coalesce(answer_until < now(), false) as "isLate"`

/** Refuses not_found, also for somebody else's. */
export const holdOwnCase = (tx: Tx, owner: { memberId: string; store: string }, id: string): Promise<HeldCase> =>
  hold(tx, sql`id = ${id} and member_id = ${owner.memberId} and store = ${owner.store}`)

/** Refuses not_found. */
export const holdCase = (tx: Tx, id: string): Promise<HeldCase> => hold(tx, sql`id = ${id}`)

/** Whose a case is, which never changes. Refuses not_found. */
export async function ownerOf(db: Queryable, id: string): Promise<Pick<HeldCase, 'memberId' | 'store'>> {
  const found = await db.row<Pick<HeldCase, 'memberId' | 'store'>>(sql`
    select member_id as "memberId", store from goldback.cases where id = ${id}`)
  if (!found) throw new Refusal('not_found')
  return found
}

/** Refuses not_found, also for somebody else's. */
export async function requireOwnCase(db: Queryable, owner: { memberId: string; store: string }, id: string) {
  const { memberId, store } = await ownerOf(db, id)
  if (memberId !== owner.memberId || store !== owner.store) throw new Refusal('not_found')
}

async function hold(tx: Tx, which: Sql): Promise<HeldCase> {
  const found = await tx.row<Omit<HeldCase, 'pieces'>>(sql`
    select ${columns} from goldback.cases where ${which} for no key update`)
  if (!found) throw new Refusal('not_found')
  return { ...found, pieces: await readConsignedPieces(tx, found.id) }
}

export const readConsignedPieces = (db: Queryable, caseId: string): Promise<ConsignedPiece[]> =>
  db.rows<ConsignedPiece>(sql`
    select position, serial, name, order_id as "orderId", form, marked, about, gross_e4 as gross, fine_e4 as fine, fineness, weighed_e4 as weighed, assayed, method
    from goldback.pieces where case_id = ${caseId} order by position`)

/** Nothing goes on with a piece that somebody reported stolen: it is retained. Refuses goldback_piece_stolen with their numbers. */
export async function requireNoneStolen(tx: Tx, { pieces }: HeldCase): Promise<void> {
  const stolen = await stolenAmong(
    tx,
    pieces.map(({ serial }) => serial),
  )
  if (stolen.length > 0) throw new Refusal('goldback_piece_stolen', { serials: stolen.map(showNumber).join(', ') })
}
