/** What a member's gold was worth over time, with a ring where they bought. */
import { useEffect, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ChartDrawing } from '../../pricing/pages/chart-drawing.tsx'
import { type Range, rangeQuery, ranges } from '../../pricing/pages/price-ranges.ts'
import { get } from '../../ui/api-client.ts'
import { serverNow } from '../../ui/clock.ts'
import { money } from '../../ui/figures.tsx'
import { Seg } from '../../ui/seg.tsx'
import { Skeleton } from '../../ui/states.tsx'
import type { HoldingView, WorthView } from '../contract.ts'
import { spanSince, valueLine } from './value-line.ts'

const names: Record<Range, () => string> = {
  '1D': m.pricing_range_1d,
  '1W': m.pricing_range_1w,
  '1M': m.pricing_range_1m,
  '1Y': m.pricing_range_1y,
  all: m.pricing_range_all,
}

export function ValueChart({ holding }: { holding: HoldingView }) {
  const [range, setRange] = useState<Range>(() => spanSince(holding.since, serverNow()))
  const { shown, busy } = useWorth(range)
  const line = shown && valueLine(shown.points)
  return (
    <section aria-labelledby="value">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3" id="value">
          {m.vault_chart()}
        </h2>
        <Seg
          label={m.pricing_range_label()}
          value={range}
          choices={ranges.map((each) => [each, names[each]()] as const)}
          onChange={setRange}
        />
      </div>
      {!line && <Skeleton className="aspect-[600/250] rounded-panel max-md:aspect-[350/210]" />}
      {line && line.points.length < 2 && <p className="text-ink-2">{m.vault_chart_none()}</p>}
      {shown && line && line.points.length >= 2 && (
        <figure className={busy ? 'opacity-50' : ''}>
          <ChartDrawing
            {...line}
            range={shown.range}
            shows="bid"
            close={null}
            currency={shown.currency}
            rings={line.bought}
            column
          />
          <figcaption className="fine mt-2 flex items-center gap-2 text-ink-2">
            <span className="sr-only">{said(line.points, shown.currency)}</span>
            <span className="size-2.5 flex-none rounded-full border-2 border-nila" aria-hidden="true" />
            {m.vault_chart_note()}
          </figcaption>
        </figure>
      )}
    </section>
  )
}

const said = (points: { bid: string }[], currency: string) =>
  m.vault_chart_said({
    first: money({ amount: points[0]?.bid ?? '0', currency }),
    last: money({ amount: points.at(-1)?.bid ?? '0', currency }),
  })

type Shown = WorthView & { range: Range }

/** The worth over a span; that of the span before until it has come. */
function useWorth(range: Range): { shown: Shown | null; busy: boolean } {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let left = false
    get<WorthView>('/trade/holding_worth', rangeQuery(range), { quiet: true }).then(
      (answer) => {
        if (!left && answer.status === 'success') setShown({ ...answer.data, range })
      },
      () => {},
    )
    return () => {
      left = true
    }
  }, [range])
  return { shown, busy: shown !== null && shown.range !== range }
}
