/** What stands in the place of the cards while others are fetched for longer than a moment. */
import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Skeleton } from '../../ui/states.tsx'

const LONG_MS = 400

/** Whether the list is being fetched anew, and whether that already takes long; null when it is not. */
export function useListBusy(): 'short' | 'long' | null {
  const { state, location } = useNavigation()
  const busy = state === 'loading' && location.pathname === '/product/product'
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!busy) return setLong(false)
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [busy])
  if (!busy) return null
  return long ? 'long' : 'short'
}

export const CardSkeletons = ({ count }: { count: number }) => (
  <div className="card-grid" aria-busy="true" role="status" aria-label={m.catalogue_list_loading()}>
    {Array.from({ length: Math.max(count, 6) }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
      <div key={place}>
        <Skeleton className="mb-3.5 aspect-square rounded-panel" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="mt-1.5 h-4 w-1/3" />
        <Skeleton className="mt-2.5 h-6 w-3/5" />
        <Skeleton className="mt-2 h-4 w-4/5" />
      </div>
    ))}
  </div>
)
