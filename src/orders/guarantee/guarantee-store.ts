/** How a guarantee is written and read. Amounts inside `lines` are decimal text of whole minor units, since JSON has no bigint. */
import { v7 as newId } from 'uuid'
import { type Queryable, type Sql, sql, type Tx } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { type Day, dayOf } from '../../kyc/take-day-limit.ts'
import {
  type BasisPoints,
  bps,
  type Currency,
  type Minor,
  type PricePerGram,
  type Weight,
  weight,
} from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { limitIn, type PaymentMethod } from '../../pricing/price-rules.ts'
import { type NotSelling, notSelling, refuseNotSelling } from '../../pricing/require-selling.ts'
import type { SettingValue } from '../../stores/setting-rules.ts'
import { settingOf, storeOf } from '../../stores/stores.ts'
import { firstTaxes, taxBpsOf } from '../../stores/tax-rules.ts'
import type { DeliveryData } from '../contract.ts'
import { openOf, readOpen, type StoredOpen } from '../exposure/commitments.ts'
import { type ExposureGrams, limitsOf, type MemberOpen } from '../exposure/exposure-rules.ts'
import { type Amounts, type PricedLine, soldGoldOf } from './guarantee-rules.ts'

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
  /** A newer one took its place. */
  isReplaced: boolean
  /** Put together by staff. */
  draftId: string | null
}

export type NewGuarantee = Omit<
  Guaranteed,
  'id' | 'createdAt' | 'expiresAt' | 'now' | 'usedAt' | 'releasedAt' | 'isReplaced' | 'tickId' | 'ask'
> & { shownSeconds: number; limits: ExposureGrams }

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
  replaced_by: string | null
  draft_id: string | null
  now: Date
}

const bigintFields = ['grossWeight', 'fineWeight', 'making', 'unit', 'total', 'tax'] as const
type StoredLine = Omit<PricedLine, (typeof bigintFields)[number] | 'inGrams' | 'taxBps'> &
  Record<(typeof bigintFields)[number], string> & { inGrams?: boolean; taxBps?: number }

export const storeLines = (lines: PricedLine[]): string =>
  JSON.stringify(lines, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))

const readLine = (line: StoredLine): PricedLine => ({
  ...line,
  // Guarantees of older releases do not say: those were at the release's rates.
  inGrams: line.inGrams ?? false,
  taxBps: bps(line.taxBps ?? taxBpsOf(firstTaxes, line)),
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
  isReplaced: row.replaced_by !== null,
  draftId: row.draft_id,
})

