/** The calls about deposits. */

import { type Door, onceOf } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { exponentOf, minor, parseDecimal } from '../money/money.ts'
import { invalidInput } from '../refusals.ts'
import * as shapes from './deposit-contract.ts'
import { depositInfo, depositTerms } from './deposit-queries.ts'
import { holderOf } from './holder-of.ts'
import { openDeposit } from './open-deposit.ts'

const tags = ['trade']

export function depositApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/deposit_terms',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'What may be put into the cash balance', response: { 200: shapes.DepositTerms } },
    },
    (request) => depositTerms(karat, holderOf(request)),
  )
  door.post(
    '/trade/deposit',
    {
      config: { access: 'member', rate: 'money' },
      schema: {
        tags,
        summary: 'Put money into the cash balance: where it is paid. An open one is over',
        body: shapes.DepositOf,
        response: { 200: shapes.DepositInfo },
      },
    },
    async (request) => {
      const holder = holderOf(request)
      const units = parseDecimal(request.body.amount, exponentOf(holder.currency))
      if (units === null) throw invalidInput({ amount: problem('number') })
      const { method, bank = null } = request.body
      const wish = { amount: minor(units), method, bank }
      const opened = await openDeposit(karat, holder, wish, onceOf(request, holder.memberId))
      return depositInfo(karat, holder, opened.deposit_id)
    },
  )
  door.post(
    '/trade/deposit_info',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'How a deposit stands; polled by its page',
        body: shapes.DepositInfoOf,
        response: { 200: shapes.DepositInfo },
      },
    },
    (request) => depositInfo(karat, holderOf(request), request.body.deposit_id),
  )
}
