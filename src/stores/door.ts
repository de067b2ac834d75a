/** Reads the store, currency, language and platform of an API request. */
import type { FastifyRequest } from 'fastify'
import { type Currency, isCurrency } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from './stores.ts'

declare module 'fastify' {
  interface FastifyRequest {
    store: Store
    currency: Currency
  }
}

const languages = ['en-US', 'id', 'zh']

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
  request.language = languageOf(request.headers.cookie) ?? store.language
}

/** The language choice kept in the `language` cookie (seed §3), or null. */
export function languageOf(cookies: string | undefined): string | null {
  const chosen = /(?:^|;\s*)language=([\w-]+)/.exec(cookies ?? '')?.[1]
  return chosen && languages.includes(chosen) ? chosen : null
}
