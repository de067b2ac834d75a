/** Time that is left by the server's clock: seen to the second, heard at 5 minutes, 1 minute, 30 seconds and the end. */
import { useEffect, useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { momentOf, serverNow } from './clock.ts'
import { formatCountdown } from './format.ts'
import { language } from './language.ts'

/** Milliseconds until `until`, at least 0, renewed every second; null until the browser has measured it. */
export function useTimeLeft(until: string): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const measure = () => setLeft(Math.max(0, momentOf(until) - serverNow()))
    measure()
    const timer = setInterval(measure, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

const said: [number, () => string][] = [
  [0, m.ui_countdown_over],
  [30, m.ui_countdown_30s],
  [60, m.ui_countdown_1min],
  [300, m.ui_countdown_5min],
]

/** The sentence of the last mark that was passed; none before the first. */
function spoken(left: number): string {
  const seconds = Math.ceil(left / 1000)
  return said.find(([mark]) => seconds <= mark)?.[1]() ?? ''
}

/** `onEnd` is called once, when the time is over. */
export function Countdown({ until, onEnd, className = '' }: { until: string; onEnd?: () => void; className?: string }) {
  const left = useTimeLeft(until)
  const over = left === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end itself calls
  useEffect(() => {
    if (over) onEnd?.()
  }, [over])
  return (
    <span className={`whitespace-nowrap ${className}`}>
      <span role="timer" aria-live="off">
        {left === null ? '\u00a0' : formatCountdown(left, language())}
      </span>
      <span className="sr-only" role="status">
        {left === null ? '' : spoken(left)}
      </span>
    </span>
  )
}

/** What is left of `totalSeconds`, as a bar; it loses meaning without the countdown beside it. */
export function CountdownBar({ until, totalSeconds }: { until: string; totalSeconds: number }) {
  const left = useTimeLeft(until) ?? totalSeconds * 1000
  return <progress className="countdown-bar" aria-hidden="true" max={totalSeconds * 1000} value={left} />
}
