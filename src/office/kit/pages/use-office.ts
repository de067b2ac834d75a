/** What a page of the back office reads, and who reads it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { Permission } from '../../../staff/permission-rules.ts'
import { serverNow } from '../../../ui/clock.ts'
import { formatDay, formatMoment } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { officeGet, type Query, searchOf } from './office-client.ts'
import type { Me } from './office-session.ts'

const LAYOUT_ID = 'office'

/** Who is signed in. Only below the layout of the back office. */
export function useMe(): Me {
  const me = useRouteLoaderData(LAYOUT_ID) as Me | undefined
  if (!me) throw new Error('the back office has not loaded')
  return me
}

/** Whether the reader may do something: what they may not do is not shown to them. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

const letGo = (waiting: (() => void)[]) => {
  for (const go of waiting.splice(0)) go()
}

/** `reload` is done when what it read is there, or cannot be: until then a form that was sent stays busy. */
export type Reading<T> = { data: T | null; failed: boolean; loading: boolean; reload: () => Promise<void> }

/** Reads a call of the back office, and again when path or query change; the data before stays until the new is there. */
export function useOffice<T>(path: string | null, query: Query = {}): Reading<T> {
  const address = path === null ? null : path + searchOf(query)
  const [state, setState] = useState<{ address: string | null; data: T | null; failed: boolean }>({
    address: null,
    data: null,
    failed: false,
  })
  const [round, setRound] = useState(0)
  const waiting = useRef<(() => void)[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is there to read the same address again
  useEffect(() => {
    const release = () => letGo(waiting.current)
    if (address === null) return release()
    const stop = new AbortController()
    officeGet<T>(address, {}, { signal: stop.signal, quiet: true }).then(
      (data) => {
        setState({ address, data, failed: false })
        release()
      },
      (error: Error) => {
        if (error.name === 'AbortError') return
        // What another address answered is no answer of this one.
        setState((before) => ({ address, data: before.address === address ? before.data : null, failed: true }))
        release()
      },
    )
    return () => stop.abort()
  }, [address, round])
  useEffect(() => () => letGo(waiting.current), [])
  const reload = useCallback(
    () =>
      new Promise<void>((done) => {
        waiting.current.push(done)
        setRound((count) => count + 1)
      }),
    [],
  )
  const loading = address !== null && state.address !== address && !state.failed
  return { data: state.data, failed: state.failed, loading, reload }
}

/** Moments as the chosen store's clock has them. */
export function useTimes() {
  const { store } = useShell()
  return {
    moment: (text: string) => formatMoment(Date.parse(text), store.time_zone, language()),
    day: (text: string) => formatDay(Date.parse(text), store.time_zone, language()),
    /** To the second, where readings follow each other that closely. */
    second: (text: string) => formatMoment(Date.parse(text), store.time_zone, language(), { seconds: true }),
    age: (text: string) => ageOf(serverNow() - Date.parse(text)),
  }
}

/** "4 h", "12 min": how long something has waited. */
function ageOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return m.office_now()
  if (minutes < 60) return m.office_minutes({ n: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? m.office_hours({ n: hours }) : m.office_days({ n: Math.floor(hours / 24) })
}
