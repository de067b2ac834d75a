/** The price of gold on an open page: pushed by the server, asked for every 60 seconds in any case (seed §9). */
import { createContext, type Dispatch, type ReactNode, type SetStateAction, use, useEffect, useState } from 'react'
import { get } from './api-client.ts'
import { useOfflineShell } from './offline-shell.ts'
import { type LivePrice, minorOf, wireMoney } from './price.ts'
import { store } from './session.ts'
import { useShell } from './shell-data.ts'

const REFRESH_MS = 60_000
const PriceContext = createContext<LivePrice | null>(null)

/** One stream for the whole page, whatever the number of places that show a price. */
export function LivePriceProvider({ children }: { children: ReactNode }) {
  const shell = useShell()
  const [price, setPrice] = useState(shell.price)
  useEffect(() => setPrice(shell.price), [shell.price])
  useEffect(() => {
    const stream = new EventSource(`/api/store${store()}/product/goldPriceStream?currency=${shell.currency}`)
    stream.addEventListener('price', (event: MessageEvent<string>) => setPrice(JSON.parse(event.data)))
    const timer = setInterval(() => void refresh(stream, setPrice), REFRESH_MS)
    return () => {
      stream.close()
      clearInterval(timer)
    }
  }, [shell.currency])
  useOfflineShell(price, shell.store.time_zone)
  return <PriceContext value={price}>{children}</PriceContext>
}

/** getGoldPrice says the ask alone; without a stream the rest is asked for too. */
async function refresh(stream: EventSource, setPrice: Dispatch<SetStateAction<LivePrice | null>>) {
  const quiet = { quiet: true }
  const answer = await get<number>('/product/getGoldPrice', {}, quiet).catch(() => null)
  if (answer?.status === 'success')
    setPrice(
      (known) => known && { ...known, ask: wireMoney(minorOf(String(answer.data), known.currency), known.currency) },
    )
  if (stream.readyState === EventSource.OPEN) return
  const whole = await get<LivePrice>('/product/goldPriceNow', {}, quiet).catch(() => null)
  if (whole?.status === 'success') setPrice(whole.data)
}

/** The newest price this page knows; null before the shop ever had one. */
export const useLivePrice = (): LivePrice | null => use(PriceContext)
