/** The numbers behind the chart, newest first. */
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { money } from '../../ui/figures.tsx'
import { formatDay, formatMoment } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import type { Point, Range } from './price-ranges.ts'

export function PointTable({ points, range }: { points: Point[]; range: Range }) {
  const { store, currency } = useShell()
  const daily = range !== '1D' && range !== '1W'
  const when = (at: string) => (daily ? formatDay : formatMoment)(momentOf(at), store.time_zone, language())
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="max-h-[300px] overflow-y-auto" tabIndex={0} aria-label={m.chart_numbers()}>
      <table className="tbl small">
        <thead>
          <tr>
            <th scope="col">{m.candle_time()}</th>
            <th scope="col" className="r">
              {m.price_ask()}
            </th>
            <th scope="col" className="r">
              {m.price_bid()}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, ask, bid }) => (
            <tr key={at}>
              <th scope="row">{when(at)}</th>
              <td className="r">{money({ amount: ask, currency })}</td>
              <td className="r">{money({ amount: bid, currency })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
