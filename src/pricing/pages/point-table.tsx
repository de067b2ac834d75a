/** The numbers behind the chart, newest first, and a way to take them along. */
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import { toastDone, toastError } from '../../ui/toast.tsx'
import { pointLabel } from './axis-label.ts'
import { csvOf, type Point, type Range } from './price-ranges.ts'

export function PointTable({ points, range, currency }: { points: Point[]; range: Range; currency: string }) {
  const { store } = useShell()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="chart-box overflow-y-auto" tabIndex={0} aria-label={m.pricing_chart_numbers()}>
        <table className="tbl small">
          <thead>
            <tr>
              <th scope="col">{m.pricing_candle_time()}</th>
              <th scope="col" className="r">
                {m.ui_price_ask()}
              </th>
              <th scope="col" className="r">
                {m.ui_price_bid()}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, ask, bid }) => (
              <tr key={at}>
                <th scope="row">{pointLabel(momentOf(at), range, store.time_zone, language())}</th>
                <td className="r">{money({ amount: ask, currency })}</td>
                <td className="r">{money({ amount: bid, currency })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

export function CopyNumbers({ points, currency }: { points: Point[]; currency: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(csvOf(points, currency))
      toastDone(m.pricing_chart_copied({ count: points.length }))
    } catch {
      toastError(m.pricing_chart_copy_failed())
    }
  }
  return (
    <button type="button" className="link min-h-11 text-sm" onClick={() => void copy()}>
      <Icon name="copy" size="s" /> {m.pricing_chart_copy()}
    </button>
  )
}
