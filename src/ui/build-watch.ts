/** The build this page came from: its manifest about a second after idle, and whether a newer one is served by now (seed §7, §9). */
import { useSyncExternalStore } from 'react'
import { redirect, redirectDocument } from 'react-router'
import { serverNow } from './clock.ts'
import { logTrouble } from './log-trouble.ts'
import { type RouteRule, ruledTarget } from './route-rules.ts'

const MANIFEST_AFTER_IDLE_MS = 1000
const ASK_EVERY_MS = 3_600_000

let rules: RouteRule[] = []
let outdated = false
const listeners = new Set<() => void>()

/** Fetches the manifest of `build` and asks every hour, and when the tab is seen again after one, for the latest build. */
export function watchBuild(build: string): () => void {
  const stop = new AbortController()
  let asked = serverNow()
  afterIdle(() => setTimeout(() => stop.signal.aborted || void loadManifest(build), MANIFEST_AFTER_IDLE_MS))
  const ask = () => {
    asked = serverNow()
    void askLatest(build)
  }
  const timer = setInterval(ask, ASK_EVERY_MS)
  const seen = () => document.visibilityState === 'visible' && serverNow() - asked >= ASK_EVERY_MS && ask()
  document.addEventListener('visibilitychange', seen, { signal: stop.signal })
  return () => {
    stop.abort()
    clearInterval(timer)
  }
}

const afterIdle = (act: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(act) : setTimeout(act))

async function loadManifest(build: string) {
  try {
    const manifest: { redirects: RouteRule[] } = await read(`/builds/meta/${build}.json`)
    rules = manifest.redirects
  } catch (error) {
    logTrouble('the build manifest was not there', error)
  }
}

async function askLatest(build: string) {
  try {
    const latest: { id: string } = await read(`/builds/latest.json?${serverNow()}`)
    if (latest.id === build) return
    outdated = true
    for (const listener of listeners) listener()
  } catch (error) {
    logTrouble('the latest build is not known', error)
  }
}

async function read<T>(address: string): Promise<T> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.json()
}

/** Before every move inside the page: route rules lead elsewhere, and with a newer build another page is loaded as a document. */
export function mindMoves(url: URL) {
  const target = ruledTarget(rules, url)
  if (target !== null) throw redirect(target)
  if (outdated && url.pathname !== location.pathname) throw redirectDocument(url.pathname + url.search + url.hash)
}

export const useOutdated = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => outdated,
    () => false,
  )
