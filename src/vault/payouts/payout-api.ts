/** The calls about withdrawals. */
import { type Door, onceOf } from '../../http/door.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { exponentOf, minor, parseDecimal } from '../../money/money.ts'
import { invalidInput } from '../../refusals.ts'
import { holderOf, onceWithPin } from '../holder-of.ts'
import { claimPayables } from '../payables/claim-payables.ts'
import * as shapes from './payout-contract.ts'
import { listWithdrawals } from './payout-queries.ts'
import { cancelWithdrawal, withdrawCash } from './withdraw-cash.ts'

const tags = ['trade']

export function payoutApi(door: Door, karat: Bag<'vault'>): void {
  door.post(
    '/trade/withdraw',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        tags,
        summary: 'Have money of the cash balance paid out to a bound account',
        body: shapes.WithdrawalOf,
        response: { 200: shapes.Withdrawal },
      },
    },
    (request) => {
      const holder = holderOf(request)
      const units = parseDecimal(request.body.amount, exponentOf(holder.currency))
      if (units === null) throw invalidInput({ amount: problem('number') })
      const { destination_id: destinationId, pin } = request.body
      const wish = { amount: minor(units), destinationId, pin }
      return withdrawCash(karat, holder, wish, onceWithPin(request))
    },
  )
  door.post(
    '/trade/withdrawals',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'What was withdrawn and how it stands, and what may be withdrawn',
        body: shapes.NoWish,
        response: { 200: shapes.Withdrawals },
      },
    },
    (request) => listWithdrawals(karat, holderOf(request)),
  )
  door.post(
    '/trade/payable_claim',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        tags,
        summary: 'Name the account that money goes to which the store owes and keeps in no balance',
        body: shapes.Claim,
        response: { 200: shapes.Claimed },
      },
    },
    (request) => {
      const holder = holderOf(request)
      const { destination_id: destinationId, pin } = request.body
      return claimPayables(karat, holder, { destinationId, pin }, onceWithPin(request))
    },
  )
  door.post(
    '/trade/withdraw_cancel',
    {
      config: { access: 'member', rate: 'money' },
      schema: {
        tags,
        summary: 'Take a withdrawal back that is not being paid yet',
        body: shapes.OneWithdrawal,
        response: { 200: shapes.Withdrawal },
      },
    },
    (request) => {
      const holder = holderOf(request)
      return cancelWithdrawal(karat, holder, request.body.payout_id, onceOf(request, holder.memberId))
    },
  )
}
