/** Cases as their member sees them. */
import { textIn } from '../catalogue/product-views.ts'
import { showSerial } from '../catalogue/serial-rules.ts'
import { thumbnailOf } from '../content/picture-queries.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { findPickupPoint, listPickupPoints } from '../delivery/address-queries.ts'
import type { Bag } from '../karat.ts'
import { getLevel } from '../kyc/level-queries.ts'
import { type Currency, minor, moneyText, WEIGHT_UNITS_PER_GRAM, weight, weightText } from '../money/money.ts'
import { readOwnPieces } from '../orders/core/owned-pieces.ts'
import { nameDestinations } from '../payouts/destination-queries.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { courierName } from '../stores/courier-rules.ts'
import type { RowValues } from '../stores/list-row-rules.ts'
import { storeOf } from '../stores/stores.ts'
import type { Holder } from '../vault/holder.ts'
import { agreementToAccept } from '../vault/vault-agreement.ts'
import { addressLine, openAddress } from './case-address.ts'
import { MOST_KNOWN } from './case-quotes.ts'
import {
  type AssayMethod,
  type BeforeOrIn,
  type CaseKind,
  type CaseState,
  type GoldForm,
  type PaidIn,
  showNumber,
  type Title,
} from './case-rules.ts'
import { collectionOf } from './collection.ts'
import type { GoldBackCasesView, GoldBackCaseView, OwnForSaleView } from './contract.ts'
import { fixedLimit, fixingOf } from './fixed-grams.ts'
import { meltingsOf } from './melting/melting-queries.ts'
import { picturesOf } from './pictures/picture-queries.ts'

type Owner = Pick<Holder, 'memberId' | 'store'> & { language: string }

/** The member's pieces with what it takes to sell them back. */
export async function readOwnForSale(
  karat: Pick<Bag<'goldback'>, 'db' | 'stores'>,
  holder: Holder & { language: string },
): Promise<OwnForSaleView> {
  const { db } = karat
  const { store, currency, language, memberId } = holder
  const { features } = storeOf(karat, store)
  const pieces = await readOwnPieces(db, holder, MOST_KNOWN)
  const [open, fixing, points, { level }, agreement] = await Promise.all([
    db.rows<{ serial: string; id: string }>(sql`
      select serial, case_id as id from goldback.pieces where member_id = ${memberId} and over_at is null`),
    fixingOf(db, holder, { kind: 'own', fine: 0n }),
    listPickupPoints(db, store),
    getLevel(db, memberId),
    agreementToAccept(db, holder).catch(whereNotOpen),
  ])
  const cases = new Map(open.map(({ serial, id }) => [serial, id]))
  return {
    currency,
    pieces: pieces.map((piece) => ({
      ...{ serial: showSerial(piece.serial), name: textIn(piece.name, language), image: thumbnailOf(piece.image) },
      ...{
        order_id: piece.orderId,
        number: piece.number,
        weight: weightText(weight(piece.fine)),
        fineness: piece.fineness,
      },
      bought_for: piece.unit === null ? null : moneyText(minor(piece.unit), piece.currency),
      bought_at: piece.paidAt.toISOString(),
      case_id: cases.get(piece.serial) ?? null,
    })),
    fixed: {
      ...{
        limit: weightText(weight(fixedLimit)),
        taken: weightText(weight(fixing.taken)),
        days: settings.goldback.fixedDays,
      },
      again_from: fixing.againFrom?.toISOString() ?? null,
    },
    points: points.map(({ id, name, street, city, hours }) => ({ id, name, street, city, hours })),
    ...{ keeps_cash: features.cash_balance && settings.cash.stores[store] !== undefined, may_consign: level >= 1 },
    ...{ keeps_gold: features.gold_accounts && agreement !== undefined, agreement_version: agreement ?? null },
    most_pieces: settings.goldback.mostPieces,
    other: viewOther,
    collection: viewBounds(currency),
  }
}

const { other } = settings.goldback
const viewOther = {
  ...{ most_pieces: other.pieces, most_photographs: other.photographs, least_fineness: other.leastFine },
  most_weight: weightText(weight(BigInt(other.grams) * WEIGHT_UNITS_PER_GRAM)),
}

const viewBounds = (currency: Currency) => {
  const bounds = collectionOf(currency)
  return bounds && { least: moneyText(minor(bounds.least), currency), most: moneyText(minor(bounds.most), currency) }
}

