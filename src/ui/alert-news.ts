/**
 * What the shop has told a member about the price of gold and they have not seen yet, as far as this browser knows. It is asked for
 * where alerts may be watching, and again after each move of the price while somebody looks.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Answer, ApiError, get, post } from './api-client.ts'
import { isLoggedIn, store, token, userInfo, useSession } from './session.ts'
import { useLivePrice } from './use-live-price.tsx'

export type Firing = {
  firing_id: string
  currency: string
  kind: 'above' | 'below' | 'change'
  side: 'buy' | 'sell' | null
  level: string | null
  move: string | null
  price: string
  change: string | null
  at: string
}
type News = { watching: boolean; news: readonly Firing[] }

/** The session has ended, by the third wrong PIN or otherwise. */
const SESSION_OVER = [4000, 4001]
const isSuccess = (answer: unknown): answer is Extract<Answer<News>, { status: 'success' }> =>
  (answer as Partial<Answer<News>> | null)?.status === 'success'

const nothing: News = { watching: false, news: [] }
const listeners = new Set<() => void>()
let known = nothing
/** Whose news `known` is; a change of session or store makes it nobody's. */
let owner = ''

const visitor = () => (isLoggedIn() ? `${store()} ${token()}` : '')
/** Whose alerts watched, or said something unseen, when this browser last heard of them: public pages ask only then. */
const KEY = 'alertsWatch'
const mayWatch = () => localStorage.getItem(KEY) === String(userInfo()?.id)

function keep(next: News) {
  known = next
  for (const listener of listeners) listener()
}

/** Asks anew; a failure leaves what is known. */
export async function askAlertNews(): Promise<void> {
  await take(get<News>('/trade/alert_news', {}, { quiet: true, unasked: true }))
}

/** What was told up to this moment has been seen, here and in every other tab. */
export async function seeAlertNews(until: string): Promise<void> {
  keep({ ...known, news: known.news.filter(({ at }) => at > until) })
  await take(post<News>('/trade/alerts_seen', { until }, { quiet: true }))
}

async function take(asked: ReturnType<typeof get<News>>) {
  const asker = visitor()
  const answer = await asked.catch((failure: unknown) => failure)
  if (asker !== visitor()) return
  // Nothing comes to a session that is over; the member hears of it by what they do next.
  if (answer instanceof ApiError && SESSION_OVER.includes(answer.code)) return keep(nothing)
  if (!isSuccess(answer)) return
  owner = asker
  const { watching, news } = answer.data
  if (watching || news.length > 0) localStorage.setItem(KEY, String(userInfo()?.id))
  else localStorage.removeItem(KEY)
  keep(answer.data)
}

/** Soon after a move, when the shop has looked at it too; not all pages at the same moment. */
const FIRST_MS = 1500
const SPREAD_MS = 2000

/** Stands once on a page. `everywhere`: in the member's area it is asked for in any case. */
export function useFollowedAlertNews(everywhere: boolean) {
  const session = useSession()
  const tick = useLivePrice()?.tick_id
  const before = useRef(tick)
  const { watching } = useAlertNews()
  useEffect(() => {
    if (owner !== visitor()) keep(nothing)
    if (session === '' || !(everywhere || mayWatch())) return
    const timer = setTimeout(() => void askAlertNews(), FIRST_MS)
    return () => clearTimeout(timer)
  }, [session, everywhere])
  useEffect(() => {
    const moved = before.current !== tick
    before.current = tick
    if (!watching || !moved || document.visibilityState !== 'visible') return
    const timer = setTimeout(() => void askAlertNews(), FIRST_MS + Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [tick, watching])
  useEffect(() => {
    if (!watching) return
    const seen = () => document.visibilityState === 'visible' && void askAlertNews()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [watching])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useAlertNews = (): News =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => nothing,
  )
