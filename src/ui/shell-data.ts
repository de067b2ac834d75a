/** What the root loader gives every page: the shop this visitor is in, and its price at this moment. */
import { useRouteLoaderData } from 'react-router'
import type { LivePrice } from './price.ts'

export type ShellStore = {
  code: string
  name: string
  currency: string
  currencies: string[]
  time_zone: string
  country: string
}
export type ShellData = {
  store: ShellStore
  stores: { code: string; name: string; currency: string }[]
  currency: string
  language: string
  price: LivePrice | null
  /** Milliseconds since 1970 by the server's clock. */
  now: number
  origin: string
  /** The build that rendered this page. */
  build: string
}

/** Null only on the error page of a root that could not load. */
export const useShellData = (): ShellData | null => useRouteLoaderData('root') ?? null

export function useShell(): ShellData {
  const shell = useShellData()
  if (!shell) throw new Error('the root has not loaded')
  return shell
}
