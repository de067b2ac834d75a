/** Money that is nobody's to spend yet: what fits nothing, and what is owed to members beside their balances. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { listSuspended } from '../../payments/suspense-queries.ts'
import { listOwed } from '../../vault/payables/owed-for-staff.ts'
import { MoneyRowsQuery } from '../kit/money-row-contract.ts'
import { withMemberNames } from '../kit/with-member-names.ts'
import * as shapes from './in-between-contract.ts'

const tags = ['office: payouts']
const sees = { access: 'staff', permission: 'payouts.see' } as const

export function inBetweenApi(door: Door, karat: Karat): void {
  door.get(
    '/payouts/suspense',
    {
      config: sees,
      schema: {
        tags,
        summary: 'Money that came in and fits nothing, the oldest first',
        querystring: MoneyRowsQuery,
        response: { 200: shapes.SuspensePage },
      },
    },
    async ({ query }) => {
      const { total, rows } = await withMemberNames(karat.db, await listSuspended(karat.db, karat.settlers, query))
      return { total, rows: rows.map(({ subject, ...row }) => ({ ...row, subject_id: subject })) }
    },
  )
  door.get(
    '/payouts/owed',
    {
      config: sees,
      schema: {
        tags,
        summary: 'What is owed to members beside their balances, the oldest first',
        querystring: MoneyRowsQuery,
        response: { 200: shapes.OwedPage },
      },
    },
    async ({ query }) => withMemberNames(karat.db, await listOwed(karat.db, query)),
  )
}
