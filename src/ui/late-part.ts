/**
 * Parts of a page that nobody sees before they touch it: dialogs, menus. Their files are fetched at the first sign of a
 * person, so that they are there when asked for and a page that is only read costs nothing for them.
 */
import { useEffect, useSyncExternalStore } from 'react'

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const
const waiting: (() => void)[] = []
let here = false

/** Whether somebody has touched this page. */
export const personIsHere = (): boolean => here

/** Starts to watch for a person; stands in the browser's entry. */
export function awaitPerson() {
  const stop = new AbortController()
  for (const sign of signs)
    addEventListener(
      sign,
      () => {
        stop.abort()
        here = true
        for (const fetchPart of waiting) fetchPart()
      },
      { signal: stop.signal, passive: true },
    )
}

type LatePart<T> = { current(): T | null; fetch(): Promise<void>; subscribe(listener: () => void): () => void }

/** `forSome`: not everybody needs it, so that a person alone does not fetch it, only who wants it. */
export function latePart<T>(load: () => Promise<T>, { forSome = false } = {}): LatePart<T> {
  let part: T | null = null
  let fetching = false
  const listeners = new Set<() => void>()

  async function fetchPart() {
    if (part || fetching) return
    fetching = true
    // A file that fails is the reload guard's to answer; here it may be asked for again.
    part = (await load().catch(() => null)) ?? null
    fetching = false
    for (const listener of listeners) listener()
  }
  if (typeof window !== 'undefined' && !forSome) waiting.push(() => void fetchPart())
  return {
    current: () => part,
    fetch: fetchPart,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The part once it is here; null until then. With `wanted` it is fetched now, person or not. */
export function usePart<T>(late: LatePart<T>, wanted: boolean): T | null {
  useEffect(() => {
    if (wanted) void late.fetch()
  }, [late, wanted])
  return useSyncExternalStore(late.subscribe, late.current, () => null)
}