/** The store keeps no grams: nobody is paid in them there. */
function whereNotOpen(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'vault_not_open') return undefined
  throw error
}

type Row = {
  id: string
  number: string
  state: CaseState
  kind: CaseKind
  title: Title | null
  store: string
  currency: Currency
  fine: bigint
  estimate: bigint
  offer: bigint | null
  booked_at: Date
  answer_until: Date | null
  pieces: number
  first: Record<string, string>
}
export const summaryColumns = sql`
  c.id, c.number, c.state, c.kind, c.title, c.store, c.currency, c.fine_e4 as fine, c.estimate_minor as estimate, c.offer_minor as offer, c.booked_at, c.answer_until,
  (select count(*)::int from goldback.pieces p where p.case_id = c.id) as pieces,
  (select p.name from goldback.pieces p where p.case_id = c.id order by p.position limit 1) as first`

export const viewSummary = ({
  id,
  number,
  state,
  kind,
  title,
  currency,
  fine,
  estimate,
  offer,
  booked_at,
  answer_until,
  pieces,
}: Row) => ({
  ...{ case_id: id, number, state, kind, title, currency, pieces, weight: weightText(weight(fine)) },
  ...{ amount: moneyText(minor(offer ?? estimate), currency), booked_at: booked_at.toISOString() },
  answer_until: answer_until?.toISOString() ?? null,
})

export async function listCases(db: Queryable, { memberId, store, language }: Owner): Promise<GoldBackCasesView> {
  const rows = await db.rows<Row>(sql`
    select ${summaryColumns} from goldback.cases c where c.member_id = ${memberId} and c.store = ${store}
    order by c.booked_at desc, c.id desc limit 200`)
  return { cases: rows.map((row) => ({ ...viewSummary(row), first_name: textIn(row.first, language) })) }
}

export type WholeRow = Row & {
  quoted: bigint
  fixed_until: Date | null
  price: bigint | null
  offer_fine: bigint | null
  member: string
  point: number | null
  address: Buffer | null
  carrier: string | null
  tracking: string | null
  scanned: Date | null
  destination: string | null
  paid_in: PaidIn
  come_until: Date
  now: Date
}
type PieceRow = {
  serial: string
  form: GoldForm | null
  marked: string | null
  about: string | null
  name: Record<string, string>
  gross: bigint
  fine: bigint
  fineness: number
  weighed: bigint | null
  assayed: number | null
  method: AssayMethod | null
}
export type MoveRow = {
  to: BeforeOrIn
  actor: string
  reason: string
  details: Record<string, unknown>
  at: Date
  quoted_at: Date
}

const wholeColumns = sql`
  ${summaryColumns}, c.member_id as member, c.address_sealed as address, c.carrier, c.tracking, c.scanned_at as scanned, c.quoted_minor as quoted, c.fixed_until, c.price_minor as price, c.offer_fine_e4 as offer_fine, c.pickup_point_id as point,
  c.destination_id as destination, c.paid_in, c.come_until, now() as now`

/** One case of the member. Refuses not_found, also for somebody else's. */
export async function readCase(
  db: Queryable,
  karat: Pick<Bag<'goldback'>, 'prices' | 'sealing' | 'stores'>,
  { memberId, store, language }: Owner,
  id: string,
): Promise<GoldBackCaseView> {
  const row = await findCase(db, sql`c.id = ${id} and c.member_id = ${memberId} and c.store = ${store}`)
  if (!row) throw new Refusal('not_found')
  const [parts, moves, pictures, meltings] = await Promise.all([
    partsOf(db, row, language),
    movesOf(db, id),
    picturesOf(db, id),
    meltingsOf(db, id),
  ])
  const { couriers } = storeOf(karat, store).settings
  return {
    ...viewSummary(row),
    ...viewFigures(row),
    collection: viewCollection(karat, row),
    bid: moneyText(minor(karat.prices.of(store, row.currency).bid), row.currency),
    ...parts,
    timeline: moves.flatMap((move) => [
      {
        ...{ state: move.to, by: byOf(move.actor), at: move.at.toISOString() },
        ...{ told: textOf(move.details.told), bag: textOf(move.details.bag), document: textOf(move.details.document) },
        parcel: parcelOf(couriers, row, move.details),
      },
      ...(move.to === 'booked'
        ? [
            {
              state: 'quoted' as const,
              by: 'system' as const,
              told: null,
              bag: null,
              document: null,
              parcel: null,
              at: move.quoted_at.toISOString(),
            },
          ]
        : []),
    ]),
    pictures,
    meltings,
    server_time: row.now.toISOString(),
  }
}

