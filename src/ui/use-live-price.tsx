/** The price of gold on an open page: pushed by the server, asked for every 60 seconds in any case (seed §9). */
import { useEffect, useSyncExternalStore } from 'react'
import { get } from './api-client.ts'
import { useOfflineShell } from './offline-shell.ts'
import { type LivePrice, minorOf, wireMoney } from './price.ts'
import { store } from './session.ts'
import { type ShellData, useShell } from './shell-data.ts'

const REFRESH_MS = 60_000
const listeners = new Set<() => void>()
/** Only in the browser: what the stream said last. No context, so that a tick wakes no part of the page that shows no price. */
let pushed: LivePrice | null = null

/** The same price said again wakes nothing. */
function push(price: LivePrice | null) {
  if (JSON.stringify(price) === JSON.stringify(pushed)) return
  pushed = price
  for (const listener of listeners) listener()
}

const newest = (shell: ShellData): LivePrice | null => (pushed?.currency === shell.currency ? pushed : shell.price)

/** One stream for the whole page, whatever the number of places that show a price. */
export function useFollowedPrice() {
  const shell = useShell()
  const { currency } = shell
  useEffect(() => {
    push(shell.price)
  }, [shell.price])
  useEffect(() => {
    const stream = new EventSource(`/api/store${store()}/product/goldPriceStream?currency=${currency}`)
    stream.addEventListener('price', (event: MessageEvent<string>) => push(JSON.parse(event.data)))
    const timer = setInterval(() => void refresh(stream), REFRESH_MS)
    return () => {
      stream.close()
      clearInterval(timer)
    }
  }, [currency])
  useOfflineShell(() => pushed, shell.store.time_zone)
}

/** getGoldPrice says the ask alone; without a stream the rest is asked for too. */
async function refresh(stream: EventSource) {
  const quiet = { quiet: true }
  const answer = await get<number>('/product/getGoldPrice', {}, quiet).catch(() => null)
  if (answer?.status === 'success' && pushed)
    push({ ...pushed, ask: wireMoney(minorOf(String(answer.data), pushed.currency), pushed.currency) })
  if (stream.readyState === EventSource.OPEN) return
  const whole = await get<LivePrice>('/product/goldPriceNow', {}, quiet).catch(() => null)
  if (whole?.status === 'success') push(whole.data)
}

/** The newest price this page knows; null before the shop ever had one. */
export function useLivePrice(): LivePrice | null {
  const shell = useShell()
  return useSyncExternalStore(
    subscribe,
    () => newest(shell),
    () => shell.price,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
