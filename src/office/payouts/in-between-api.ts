/** Money that is nobody's to spend yet: what fits nothing, and what is owed to members beside their balances. */
import type { Door } from '../../http/door.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import type { Karat } from '../../karat.ts'
import { listSuspended } from '../../payments/suspense-queries.ts'
import { listOwed } from '../../vault/payables/owed-for-staff.ts'
import * as shapes from './in-between-contract.ts'

const tags = ['office: payouts']
const sees = { access: 'staff', permission: 'payouts.see' } as const

export function inBetweenApi(door: Door, karat: Karat): void {
  const named = async <Row extends { member: string }>({ total, rows }: { total: number; rows: Row[] }) => {
    const names = await namesOfMembers(
      karat.db,
      rows.map(({ member }) => member),
    )
    return {
      total,
      rows: rows.map((row) => ({ ...row, member: names.get(row.member) ?? '', member_id: row.member })),
    }
  }
  door.get(
    '/payouts/suspense',
    {
      config: sees,
      schema: {
        tags,
        summary: 'Money that came in and fits nothing, the oldest first',
        querystring: shapes.InBetweenQuery,
        response: { 200: shapes.SuspensePage },
      },
    },
    async ({ query }) => {
      const { total, rows } = await named(await listSuspended(karat.db, karat.settlers, query))
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
        querystring: shapes.InBetweenQuery,
        response: { 200: shapes.OwedPage },
      },
    },
    async ({ query }) => named(await listOwed(karat.db, query)),
  )
}
