/** Where a store's courier goes and what that costs, zone by zone, as the store says it. Pure. */
import { problem } from '../locale/field-rules.ts'
import { type Currency, currencies, exponentOf, type Minor, minor, parseDecimal } from '../money/money.ts'
import {
  faultOfSwitch,
  faultOfText,
  faultOfWhole,
  faultsIn,
  faultsOfRows,
  type ListRow,
  type RowValues,
  rowsOf,
} from './list-row-rules.ts'

/** In minor units: the first 100 g, each further 100 g begun, and each further step of value begun; without a step value costs nothing. */
export type Tariff = { first: Minor; further: Minor; valueStep: Minor | null; perValueStep: Minor }
export type Zone = {
  code: string
  name: string
  served: boolean
  /** Province codes; "*" is every province that no zone before it names. */
  provinces: string[]
  /** How the postcodes begin that belong to it whatever their province. */
  postcodes: string[]
  /** Working days beyond the store's own. */
  moreDays: number
  tariffs: Partial<Record<Currency, Tariff>>
}
/** A postcode that nobody has said is null: then zones by postcode alone are passed over. */
export type Place = { provinceCode: string; postalCode: string | null }

const ANYWHERE = '*'
const MOST_ZONES = 40
const tariffParts = ['first', 'further', 'value_step', 'per_step'] as const
type TariffPart = (typeof tariffParts)[number]
const plainParts = ['place', 'name', 'provinces', 'postcodes', 'served', 'more_days'] as const
/** "first.IDR" and so on: a price has a field for each currency. */
export const tariffField = (part: TariffPart, currency: Currency): string => `${part}.${currency}`
const zoneParts = [
  ...plainParts,
  ...currencies.flatMap((currency) => tariffParts.map((part) => tariffField(part, currency))),
]

export const zonesOf = (value: RowValues): Zone[] => rowsOf(value).map(zoneOf)

const zoneOf = ({ code, parts }: ListRow): Zone => ({
  code,
  name: String(parts.name ?? code),
  served: parts.served === 'on',
  provinces: listed(parts.provinces),
  postcodes: listed(parts.postcodes),
  moreDays: Number(parts.more_days ?? 0),
  tariffs: Object.fromEntries(
    currencies.flatMap((currency) => {
      const tariff = tariffIn(parts, currency)
      return tariff ? [[currency, tariff]] : []
    }),
  ),
})

function tariffIn(parts: RowValues, currency: Currency): Tariff | null {
  const amount = (part: TariffPart) => {
    const said = parts[tariffField(part, currency)]
    const read = said === undefined ? null : parseDecimal(String(said), exponentOf(currency))
    return read === null ? null : minor(read)
  }
  const first = amount('first')
  if (first === null) return null
  const zero = minor(0n)
  return {
    ...{ first, further: amount('further') ?? zero },
    ...{ valueStep: amount('value_step') || null, perValueStep: amount('per_step') ?? zero },
  }
}

/** "31, 32" as people type it. */
export const listed = (text: string | number | undefined): string[] =>
  String(text ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)

/** The first that the place belongs to, served or not. */
export const zoneAt = (zones: readonly Zone[], { provinceCode, postalCode }: Place): Zone | undefined =>
  zones.find(
    ({ provinces, postcodes }) =>
      provinces.includes(ANYWHERE) ||
      provinces.includes(provinceCode) ||
      (postalCode !== null && postcodes.some((begins) => postalCode.startsWith(begins))),
  )

/** Whether a postcode may say another thing than its province. */
export const goByPostcode = (zones: readonly Zone[]): boolean => zones.some(({ postcodes }) => postcodes.length > 0)

/** By field, "near.first.IDR". A zone that is served has a price in each of `sold`, what the store sells in. */
export const faultsOfZones = (value: RowValues, sold: readonly Currency[]): Record<string, string> =>
  faultsOfRows(value, { most: MOST_ZONES, parts: zoneParts, faultsOfRow: (row) => faultsOfZone(row, sold) })

function faultsOfZone({ parts }: ListRow, sold: readonly Currency[]): Record<string, string> {
  return faultsIn({
    place: faultOfWhole(parts.place, 1, 1000),
    name: faultOfText(parts.name, 60),
    served: faultOfSwitch(parts.served),
    more_days: faultOfWhole(parts.more_days ?? 0, 0, 60),
    provinces: faultOfProvinces(parts),
    postcodes: listed(parts.postcodes).every((one) => /^\d{1,5}$/.test(one)) ? null : problem('postcodes'),
    ...Object.assign({}, ...currencies.map((currency) => faultsOfTariff(parts, currency))),
    ...(parts.served === 'on' ? faultsOfMissing(parts, sold) : {}),
  })
}

function faultOfProvinces(parts: RowValues): string | null {
  const provinces = listed(parts.provinces)
  if (provinces.length === 0 && listed(parts.postcodes).length === 0) return problem('zone_place')
  if (provinces.includes(ANYWHERE)) return provinces.length === 1 ? null : problem('provinces')
  return provinces.every((one) => /^\d{2}$/.test(one)) ? null : problem('provinces')
}

function faultsOfTariff(parts: RowValues, currency: Currency): Record<string, string | null> {
  const places = exponentOf(currency)
  const said = tariffParts.filter((part) => parts[tariffField(part, currency)] !== undefined)
  const faults: Record<string, string | null> = {}
  for (const part of said) {
    const text = String(parts[tariffField(part, currency)])
    const read = text.length <= 16 ? parseDecimal(text, places) : null
    const why = /^\d+\.\d+$/.test(text) ? problem('decimals', { n: places, currency }) : problem('amount')
    faults[tariffField(part, currency)] = read === null ? why : null
  }
  if (said.length > 0 && !said.includes('first')) faults[tariffField('first', currency)] = problem('empty')
  if (said.includes('value_step') !== said.includes('per_step'))
    faults[tariffField(said.includes('per_step') ? 'value_step' : 'per_step', currency)] = problem('empty')
  return faults
}

const faultsOfMissing = (parts: RowValues, sold: readonly Currency[]) =>
  Object.fromEntries(
    sold
      .map((currency) => tariffField('first', currency))
      .filter((field) => parts[field] === undefined)
      .map((field) => [field, problem('empty')]),
  )
