/** /user/bindAlipay: payout accounts, and binding an e-wallet. */
import { dataOf, get } from '../../ui/api-client.ts'
import type { DestinationsView } from '../contract.ts'
import type { Route } from './+types/bind-alipay-page'
import { PayoutsView } from './payouts-view.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<DestinationsView>('/user/getPayoutAccounts'))

export default function BindAlipayPage({ loaderData }: Route.ComponentProps) {
  return <PayoutsView kind="wallet" known={loaderData} />
}
