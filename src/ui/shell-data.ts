/** What the root loader gives every page: the shop this visitor is in, and its price at this moment. */
import { useRouteLoaderData } from 'react-router'
import type { LivePrice } from './price.ts'

export type Feature = 'gold_accounts' | 'cash_balance' | 'transfers' | 'plans' | 'agents'

type ShellStore = {
  code: string
  name: string
  /** What its pages are headed with. */
  brand: string
  currency: string
  currencies: string[]
  time_zone: string
  /** What it speaks to whoever has chosen no language. */
  language: string
  country: string
  house: ShellHouse
  /** What it may offer; the database judges it where it is sold. */
  features: Record<Feature, boolean>
  /** What it might once offer and may not now: members may have something of it. */
  ended: Feature[]
  /** Working days from payment to the nearest doors. */
  days: { from: number; to: number }
  /** For so long a price is held. */
  minutes: number
}
/** Who sells, and how they are reached; what nobody has said is empty. */
export type ShellHouse = {
  legal_name: string
  street: string
  city: string
  tax_number: string
  registration: string
  licence: string
  insurer: string
  auditor: string
  telephone: string
  mail: string
  /** In the reader's language. */
  hours: string
}
export type ShellData = {
  store: ShellStore
  stores: { code: string; name: string; currency: string; time_zone: string }[]
  /** Categories at the top in which the store sells something, in their order. */
  kinds: { slug: string; name: string }[]
  currency: string
  language: string
  price: LivePrice | null
  /** Milliseconds since 1970 by the server's clock. */
  now: number
  /** Since when nothing could be read anew or changed, in milliseconds since 1970; null while all is well. */
  as_of: number | null
  origin: string
  /** The build that rendered this page. */
  build: string
}

/** The same for a route's meta function, which sees it among the matches. */
export const shellOf = (matches: ({ id: string; loaderData?: unknown } | undefined)[]): ShellData | undefined =>
  matches.find((match) => match?.id === 'root')?.loaderData as ShellData | undefined

/** Null only on the error page of a root that could not load. */
export const useShellData = (): ShellData | null => useRouteLoaderData('root') ?? null

export function useShell(): ShellData {
  const shell = useShellData()
  if (!shell) throw new Error('the root has not loaded')
  return shell
}
