/** Day by day: what was owed and what was there, drawn, and the last days as a list. */
import * as m from '../../locale/paraglide/messages.js'
import { Clock } from '../../ui/figures.tsx'
import { formatBps, formatDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { Tag } from '../../ui/states.tsx'
import type { ProofDay } from '../contract.ts'
import { drawDays } from './proof-line-rules.ts'

const LISTED = 8
export const dayText = (date: string) => formatDay(Date.parse(`${date}T12:00:00Z`), 'UTC', language())

export function ProofDays({ days, gaps }: { days: ProofDay[]; gaps: string[] }) {
  const rows = [...days.map((day) => ({ date: day.date, day })), ...gaps.map((date) => ({ date, day: null }))]
    .sort((a, b) => b.date.localeCompare(a.date))
    .slice(0, LISTED)
  const hasLine = days.length > 1
  return (
    <section className="mt-18 md:mt-24" aria-labelledby="proof-days">
      <h2 className="h2" id="proof-days">
        {m.proof_days_title()}
      </h2>
      <div
        className={`mt-6 grid gap-8 ${hasLine ? 'lg:grid-cols-[minmax(0,8fr)_minmax(0,5fr)] lg:gap-14' : 'max-w-[640px]'}`}
      >
        {hasLine && <Lines days={[...days].reverse()} />}
        <table className="tbl self-start">
          <thead>
            <tr>
              <th scope="col">{m.proof_day()}</th>
              <th scope="col">{m.proof_moment()}</th>
              <th scope="col" className="r">
                {m.proof_ratio()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ date, day }) => (
              <tr key={date}>
                <td>{dayText(date)}</td>
                <td>{day && <Clock at={day.instant} seconds />}</td>
                <td className="r font-semibold">
                  {day ? (
                    day.ratioBps === null ? (
                      '–'
                    ) : (
                      formatBps(day.ratioBps, language())
                    )
                  ) : (
                    <Tag tone="warn">{m.proof_gap()}</Tag>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Lines({ days }: { days: ProofDay[] }) {
  const { there, owed, dots } = drawDays(days)
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  return (
    <figure>
      <svg
        viewBox="0 0 600 260"
        className="w-full"
        role="img"
        aria-label={m.proof_days_drawn({ from: dayText(first), to: dayText(last) })}
      >
        <polyline points={there} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        <polyline
          points={owed}
          fill="none"
          className="text-ink-2"
          strokeDasharray="5 4"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        {dots.map(({ x, date, witnessed }) => (
          <circle key={date} cx={x} cy="248" r="2.5" fill={witnessed ? 'currentColor' : 'none'} stroke="currentColor" />
        ))}
      </svg>
      <figcaption className="fine mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2">
        <span>
          <span className="mr-2 inline-block w-5 border-t-2 border-ink align-middle" />
          {m.proof_there()}
        </span>
        <span>
          <span className="mr-2 inline-block w-5 border-t-2 border-dashed border-ink-2 align-middle" />
          {m.proof_owed()}
        </span>
        <span>{m.proof_days_note()}</span>
      </figcaption>
    </figure>
  )
}
