/** Where pieces can be collected, whether it is open now, and when. */
import { useEffect, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { get } from '../../ui/api-client.ts'
import { language } from '../../ui/language.ts'
import { Skeleton } from '../../ui/states.tsx'
import type { PickupPointView } from '../contract.ts'
import { hoursInWords } from './opening-hours.ts'
import { ClosedDays, OpeningNow } from './opening-now.tsx'

export function PickupPoints() {
  const points = usePoints()
  if (points === null) return <Skeleton className="h-60" />
  if (points.length === 0) return <p className="text-ink-2">{m.delivery_no_pickup()}</p>
  return (
    <ul>
      {points.map(({ id, name, street, city, telephone, hours, closed_days }) => (
        <li key={id} className="grid gap-x-6 gap-y-0.5 border-b border-line py-3 md:grid-cols-[1fr_auto]">
          <span className="font-medium">{name}</span>
          <span className="small md:row-span-2 md:text-right">
            <OpeningNow hours={hours} closed={closed_days.map(({ day }) => day)} />
          </span>
          <span className="small text-ink-2">
            {street}, {city}
            <br />
            {hoursInWords(hours, language())}
            {telephone && ` · ${telephone}`}
            {closed_days.length > 0 && <br />}
            <ClosedDays days={closed_days} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Null until they are here; none when they cannot be asked for. */
function usePoints(): PickupPointView[] | null {
  const [points, setPoints] = useState<PickupPointView[] | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    get<{ pickup_points: PickupPointView[] }>('/address/self_pickup', {}, { quiet: true, signal: stop.signal }).then(
      (answer) => setPoints(answer.status === 'success' ? answer.data.pickup_points : []),
      (error: Error) => error.name !== 'AbortError' && setPoints([]),
    )
    return () => stop.abort()
  }, [])
  return points
}
