/** The couriers that a store gives gold to, as it says them. Pure. */
import { problem } from '../locale/field-rules.ts'
import {
  faultOfSwitch,
  faultOfText,
  faultOfWhole,
  faultsIn,
  faultsOfRows,
  type RowValues,
  rowsOf,
} from './list-row-rules.ts'

/** `trackingAddress` is where a parcel is followed, with `{number}` in its number's place; empty where the courier has no such page. */
export type Courier = { code: string; name: string; serves: boolean; trackingAddress: string }

/** What stands in a tracking address where the number goes. */
const NUMBER_PLACE = '{number}'
const MOST_COURIERS = 20
const courierParts = ['place', 'name', 'serves', 'tracking'] as const

const couriersOf = (value: RowValues): Courier[] =>
  rowsOf(value).map(({ code, parts }) => ({
    code,
    name: String(parts.name ?? code),
    serves: parts.serves === 'on',
    trackingAddress: String(parts.tracking ?? ''),
  }))

/** Those that a parcel may be given to. */
export const servingCouriers = (value: RowValues): { code: string; name: string }[] =>
  couriersOf(value)
    .filter(({ serves }) => serves)
    .map(({ code, name }) => ({ code, name }))

/** By the code that a parcel keeps. */
export const courierName = (value: RowValues, code: string): string =>
  couriersOf(value).find((courier) => courier.code === code)?.name ?? code

/** Where the parcel with this number is followed; null where nobody knows. */
export function trackingLink(value: RowValues, code: string, tracking: string): string | null {
  const address = couriersOf(value).find((courier) => courier.code === code)?.trackingAddress
  return address ? address.replace(NUMBER_PLACE, encodeURIComponent(tracking)) : null
}

/** A courier that was there stays, for parcels name it: it stops serving. */
export function faultsOfCouriers(value: RowValues): Record<string, string> {
  const faults = faultsOfRows(value, {
    most: MOST_COURIERS,
    parts: courierParts,
    faultsOfRow: ({ parts }) =>
      faultsIn({
        place: faultOfWhole(parts.place, 1, 1000),
        name: faultOfText(parts.name, 60),
        serves: faultOfSwitch(parts.serves),
        tracking: parts.tracking === undefined ? null : faultOfAddress(parts.tracking),
      }),
  })
  for (const [field, one] of Object.entries(value))
    if (one === '' && field.endsWith('.name')) faults[field] = problem('empty')
  return faults
}

function faultOfAddress(value: string | number): string | null {
  const text = faultOfText(value, 200)
  if (text) return text
  const address = String(value)
  const isOne = address.split(NUMBER_PLACE).length === 2
  return isOne && /^https:\/\/[^/\s{}@]+\//.test(address) && URL.canParse(address.replace(NUMBER_PLACE, '1'))
    ? null
    : problem('tracking_address', { place: NUMBER_PLACE })
}
