/** What Fastify hands to a page's server loader for one request. */
import { createContext } from 'react-router'
import type { Karat } from '../karat.ts'
import type { Currency } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'

export type PageContext = { karat: Karat; store: Store; currency: Currency; language: string; nonce: string }

export const pageContext = createContext<PageContext>()
