/** What the offline page may tell: the price that a page last showed, with its time, and the language it spoke. Kept in the browser's cache storage. */
import { formatMoment, formatMoney } from './format.ts'
import { language } from './language.ts'
import type { LivePrice } from './price.ts'

export type LastSeen = { language: string; price: string; at: string }

export async function noteLastSeen(price: LivePrice | null, timeZone: string): Promise<void> {
  if (!('caches' in window)) return
  const note: LastSeen = {
    language: language(),
    price: price ? `${formatMoney(price.ask, price.currency, language())} / g` : '',
    at: price ? formatMoment(Date.parse(price.source_at), timeZone, language()) : '',
  }
  const seen = await caches.open('seen')
  await seen.put('/last-seen', new Response(JSON.stringify(note), { headers: { 'content-type': 'application/json' } }))
}
