/** The price as an event stream: one frame is made for each store and currency, and the same bytes go to everybody who watches it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bareContentPolicy, securityHeaders } from '../http/headers.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import type { Currency } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import { priceSnapshot } from './price-queries.ts'
import { openPlaces } from './stream-places.ts'

type Watched = { store: Store; currency: Currency; watchers: Set<FastifyReply['raw']>; frame: string }

type PriceStream = {
  /** Turns this request into a stream. Refuses unknown_currency, too_many_requests, overloaded, price_unavailable. */
  open(request: FastifyRequest, reply: FastifyReply, currency: Currency): void
  close(): void
}

/** Watches the price in memory; closing ends every stream and asks its reader to come back soon. */
export function openPriceStream(karat: Bag<'pricing'>): PriceStream {
  const rule = karat.settings.price.stream
  const watched = new Map<string, Watched>()
  let closed = false
  const { max, maxPerAddress } = rule
  const places = openPlaces({
    max,
    maxPerAddress: karat.config.RATE_LIMITS === false ? Number.POSITIVE_INFINITY : maxPerAddress,
  })

  const unsubscribe = karat.prices.subscribe(() => {
    for (const topic of watched.values()) {
      const frame = frameIfPriced(topic)
      if (frame === null || frame === topic.frame) continue
      topic.frame = frame
      for (const raw of topic.watchers) send(raw, frame)
    }
  })
  const heartbeat = setInterval(() => {
    for (const topic of watched.values()) for (const raw of topic.watchers) send(raw, ': still here\n\n')
  }, rule.heartbeatSeconds * 1000)
  heartbeat.unref()

  function frameIfPriced({ store, currency }: Watched): string | null {
    try {
      return frameOf(karat, store, currency)
    } catch (error) {
      if (error instanceof Refusal) return null // the feed lost this currency's rate: the last frame stands
      throw error
    }
  }
  /** A reader that does not read is let go; it comes back when it can. */
  function send(raw: FastifyReply['raw'], text: string) {
    if (raw.writableLength > rule.maxUnreadBytes) raw.destroy()
    else raw.write(text)
  }
  function topicOf(store: Store, currency: Currency): Watched {
    const key = `${store.code} ${currency}`
    const known = watched.get(key)
    if (known) return known
    const topic = { store, currency, watchers: new Set<FastifyReply['raw']>(), frame: frameOf(karat, store, currency) }
    watched.set(key, topic)
    return topic
  }

  return {
    open(request, reply, currency) {
      if (closed) throw new Refusal('overloaded')
      const topic = topicOf(request.store, currency)
      const { raw } = reply
      const leave = places.take(addressSubject(request.ip), () => raw.destroy())
      reply.hijack()
      raw.on('error', () => {}) // the reader went away while we wrote
      raw.on('close', () => {
        topic.watchers.delete(raw)
        leave()
      })
      topic.watchers.add(raw)
      raw.writeHead(200, streamHeaders)
      raw.write(`retry: ${rule.retryMs}\n${topic.frame}`)
    },
    close() {
      closed = true
      unsubscribe()
      clearInterval(heartbeat)
      for (const { watchers } of watched.values()) for (const raw of watchers) raw.end()
    },
  }
}

const streamHeaders = {
  ...securityHeaders,
  'content-security-policy': bareContentPolicy,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

const frameOf = (karat: Bag<'pricing'>, store: Store, currency: Currency): string => {
  const now = priceSnapshot(karat, store, currency)
  return `id: ${now.tick_id}\nevent: price\ndata: ${JSON.stringify(now)}\n\n`
}
