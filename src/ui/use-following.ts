import { useState } from 'react'

/** A state that begins as `given` and becomes it again when that changes; what was put in before the page lived stays. */
export function useFollowing<T>(given: T) {
  const [state, setState] = useState(given)
  const [last, setLast] = useState(given)
  if (given !== last) {
    setLast(given)
    setState(given)
  }
  return [state, setState] as const
}
