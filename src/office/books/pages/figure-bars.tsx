/** Sales and margin of each day as two bars; the table below says the same. */
import type { FiguresView } from '../../../books/figures-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { dayName } from '../../kit/pages/day-name.ts'

const [WIDTH, HEIGHT] = [600, 160]
type Days = FiguresView['days']

/** For the eye only, so numbers will do. */
export function FigureBars({ days, currency }: { days: Days; currency: string }) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || days.length < 2) return null
  const values = days.flatMap(({ sales, margin }) => [Number(sales), Number(margin)])
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const y = (value: number) => HEIGHT - ((value - low) / Math.max(1, high - low)) * HEIGHT
  const slot = WIDTH / days.length
  const bar = (value: number) => ({ y: Math.min(y(0), y(value)), height: Math.max(1, Math.abs(y(value) - y(0))) })
  const text = (amount: string) => formatMoney(amount, currency, language())
  const best = days.reduce((most, day) => (Number(day.sales) > Number(most.sales) ? day : most), first)
  return (
    <figure className="office-panel">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="font-semibold">{m.office_books_figures_chart()}</span>
        <span className="text-ink-2">
          {m.office_books_figures_chart_best({ day: dayName(best.day), amount: text(best.sales) })}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-40 w-full border-b border-line"
        aria-hidden="true"
      >
        {days.map((day, at) => (
          <g key={day.day}>
            <rect x={at * slot + slot * 0.12} width={slot * 0.36} {...bar(Number(day.sales))} className="fill-nila" />
            <rect x={at * slot + slot * 0.52} width={slot * 0.36} {...bar(Number(day.margin))} className="fill-up" />
          </g>
        ))}
      </svg>
      <p className="small mt-1 flex justify-between gap-4 text-ink-2">
        <span>{dayName(first.day)}</span>
        <span className="text-right">{dayName(last.day)}</span>
      </p>
      <ul className="small mt-2 flex flex-wrap gap-x-6 gap-y-1">
        <li className="flex items-center gap-2">
          <span className="size-3 bg-nila" aria-hidden="true" />
          {m.office_books_figures_sales()}
        </li>
        <li className="flex items-center gap-2">
          <span className="size-3 bg-up" aria-hidden="true" />
          {m.office_books_figures_margin()}
        </li>
      </ul>
    </figure>
  )
}
