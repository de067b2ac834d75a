/**
 * The zones that releases had before they were data of a store (decision 0156): what the demonstration says, and by what a delivery is priced
 * that was chosen then. Pure. Source of the codes: Permendagri; Malaysia's JPN state codes.
 */
import type { Currency } from '../money/money.ts'
import type { RowValues } from '../stores/list-row-rules.ts'
import { tariffField } from '../stores/zone-rules.ts'

type Step = { value_step: string; per_step: string }
type Row = {
  name: string
  provinces: string
  days: number
  prices: Partial<Record<Currency, [first: string, further: string]>>
}

const steps: Record<Currency, Step> = {
  IDR: { value_step: '100000000', per_step: '25000' },
  MYR: { value_step: '30000', per_step: '8' },
  USD: { value_step: '6000', per_step: '1.70' },
}

/** By store, in their order; the last one has every other province. */
export const releasedZones: Record<string, RowValues> = {
  id: zones({
    near: {
      ...{ name: 'Jabodetabek, Jawa Barat, Banten', provinces: '31, 32, 36', days: 0 },
      prices: { IDR: ['35000', '5000'], USD: ['2.50', '0.35'] },
    },
    island: {
      ...{ name: 'Jawa Tengah, Yogyakarta, Jawa Timur, Bali', provinces: '33, 34, 35, 51', days: 1 },
      prices: { IDR: ['45000', '7000'], USD: ['3', '0.50'] },
    },
    far: {
      ...{ name: 'Sumatra, Nusa Tenggara, Kalimantan, Sulawesi', days: 2 },
      provinces: '11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 52, 53, 61, 62, 63, 64, 65, 71, 72, 73, 74, 75, 76',
      prices: { IDR: ['65000', '12000'], USD: ['4.50', '0.80'] },
    },
    remote: {
      ...{ name: 'Maluku, Papua', provinces: '*', days: 5 },
      prices: { IDR: ['120000', '25000'], USD: ['8', '1.70'] },
    },
  }),
  my: zones({
    near: {
      ...{ name: 'Selangor, Kuala Lumpur, Putrajaya', provinces: '10, 14, 16', days: 0 },
      prices: { MYR: ['12', '1.50'], USD: ['2.50', '0.35'] },
    },
    island: {
      ...{ name: 'Semenanjung', provinces: '01, 02, 03, 04, 05, 06, 07, 08, 09, 11', days: 1 },
      prices: { MYR: ['15', '2'], USD: ['3', '0.50'] },
    },
    far: {
      ...{ name: 'Sabah, Sarawak, Labuan', provinces: '*', days: 2 },
      prices: { MYR: ['28', '5'], USD: ['4.50', '0.80'] },
    },
  }),
}

function zones(rows: Record<string, Row>): RowValues {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([code, { name, provinces, days, prices }], index) => {
      const parts = { place: (index + 1) * 10, name, provinces, served: 'on', more_days: days }
      const tariffs = Object.entries(prices).flatMap(([currency, [first, further]]) => {
        const said = { first, further, ...steps[currency as Currency] }
        return Object.entries(said).map(([part, amount]): [string, string] => [
          tariffField(part as keyof typeof said, currency as Currency),
          amount,
        ])
      })
      return [...Object.entries(parts), ...tariffs].map(([part, one]): [string, string | number] => [
        `${code}.${part}`,
        one,
      ])
    }),
  )
}
