/** How long things really took, beside what is promised. */
import * as m from '../../locale/paraglide/messages.js'
import { formatCount } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { CustodyView, Kept } from '../custody-queries.ts'

const names: Record<Kept['name'], () => string> = {
  packed: m.home_custody_packed,
  delivered: m.home_custody_delivered,
  ready: m.home_custody_ready,
  paid: m.home_custody_paid_out,
}

/** "5 hours", "3 days": in the larger unit from two of those on, rounded up. */
function lasting(n: number, unit: Kept['unit']): string {
  const [size, larger] = unit === 'hour' ? ([24, 'day'] as const) : ([60, 'hour'] as const)
  const [value, shown] = n >= 2 * size ? [Math.ceil(n / size), larger] : [n, unit]
  return new Intl.NumberFormat(language(), { style: 'unit', unit: shown, unitDisplay: 'long' }).format(value)
}

export function KeptTimes({ custody: { kept, promised, days, fewest } }: { custody: CustodyView }) {
  const count = (n: number) => formatCount(n, language())
  return (
    <section className="mt-18 md:mt-24" aria-labelledby="custody-kept">
      <h2 className="h2" id="custody-kept">
        {m.home_custody_kept()}
      </h2>
      <p className="mt-3 max-w-[60ch] text-pretty text-ink-2">{m.home_custody_kept_text({ days })}</p>
      <table className="tbl mt-7 max-md:text-sm">
        <thead>
          <tr>
            <th scope="col">{m.home_custody_what()}</th>
            <th scope="col" className="r">
              {m.home_custody_half()}
            </th>
            <th scope="col" className="r">
              {m.home_custody_most()}
            </th>
            <th scope="col" className="r">
              {m.home_custody_cases()}
            </th>
          </tr>
        </thead>
        <tbody>
          {kept.map(({ name, unit, half, most, count: n }) => (
            <tr key={name}>
              <th scope="row" className="font-normal whitespace-normal">
                {names[name]()}
              </th>
              <td className="r">{half === null ? '–' : lasting(half, unit)}</td>
              <td className="r">{most === null ? '–' : lasting(most, unit)}</td>
              <td className="r">{count(n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small mt-4 max-w-[72ch] text-pretty text-ink-2">
        {promised && `${m.home_custody_promised({ kept: count(promised.kept), orders: count(promised.orders) })} `}
        {m.home_custody_few({ fewest })}
      </p>
    </section>
  )
}
