/** How a guarantee is written and read. Amounts inside `lines` are decimal text of whole minor units, since JSON has no bigint. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type BasisPoints, type Currency, type Minor, type PricePerGram, type Weight, weight } from '../money/money.ts'
import type { PaymentMethod } from '../pricing/price-rules.ts'
import type { DeliveryData } from './contract.ts'
import type { Amounts, PricedLine } from './guarantee-rules.ts'

export type Guaranteed = {
  id: string
  memberId: string
  store: string
  currency: Currency
  origin: 'buy_now' | 'cart'
  method: PaymentMethod
  lines: PricedLine[]
  delivery: DeliveryData | null
  /** The whole cart as it was; a cart guarantee is void once its cart differs. Empty for buy_now. */
  cartDigest: string
  tickId: bigint
  ask: PricePerGram
  taxRule: string
  amounts: Amounts
  createdAt: Date
  expiresAt: Date
  /** The database's clock at this reading. */
  now: Date
  usedAt: Date | null
  releasedAt: Date | null
}

export type NewGuarantee = Omit<Guaranteed, 'id' | 'createdAt' | 'expiresAt' | 'now' | 'usedAt' | 'releasedAt'>

type Row = {
  id: string
  member_id: string
  store: string
  currency: Currency
  origin: 'buy_now' | 'cart'
  method: PaymentMethod
  lines: StoredLine[]
  delivery: { chosen: DeliveryData | null; cart_digest: string }
  tick_id: bigint
  ask_minor: PricePerGram
  tax_rule: string
  goods_minor: Minor
  delivery_minor: Minor
  insurance_minor: Minor
  tax_minor: Minor
  discount_minor: Minor
  total_minor: Minor
  created_at: Date
  expires_at: Date
  used_at: Date | null
  released_at: Date | null
  now: Date
}

const bigintFields = ['grossWeight', 'fineWeight', 'making', 'unit', 'total', 'tax'] as const
type StoredLine = Omit<PricedLine, (typeof bigintFields)[number]> & Record<(typeof bigintFields)[number], string>

export const storeLines = (lines: PricedLine[]): string =>
  JSON.stringify(lines, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))

const readLine = (line: StoredLine): PricedLine => ({
  ...line,
  grossWeight: weight(BigInt(line.grossWeight)),
  fineWeight: weight(BigInt(line.fineWeight)) as Weight,
  making: BigInt(line.making) as Minor,
  unit: BigInt(line.unit) as Minor,
  total: BigInt(line.total) as Minor,
  tax: BigInt(line.tax) as Minor,
  premiumBps: line.premiumBps as BasisPoints,
})

export const readGuaranteed = (row: Row): Guaranteed => ({
  id: row.id,
  memberId: row.member_id,
  store: row.store,
  currency: row.currency,
  origin: row.origin,
  method: row.method,
  lines: row.lines.map(readLine),
  delivery: row.delivery.chosen,
  cartDigest: row.delivery.cart_digest,
  tickId: row.tick_id,
  ask: row.ask_minor,
  taxRule: row.tax_rule,
  amounts: {
    goods: row.goods_minor,
    delivery: row.delivery_minor,
    insurance: row.insurance_minor,
    tax: row.tax_minor,
    discount: row.discount_minor,
    total: row.total_minor,
  },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  now: row.now,
  usedAt: row.used_at,
  releasedAt: row.released_at,
})

/** Stores a new guarantee that holds for `holdSeconds` by the database's clock. */
export async function insertGuarantee(
  db: Queryable,
  guarantee: NewGuarantee,
  holdSeconds: number,
): Promise<Guaranteed> {
  const id = newId()
  const { amounts: a } = guarantee
  const row = await db.row<Row>(sql`
    insert into orders.guarantees (id, member_id, store, currency, origin, method, lines, delivery, tick_id, ask_minor, tax_rule,
      goods_minor, delivery_minor, insurance_minor, tax_minor, discount_minor, total_minor, expires_at)
    values (${id}, ${guarantee.memberId}, ${guarantee.store}, ${guarantee.currency}, ${guarantee.origin}, ${guarantee.method},
      ${storeLines(guarantee.lines)}::jsonb, ${storeDelivery(guarantee)}::jsonb, ${guarantee.tickId}, ${guarantee.ask}, ${guarantee.taxRule},
      ${a.goods}, ${a.delivery}, ${a.insurance}, ${a.tax}, ${a.discount}, ${a.total}, now() + make_interval(secs => ${holdSeconds}))
    returning *, now() as now`)
  if (!row) throw new Error('the guarantee was not stored')
  return readGuaranteed(row)
}

const storeDelivery = (guarantee: Pick<Guaranteed, 'delivery' | 'cartDigest'>) =>
  JSON.stringify({ chosen: guarantee.delivery, cart_digest: guarantee.cartDigest })

/** A member's guarantee by its id, whatever became of it; undefined for somebody else's. */
export async function findGuarantee(
  db: Queryable,
  owner: { memberId: string; store: string },
  id: string,
): Promise<Guaranteed | undefined> {
  const row = await db.row<Row>(sql`select *, now() as now from orders.guarantees
    where id = ${id} and member_id = ${owner.memberId} and store = ${owner.store}`)
  return row && readGuaranteed(row)
}

/** Sets the delivery of a guarantee that is still open; undefined when it is not open any more. */
export async function changeDelivery(db: Queryable, guarantee: Guaranteed): Promise<Guaranteed | undefined> {
  const { amounts: a } = guarantee
  const row = await db.row<Row>(sql`
    update orders.guarantees set delivery = ${storeDelivery(guarantee)}::jsonb, delivery_minor = ${a.delivery}, insurance_minor = ${a.insurance},
      tax_minor = ${a.tax}, total_minor = ${a.total}
    where id = ${guarantee.id} and member_id = ${guarantee.memberId} and used_at is null and released_at is null and expires_at > now()
    returning *, now() as now`)
  return row && readGuaranteed(row)
}

/**
 * Marks a member's guarantee as used, if it is open at this moment by the database's clock. Of any number of requests
 * at once exactly one gets it; the others wait for that one and get undefined. Until the transaction ends no other order
 * of this member is made, so that the limit of unpaid ones can be counted.
 */
export async function claimGuarantee(
  tx: Tx,
  owner: { memberId: string; store: string },
  id: string,
): Promise<Guaranteed | undefined> {
  const row = await tx.row<Row>(sql`
    with in_turn as materialized (select pg_advisory_xact_lock(hashtextextended(${owner.memberId}, 8)))
    update orders.guarantees set used_at = now() from in_turn
    where id = ${id} and member_id = ${owner.memberId} and store = ${owner.store}
      and used_at is null and released_at is null and expires_at > clock_timestamp()
    returning guarantees.*, now() as now`)
  return row && readGuaranteed(row)
}