export const findCase = (db: Queryable, which: Sql): Promise<WholeRow | undefined> =>
  db.row<WholeRow>(sql`select ${wholeColumns} from goldback.cases c where ${which}`)

/** Where it is collected, as long as that is kept, and under which number it is followed. Null for what is brought to a counter. */
export function viewCollection(
  karat: Pick<Bag<'goldback'>, 'sealing' | 'stores'>,
  { id, member, store, point, address, carrier, tracking, scanned }: WholeRow,
  shows = true,
): GoldBackCaseView['collection'] {
  if (point !== null) return null
  const { couriers } = storeOf(karat, store).settings
  const known = shows && address && openAddress(karat, { memberId: member, caseId: id }, address)
  return {
    ...{ recipient: known ? known.recipient : null, address: known ? addressLine(known) : null },
    ...{ carrier: carrier && courierName(couriers, carrier), tracking, scanned_at: scanned?.toISOString() ?? null },
  }
}

/** Courier and number of a step in which one took it, there or back. */
export const parcelOf = (couriers: RowValues, { carrier }: Pick<WholeRow, 'carrier'>, details: MoveRow['details']) => {
  const tracking = textOf(details.tracking)
  const code = textOf(details.carrier) ?? carrier
  return tracking && code ? `${courierName(couriers, code)} ${tracking}` : null
}

export const textOf = (detail: unknown): string | null => (typeof detail === 'string' && detail !== '' ? detail : null)
const byOf = (actor: string) =>
  actor.startsWith('member:') ? 'member' : actor.startsWith('staff:') ? 'house' : 'system'

export function viewFigures({
  currency,
  quoted,
  estimate,
  fixed_until,
  price,
  offer,
  offer_fine,
  come_until,
  paid_in,
}: WholeRow) {
  const money = (units: bigint) => moneyText(minor(units), currency)
  return {
    ...{ quoted: money(quoted), estimate: money(estimate), fixed_until: fixed_until?.toISOString() ?? null },
    ...{ price: price === null ? null : money(price), offer: offer === null ? null : money(offer) },
    offer_weight: offer_fine === null ? null : weightText(weight(offer_fine)),
    ...{ come_until: come_until.toISOString(), paid_in },
  }
}

/** Its pieces, where they are brought to, and where the money goes. */
export async function partsOf(db: Queryable, { id, store, point, destination }: WholeRow, language: string) {
  const [pieces, place, accounts] = await Promise.all([
    db.rows<PieceRow>(sql`
      select serial, form, marked, about, name, gross_e4 as gross, fine_e4 as fine, fineness, weighed_e4 as weighed, assayed, method
      from goldback.pieces where case_id = ${id} order by position`),
    point === null ? null : findPickupPoint(db, store, point),
    nameDestinations(db, destination ? [destination] : []),
  ])
  return {
    pieces_in_it: pieces.map(
      ({ serial, form, marked, about, name, gross, fine, fineness, weighed, assayed, method }) => ({
        ...{
          serial: showNumber(serial),
          form,
          marked,
          about,
          name: textIn(name, language),
          gross: weightText(weight(gross)),
        },
        ...{ weight: weightText(weight(fine)), fineness, assayed, method },
        weighed: weighed === null ? null : weightText(weight(weighed)),
      }),
    ),
    point: place ? { name: place.name, street: place.street, city: place.city } : null,
    account: destination ? (accounts.get(destination) ?? null) : null,
  }
}

/** The newest first; with the moment of the price that was signed. */
export const movesOf = (db: Queryable, id: string): Promise<MoveRow[]> =>
  db.rows<MoveRow>(sql`
    select m.to_state as "to", m.actor, m.reason, m.details, m.created_at as at, q.created_at as quoted_at
    from goldback.moves m join goldback.cases c on c.id = m.case_id join goldback.quotes q on q.id = c.quote_id
    where m.case_id = ${id} order by m.id desc`)
