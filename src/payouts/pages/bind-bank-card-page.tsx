/** /user/bindBankCard: payout accounts, and binding a bank account. */
import { dataOf, get } from '../../ui/api-client.ts'
import type { DestinationsView } from '../contract.ts'
import type { Route } from './+types/bind-bank-card-page'
import { PayoutsView } from './payouts-view.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<DestinationsView>('/user/getPayoutAccounts'))

export default function BindBankCardPage({ loaderData }: Route.ComponentProps) {
  return <PayoutsView kind="bank" known={loaderData} />
}
