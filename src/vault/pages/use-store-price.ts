/** The price in the currency that a store trades gold in, whatever currency its pages are read in. */
import { useEffect, useState } from 'react'
import type { LivePrice } from '../../ui/price.ts'
import { store } from '../../ui/session.ts'
import { useLivePrice } from '../../ui/use-live-price.tsx'

/** Null before it is known. */
export function useStorePrice(currency: string): LivePrice | null {
  const price = useLivePrice()
  const [own, setOwn] = useState<LivePrice | null>(null)
  const foreign = price?.currency !== currency
  useEffect(() => {
    if (!foreign) return
    const stream = new EventSource(`/api/store${store()}/product/goldPriceStream?currency=${currency}`)
    stream.addEventListener('price', (event: MessageEvent<string>) => setOwn(JSON.parse(event.data)))
    return () => stream.close()
  }, [foreign, currency])
  return foreign ? own : price
}
