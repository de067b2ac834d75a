/** What of the record is shown, as the address says it. */
import { isDay } from '../../../locale/day-rules.ts'
import { assets, type Group, groups, type RecordAsset } from '../record-rules.ts'

export type Chosen = {
  /** "2026-11", "all", or "days" with `from` and `to`. */
  period: string
  from?: string
  to?: string
  kind?: Group
  asset?: RecordAsset
  /** What the calls are asked with. */
  query: Record<string, string>
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)

/** What an address says that is no choice is taken for none. */
export function chosenIn(search: URLSearchParams, runningMonth: string | undefined): Chosen {
  const day = (name: string) => {
    const text = search.get(name) ?? ''
    return isDay(text) ? text : undefined
  }
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.exec(search.get('month') ?? '')?.[0]
  const [from, to] = [day('from'), day('to')]
  const isDays = search.get('period') === 'days'
  const period = isDays ? 'days' : search.get('period') === 'all' ? 'all' : (month ?? runningMonth ?? 'all')
  const kind = oneOf(groups, search.get('kind'))
  const asset = oneOf(assets, search.get('asset'))
  const days = isDays && !(from && to && from > to) ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : {}
  const inPeriod: Record<string, string> = isDays ? days : period === 'all' ? {} : { month: period }
  return {
    period,
    ...(isDays ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : {}),
    ...(kind ? { kind } : {}),
    ...(asset ? { asset } : {}),
    query: { ...inPeriod, ...(kind ? { kind } : {}), ...(asset ? { asset } : {}) },
  }
}

/** Of the chosen period alone: what a statement is asked with. */
export const periodQuery = ({ query: { month, from, to } }: Chosen): Record<string, string> => ({
  ...(month ? { month } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
})
