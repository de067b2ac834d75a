/** Limit orders of members: how they stand, and the end of one. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { endLimitForStaff } from '../../vault/limits/end-limit.ts'
import * as shapes from '../../vault/limits/office-limit-contract.ts'
import { listOfficeLimits } from '../../vault/limits/office-limit-queries.ts'

const tags = ['office: vault']

export function limitsOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/vault/limits',
    {
      config: { access: 'staff', permission: 'vault.see' },
      schema: {
        ...{ tags, summary: 'Limit orders, open ones first' },
        ...{ querystring: shapes.OfficeLimitsQuery, response: { 200: shapes.OfficeLimitsPage } },
      },
    },
    ({ query }) => listOfficeLimits(karat, karat.db, query),
  )
  door.post(
    '/vault/endLimit',
    {
      config: { access: 'staff', permission: 'vault.end_limit', once: true },
      schema: {
        ...{ tags, summary: 'End a limit order: what it set aside is its member’s again, who is told' },
        ...{ body: shapes.EndLimit, response: { 200: Done } },
      },
    },
    (request) => {
      const { limit_id: limitId, reason } = request.body
      return endLimitForStaff(karat, requireStaff(request), { limitId, reason }, staffOnce(request))
    },
  )
}
