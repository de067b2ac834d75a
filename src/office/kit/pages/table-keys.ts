/** The keys of a list. */
import { type RefObject, useEffect } from 'react'

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Arrows, Home and End move from row to row, Escape closes what is open; Enter is the row's own. */
export function useRowKeys(frame: RefObject<HTMLElement | null>, close: () => void) {
  useEffect(() => {
    const box = frame.current
    const stop = new AbortController()
    box?.addEventListener(
      'keydown',
      (event) => {
        const target = event.target as HTMLElement
        if (event.key === 'Escape' && target.closest('.office-detail')) close()
        const step = steps[event.key]
        if (!step || !target.matches('.office-open')) return
        event.preventDefault()
        const rows = [...box.querySelectorAll<HTMLElement>('.office-open')]
        rows[step(rows.indexOf(target), rows.length - 1)]?.focus()
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  })
}

/** `/` goes to the first filter, unless somebody is typing. */
export function useSlash(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const stop = new AbortController()
    addEventListener(
      'keydown',
      (event) => {
        const typing = (event.target as HTMLElement | null)?.closest('input, textarea, select, [role="dialog"]')
        if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
        const filter = frame.current?.querySelector<HTMLElement>('.office-filters :is(input, select)')
        if (!filter) return
        event.preventDefault()
        filter.focus()
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [frame])
}
