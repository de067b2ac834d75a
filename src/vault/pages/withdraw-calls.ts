/** The calls of the page of withdrawals. */
import type { DestinationsView } from '../../payouts/contract.ts'
import { dataOf, get, post } from '../../ui/api-client.ts'
import type { WithdrawalsView } from '../payouts/payout-contract.ts'

export const readWithdrawals = (quiet = false): Promise<WithdrawalsView> =>
  dataOf(post<WithdrawalsView>('/trade/withdrawals', {}, { quiet }))

export const readAccounts = (): Promise<DestinationsView> => dataOf(get<DestinationsView>('/user/getPayoutAccounts'))
