/** Reads the store, currency, language and platform of an API request. */
import type { FastifyRequest } from 'fastify'
import { isLanguage, type SpokenLanguage } from '../locale/languages.ts'
import { type Currency, isCurrency } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from './stores.ts'

declare module 'fastify' {
  interface FastifyRequest {
    store: Store
    currency: Currency
  }
}

/** Sets `request.store` and `request.currency`. Refuses unknown_store, unknown_currency, unknown_platform. */
export function readStoreHeaders(request: FastifyRequest, stores: Map<string, Store>) {
  const store = stores.get((request.params as { code?: string }).code ?? '')
  if (!store) throw new Refusal('unknown_store')
  const { currency, platform } = request.headers
  if (platform !== undefined && platform !== 'web') throw new Refusal('unknown_platform')
  const asked = currency ?? store.currency
  if (typeof asked !== 'string' || !isCurrency(asked) || !store.currencies.includes(asked))
    throw new Refusal('unknown_currency')
  request.store = store
  request.currency = asked
  request.language = languageOf(request.headers) ?? store.language
}

/** The language that the asking page speaks (`language` header), else the choice kept in the cookie (seed §3), or null. */
export function languageOf({ language, cookie }: FastifyRequest['headers']): SpokenLanguage | null {
  if (isLanguage(language)) return language
  const chosen = /(?:^|;\s*)language=([\w-]+)/.exec(cookie ?? '')?.[1]
  return isLanguage(chosen) ? chosen : null
}
