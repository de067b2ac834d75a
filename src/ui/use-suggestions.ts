/** What the shop suggests for the words typed so far. */
import { useEffect, useState } from 'react'
import type { PictureView } from '../content/contract.ts'
import { get } from './api-client.ts'

export type Suggestions = {
  total: number
  categories: { slug: string; name: string; count: number; named: boolean }[]
  products: {
    product_id: number
    sku_id: number
    name: string
    weight_label: string
    karat: number
    picture: PictureView | null
    price_with_tax: string
    stock: { state: 'in_stock' | 'low' | 'out_of_stock' }
  }[]
  currency: string
}
const TYPING_MS = 150

/** The newest answer stays until the next one is here; an answer to words that are no longer there is thrown away. */
export function useSuggestions(words: string): Suggestions | null {
  const [found, setFound] = useState<Suggestions | null>(null)
  useEffect(() => {
    if (!words) return setFound(null)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      get<Suggestions>('/product/getSuggestions', { q: words }, { quiet: true, signal: stop.signal }).then(
        (answer) => answer.status === 'success' && setFound(answer.data),
        () => {},
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [words])
  return words ? found : null
}
