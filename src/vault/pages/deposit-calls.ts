/** The calls of the pages of deposits. */
import { useCallback } from 'react'
import type { MethodChoice } from '../../payments/method-rules.ts'
import { type CallOptions, dataOf, post } from '../../ui/api-client.ts'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { DepositInfoView } from '../deposit-contract.ts'

export async function readDeposit(
  deposit_id: string,
  options: CallOptions = { quiet: true },
): Promise<DepositInfoView> {
  const info = await dataOf(post<DepositInfoView>('/trade/deposit_info', { deposit_id }, options), options)
  learnServerTime(momentOf(info.server_time))
  return info
}

const beside = { beside: true }

/** Opens a deposit; one that is open for the member is over then. The same wish sent again opens none more. */
export function useOpenDeposit(): (amount: string, choice: MethodChoice) => Promise<DepositInfoView> {
  const send = useAttempt()
  return useCallback(
    (amount, { method, bank }) =>
      dataOf(send<DepositInfoView>('/trade/deposit', { amount, method, ...(bank && { bank }) }, beside), beside),
    [send],
  )
}

export const depositPlace = ({ deposit_id }: Pick<DepositInfoView, 'deposit_id'>) =>
  `/user/trade/deposit/payment?deposit_id=${deposit_id}`
