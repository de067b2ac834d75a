/** Withdrawals of members: how they stand, tried again, or given back. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { giveBackPayout, retryPayout } from '../../vault/payouts/decide-payout.ts'
import * as shapes from '../../vault/payouts/office-payout-contract.ts'
import { listOfficePayouts } from '../../vault/payouts/office-payout-queries.ts'

const tags = ['office: payouts']

export function payoutsOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/payouts/list',
    {
      config: { access: 'staff', permission: 'payouts.see' },
      schema: {
        tags,
        summary: 'Withdrawals, those on their way first',
        querystring: shapes.OfficePayoutsQuery,
        response: { 200: shapes.OfficePayoutsPage },
      },
    },
    ({ query }) => listOfficePayouts(karat, query),
  )
  door.post(
    '/payouts/retry',
    {
      config: { access: 'staff', permission: 'payouts.retry', once: true },
      schema: {
        tags,
        summary: 'Try a withdrawal again at once',
        body: shapes.DecidePayout,
        response: { 200: Done },
      },
    },
    (request) => {
      const { payout_id: payoutId, reason } = request.body
      return retryPayout(karat, requireStaff(request), { payoutId, reason }, staffOnce(request))
    },
  )
  door.post(
    '/payouts/giveBack',
    {
      config: { access: 'staff', permission: 'payouts.give_back', once: true },
      schema: {
        tags,
        summary: 'Give the money of a withdrawal back to its member, or ask for the second person that it takes',
        body: shapes.DecidePayout,
        response: { 200: shapes.GivenBack },
      },
    },
    (request) => {
      const { payout_id: payoutId, reason } = request.body
      return giveBackPayout(karat, requireStaff(request), { payoutId, reason }, staffOnce(request))
    },
  )
}
