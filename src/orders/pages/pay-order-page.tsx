/** /payOrder: the cashier of an order that exists. */
import type { Route } from './+types/pay-order-page'
import { Cashier, CashierSkeleton, loadCashier } from './cashier.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const handle = { step: 'pay' }

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadCashier(request)

export default function PayOrderPage({ loaderData }: Route.ComponentProps) {
  return <Cashier key={loaderData.info.order_id} first={loaderData} />
}

export const HydrateFallback = CashierSkeleton
