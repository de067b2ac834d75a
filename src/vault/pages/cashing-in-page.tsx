/** /user/trade/cashingIn: grams are sold to the cash balance, named by weight or by money. */

import type { Route } from './+types/cashing-in-page'
import { readTrade, TradeHost, TradeSkeleton } from './trade-host.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => readTrade('sell')

export default function CashingInPage({ loaderData }: Route.ComponentProps) {
  return <TradeHost {...loaderData} />
}

export const HydrateFallback = TradeSkeleton
