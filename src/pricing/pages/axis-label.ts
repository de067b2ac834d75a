/** How moments are written on the chart and beside it. */
import { formatClock, formatDay, formatMoment, formatMonth } from '../../ui/format.ts'
import type { Language } from '../../ui/language.ts'
import type { Range } from './price-ranges.ts'

/** The short form under the chart. */
export function axisLabel(moment: number, range: Range, zone: string, language: Language): string {
  if (range === '1D') return formatClock(moment, zone, language, { zone: false })
  return range === '1W' || range === '1M'
    ? formatDay(moment, zone, language, { year: false })
    : formatMonth(moment, zone, language)
}

/** The whole moment of one candle: days and weeks have no clock time. */
export const pointLabel = (moment: number, range: Range, zone: string, language: Language): string =>
  (range === '1D' || range === '1W' ? formatMoment : formatDay)(moment, zone, language)

/** Milliseconds by which the zone's clocks are ahead of UTC at this moment. */
export function zoneAheadMs(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23' },
    ...({
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const),
  }).formatToParts(moment)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const local = Date.parse(`${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`)
  return local - (moment - (moment % 1000))
}
