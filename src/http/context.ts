/** What Fastify hands to a page's server loader for one request. */
import { createContext } from 'react-router'
import type { Karat } from '../karat.ts'
import type { Currency } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import type { RouteRule } from '../ui/route-rules.ts'

/** What is the same for every page of this process: which build it serves, and which addresses lead elsewhere. */
export type Site = { build: string; rules: RouteRule[] }

export type PageContext = {
  karat: Karat
  store: Store
  currency: Currency
  language: string
  nonce: string
  /** Whose tries are counted: the caller's address, of an IPv6 one its /64. */
  address: string
  site: Site
}

export const pageContext = createContext<PageContext>()
