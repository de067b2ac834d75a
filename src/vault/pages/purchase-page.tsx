/** /user/trade/purchase: grams are bought from the cash balance, named by weight or by money. */

import type { Route } from './+types/purchase-page'
import { readTrade, TradeHost, TradeSkeleton } from './trade-host.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => readTrade('buy')

export default function PurchasePage({ loaderData }: Route.ComponentProps) {
  return <TradeHost {...loaderData} />
}

export const HydrateFallback = TradeSkeleton
