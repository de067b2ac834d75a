/** Whether a pickup point is open now and when it opens next, and its week with today marked. */
import { useEffect, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { serverNow } from '../../ui/clock.ts'
import { formatWeekDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import { type Hours, type Opening, openingAt, week } from '../opening-rules.ts'
import { dayName, hoursText } from './opening-hours.ts'

const MINUTE_MS = 60_000

/** `closed`: days such as "2026-12-25" on which it is closed whatever the hours say. */
type Props = { hours: Hours; closed?: readonly string[] }
const none: readonly string[] = []

/** Null until the browser has looked at the clock. */
function useOpening({ hours, closed = none }: Props): Opening | null {
  const { store } = useShell()
  const [opening, setOpening] = useState<Opening | null>(null)
  useEffect(() => {
    const look = () => setOpening(openingAt(hours, store.time_zone, serverNow(), closed))
    look()
    const timer = setInterval(look, MINUTE_MS)
    return () => clearInterval(timer)
  }, [hours, closed, store.time_zone])
  return opening
}

function wordsOf({ openUntil, next }: Opening): string {
  const clock = (time: string) => hoursText(time, language())
  if (openUntil) return m.delivery_pickup_open_until({ time: clock(openUntil) })
  if (!next) return m.delivery_pickup_closed()
  const at = { time: clock(next.at) }
  if (next.inDays === 0) return m.delivery_pickup_opens_today(at)
  return next.inDays === 1
    ? m.delivery_pickup_opens_tomorrow(at)
    : m.delivery_pickup_opens_on({ ...at, day: dayName(next.day, language(), 'long') })
}

/** "Buka sampai 17.00", with a dot that is green while it is open. */
export function OpeningNow(point: Props) {
  const opening = useOpening(point)
  return (
    <span className={`flex min-h-5 items-center gap-2 ${opening?.openUntil ? 'text-up' : 'text-ink-2'}`}>
      {opening?.openUntil && <span className="dot" />}
      {opening && wordsOf(opening)}
    </span>
  )
}

export function WeekHours(point: Props) {
  const { hours } = point
  const opening = useOpening(point)
  return (
    <dl className="kv small max-w-[320px] !gap-y-1">
      {week.map((day) => (
        <div
          key={day}
          className={`col-span-2 -mx-2 grid grid-cols-subgrid rounded-tag px-2 py-0.5 ${day === opening?.today ? 'bg-tile font-semibold' : ''}`}
          aria-current={day === opening?.today ? 'date' : undefined}
        >
          <dt className={day === opening?.today ? '!text-ink' : ''}>{dayName(day, language(), 'long')}</dt>
          <dd className={day === opening?.today ? '' : '!font-normal'}>
            {hours[day] ? hoursText(hours[day], language()) : m.delivery_pickup_closed()}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** "Closed on Fri 25 Dec (Christmas Day)": what of its closed days comes soon. */
export function ClosedDays({ days }: { days: { day: string; name: string }[] }) {
  if (days.length === 0) return null
  const list = days.slice(0, 4).map(({ day, name }) => `${formatWeekDay(day, language())} (${name})`)
  return <>{m.delivery_pickup_closed_on({ days: list.join(', ') })}</>
}
