/** Addresses, pickup points and regions, read. */
import { empty, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { AddressView } from './contract.ts'
import type { OfficePoint } from './office-contract.ts'
import type { PointWish } from './pickup-rules.ts'

/** An address with its regions in words, as an order copies it. */
export type AddressSnapshot = {
  id: string
  store: string
  label: string
  recipient: string
  mobile: string
  country: string
  provinceCode: string
  province: string
  regencyCode: string | null
  regency: string | null
  districtCode: string | null
  district: string | null
  city: string | null
  /** District, regency or city, and province, joined by commas. */
  area: string
  street: string
  postalCode: string
  isDefault: boolean
}

export type PickupPoint = { id: number } & PointWish

const selectAddresses = (where: Sql, rest: Sql = empty) => sql`
  select a.id, a.store, a.label, a.recipient, a.mobile, a.country, a.street, a.city, a.postal_code as "postalCode",
    a.province_code as "provinceCode", p.name as province, a.regency_code as "regencyCode", r.name as regency,
    a.district_code as "districtCode", d.name as district, a.is_default as "isDefault",
    concat_ws(', ', d.name, r.name, a.city, p.name) as area
  from delivery.addresses a
    join delivery.regions p on p.country = a.country and p.code = a.province_code
    left join delivery.regions r on r.country = a.country and r.code = a.regency_code
    left join delivery.regions d on d.country = a.country and d.code = a.district_code
  where a.removed_at is null and ${where} ${rest}`

const addressOf = (memberId: string, id: string) => selectAddresses(sql`a.id = ${id} and a.member_id = ${memberId}`)
const defaultOf = ({ memberId, store }: { memberId: string; store: string }) =>
  selectAddresses(sql`a.member_id = ${memberId} and a.store = ${store} and a.is_default`)
const pointColumns = sql`id, name, street, city, telephone, hours, closed_days`
const isOffered = sql`(closes_at is null or closes_at > clock_timestamp())`
const pointOf = (store: string, id: number) =>
  sql`select ${pointColumns} from delivery.pickup_points where store = ${store} and id = ${id}`

/** The member's address, of whichever store; somebody else's is not found. */
export const findAddress = (db: Queryable, memberId: string, id: string): Promise<AddressSnapshot | undefined> =>
  db.row(addressOf(memberId, id))

export const findDefaultAddress = (
  db: Queryable,
  memberId: string,
  store: string,
): Promise<AddressSnapshot | undefined> => db.row(defaultOf({ memberId, store }))

/** Each of the three as an SQL expression of type json, null without one. */
const asJson = (found: Sql): Sql => sql`(select to_json(found) from (${found}) as found)`
export const addressAsJson = (memberId: string, id: string): Sql => asJson(addressOf(memberId, id))
export const defaultAddressAsJson = (owner: { memberId: string; store: string }): Sql => asJson(defaultOf(owner))
export const pickupPointAsJson = (store: string, id: number): Sql => asJson(sql`${pointOf(store, id)} and ${isOffered}`)

/** The member's addresses in one store: the default first, then the newest. */
export const listAddresses = (db: Queryable, memberId: string, store: string): Promise<AddressSnapshot[]> =>
  db.rows(
    selectAddresses(
      sql`a.member_id = ${memberId} and a.store = ${store}`,
      sql`order by a.is_default desc, a.created_at desc, a.id`,
    ),
  )

/** Which of these addresses read as they do for less than a day. */
export async function newAddresses(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from delivery.addresses where id = any(${[...ids]}::uuid[])
      and coalesce(changed_at, created_at) > clock_timestamp() - make_interval(secs => ${settings.outgoingPauseSeconds}::int)`)
  return new Set(rows.map(({ id }) => id))
}

/** A closed one too: what was sold to be collected there still is. */
export const findPickupPoint = (db: Queryable, store: string, id: number): Promise<PickupPoint | undefined> =>
  db.row(pointOf(store, id))

/** What is offered: without those that are closed. */
export const listPickupPoints = (db: Queryable, store: string): Promise<PickupPoint[]> =>
  db.rows(
    sql`select ${pointColumns} from delivery.pickup_points where store = ${store} and ${isOffered} order by position, id`,
  )

/** It is offered until this transaction ends: whoever closes it waits. Refuses pickup_point_closed. */
export async function requirePickupPoint(tx: Tx, store: string, id: number): Promise<void> {
  const offered = await tx.row(sql`
    select 1 as one from delivery.pickup_points where store = ${store} and id = ${id} and ${isOffered} for share`)
  if (!offered) throw new Refusal('pickup_point_closed')
}

/** All points of a store, the closed ones too. */
export async function listOfficePoints(db: Queryable, store: string): Promise<OfficePoint[]> {
  const rows = await db.rows<PointWish & { id: number; closesAt: Date | null; closed: boolean; changed: Date }>(sql`
    select id, name, street, city, telephone, hours, closed_days, closes_at as "closesAt",
      coalesce(closes_at <= now(), false) as closed, changed_at as changed
    from delivery.pickup_points where store = ${store} order by closed, position, id`)
  return rows.map(({ closesAt, changed, ...point }) => ({
    ...point,
    closes_at: closesAt?.toISOString() ?? null,
    seen: changed.toISOString(),
  }))
}

export type Region = { code: string; name: string; level: number }

/** The regions directly below `parent`, or the country's provinces. */
export const listRegions = (db: Queryable, country: string, parent: string | null): Promise<Region[]> =>
  db.rows(sql`select code, name, level from delivery.regions
    where country = ${country} and parent_code is not distinct from ${parent} order by name`)

/** Names of regions by code; codes that no region has are left out. */
export async function findRegionNames(db: Queryable, country: string, codes: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<Region>(
    sql`select code, name from delivery.regions where country = ${country} and code = any(${codes}::text[])`,
  )
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** A province of the country, if this is its code. */
export const findProvince = (db: Queryable, country: string, code: string): Promise<Region | undefined> =>
  db.row(sql`select code, name, level from delivery.regions
    where country = ${country} and code = ${code} and level = 1`)

/** An address as the calls answer it. */
export const addressView = (address: AddressSnapshot): AddressView => ({
  id: address.id,
  label: address.label,
  recipient: address.recipient,
  mobile: address.mobile,
  country: address.country,
  province_code: address.provinceCode,
  province: address.province,
  regency_code: address.regencyCode,
  regency: address.regency,
  district_code: address.districtCode,
  district: address.district,
  city: address.city,
  area: address.area,
  street: address.street,
  postal_code: address.postalCode,
  is_default: address.isDefault,
})
