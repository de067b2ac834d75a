/** The numbers behind the chart, newest first. */
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { money } from '../../ui/figures.tsx'
import { formatDay, formatMoment } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import type { Candles, Range } from './price-ranges.ts'

export function CandleTable({ candles, range }: { candles: Candles; range: Range }) {
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
          {candles.toReversed().map(({ starts_at, ask, bid }) => (
            <tr key={starts_at}>
              <th scope="row">{when(starts_at)}</th>
              <td className="r">{money({ amount: ask.close, currency })}</td>
              <td className="r">{money({ amount: bid.close, currency })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