/** A statement: until the transaction ends no other guarantee is given to this member and no other order of theirs is made, so that both can be counted. */
export const memberTurn = (memberId: string): Sql => sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 8))`

/**
 * Stores a new guarantee by the database's clock, if the statement finds that the store sells at `price` and that its open
 * exposure has room; `held` is undefined when it has none. The member's open guarantee for the same is over: of one wish one price is held.
 * `others` is what the member held open beside it just before, `day` what they have bought today.
 * The caller has the member's turn. Throws as `refuseNotSelling`.
 */
export async function insertGuarantee(
  tx: Tx,
  karat: Pick<Karat, 'now' | 'settings' | 'market' | 'config' | 'stores'>,
  price: PriceNow,
  guarantee: NewGuarantee,
): Promise<{ held: Guaranteed | undefined; others: MemberOpen; day: Day }> {
  const { amounts: a, memberId, store } = guarantee
  const id = newId()
  const skuIds = skuIdsOf(guarantee.lines)
  const fine = soldGoldOf(guarantee.lines)
  const limited = karat.config.EXPOSURE_LIMITS !== false
  const { graceSeconds } = karat.settings.guarantee
  const limits = limitsOf(guarantee.limits)
  const row = await tx.row<Row & { why: NotSelling; open: StoredOpen; day: Day }>(sql`
    with judged as materialized (select ${notSelling(karat, price)} as why),
    newcomer as materialized (
      select not exists (select from orders.orders where member_id = ${memberId} and state = 'completed') as new),
    replaced as (
      update orders.guarantees set released_at = now(), released_because = 'replaced', replaced_by = ${id}
      where id in (select guarantee_id from orders.commitments where member_id = ${memberId} and store = ${store})
        and sku_ids = ${skuIds}::int[] and used_at is null and released_at is null and expires_at > now()
      returning id),
    freed as (delete from orders.commitments c using replaced where c.guarantee_id = replaced.id returning c.fine_e4, c.newcomer),
    change as materialized (
      select ${fine}::bigint - coalesce(sum(fine_e4), 0)::bigint as fine, case when new then ${fine}::bigint else 0 end
        - coalesce(sum(fine_e4) filter (where freed.newcomer), 0)::bigint as newcomers
      from newcomer left join freed on true group by new),
    counted as (
      update orders.exposure e set open_e4 = e.open_e4 + change.fine, newcomers_e4 = e.newcomers_e4 + change.newcomers from change, judged
      where e.store = ${store} and why is null and (not ${limited} or (e.open_e4 + change.fine <= ${limitIn(price.state, limits.store)}::bigint
        and (change.newcomers <= 0 or e.newcomers_e4 + change.newcomers <= ${limitIn(price.state, limits.newcomers)}::bigint)))
      returning 1),
    made as (
      insert into orders.guarantees (id, member_id, store, currency, origin, method, lines, delivery, tick_id, ask_minor, tax_rule,
        goods_minor, delivery_minor, insurance_minor, tax_minor, discount_minor, total_minor, sku_ids, draft_id, expires_at)
      select ${id}, ${memberId}, ${store}, ${guarantee.currency}, ${guarantee.origin}, ${guarantee.method},
        ${storeLines(guarantee.lines)}::jsonb, ${storeDelivery(guarantee)}::jsonb, ${price.tickId}, ${price.ask}, ${guarantee.taxRule},
        ${a.goods}, ${a.delivery}, ${a.insurance}, ${a.tax}, ${a.discount}, ${a.total}, ${skuIds}::int[], ${guarantee.draftId}::uuid,
        now() + make_interval(secs => ${guarantee.shownSeconds + graceSeconds})
      from counted
      returning *),
    committed as (
      insert into orders.commitments (guarantee_id, member_id, store, currency, total_minor, fine_e4, newcomer, look_at)
      select id, member_id, store, currency, total_minor, ${fine}, new, expires_at + interval '5 seconds' from made, newcomer)
    select judged.why, ${openOf(memberId, skuIds)} as open, ${dayOf(memberId, storeOf(karat, store))} as day, made.*, now() as now
    from judged left join made on true`)
  if (!row) throw new Error('judging gives a row')
  refuseNotSelling(row.why)
  return { held: row.id ? readGuaranteed(row) : undefined, others: readOpen(row.open), day: row.day }
}

/** What a guarantee is for, in order. */
const skuIdsOf = (lines: { skuId: number }[]): number[] =>
  lines.map((line) => line.skuId).toSorted((one, other) => one - other)

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

/** What its store has said of orders. */
export type OwnTerms = Partial<SettingValue<'orders'>>

/**
 * Takes the member's turn (`memberTurn`), and marks their guarantee as used if it is open then by the database's clock. Of
 * any number of requests at once exactly one gets it; the others wait for that one and get undefined. What is counted under the
 * turn is counted by the statements after this one, for they see what was committed meanwhile.
 */
export async function claimGuarantee(
  tx: Tx,
  owner: { memberId: string; store: string },
  id: string,
): Promise<{ guarantee: Guaranteed; own: OwnTerms } | undefined> {
  const row = await tx.row<Row & { own: OwnTerms | null }>(sql`
    with turn as materialized (${memberTurn(owner.memberId)})
    update orders.guarantees set used_at = now()
    where id = (select ${id}::uuid from turn) and member_id = ${owner.memberId} and store = ${owner.store}
      and used_at is null and released_at is null and expires_at > clock_timestamp()
    returning guarantees.*, now() as now, ${settingOf(sql`guarantees.store`, 'orders')} as own`)
  return row && { guarantee: readGuaranteed(row), own: row.own ?? {} }
}
