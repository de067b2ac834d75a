import { useEffect, useState } from 'react'

const TYPING_MS = 250

/** What was typed, once nobody types any more. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
