/** What somebody looks for by its name or number, wherever it is. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff } from '../../staff/door.ts'
import { FindQuery, Found } from './contract.ts'
import { findAll } from './find-all.ts'

export function findApi(door: Door, karat: Karat) {
  door.get(
    '/find',
    {
      config: { access: 'staff', permission: 'account.own', rate: 'find' },
      schema: {
        tags: ['office: find'],
        summary: 'Pages, orders, members, pieces, products and cases by the beginning of a name or number',
        querystring: FindQuery,
        response: { 200: Found },
      },
    },
    async (request) => ({ hits: await findAll(karat, requireStaff(request), request.query.q, request.language) }),
  )
}
