/** Zones and couriers of a file as the rows that a store says: a field is `row.part`, and what is empty is not said. */
import type { FileStore } from './shop-file.ts'

type Rows = Record<string, string | number>

export const zoneRows = ({ zones }: FileStore): Rows =>
  rowsOf(
    zones.map(({ code, prices, served, ...zone }) => ({
      ...{ code, parts: { ...zone, served: served ? 'on' : 'off', ...pricesOf(prices) } },
    })),
  )

export const courierRows = ({ couriers }: FileStore): Rows =>
  rowsOf(
    couriers.map(({ code, serves, ...courier }) => ({ code, parts: { ...courier, serves: serves ? 'on' : 'off' } })),
  )

const pricesOf = (prices: FileStore['zones'][number]['prices']): Rows =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([currency, tariff]) =>
      Object.entries(tariff).map(([part, amount]): [string, string] => [`${part}.${currency}`, amount]),
    ),
  )

const rowsOf = (rows: { code: string; parts: Rows }[]): Rows =>
  Object.fromEntries(
    rows.flatMap(({ code, parts }, index) =>
      Object.entries<string | number>({ place: (index + 1) * 10, ...parts })
        .filter(([, value]) => value !== '')
        .map(([part, value]): [string, string | number] => [`${code}.${part}`, value]),
    ),
  )
