/** Money that is nobody's to spend yet: what fits nothing, what is owed to members beside their balances, and what is paid at the bank. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { listSuspended } from '../../payments/suspense-queries.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { listOwed } from '../../vault/payables/owed-for-staff.ts'
import { askRemit, askRemittanceReturned } from '../../vault/remittances/remit.ts'
import * as remittance from '../../vault/remittances/remittance-contract.ts'
import { listWaitingMoney } from '../../vault/remittances/remittance-queries.ts'
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
  remittanceCalls(door, karat)
}

function remittanceCalls(door: Door, karat: Karat): void {
  door.get(
    '/payouts/bank',
    {
      config: sees,
      schema: {
        tags,
        summary: 'Money that is paid at the bank: what waits first, the oldest first',
        querystring: remittance.RemittancesQuery,
        response: { 200: remittance.RemittancesPage },
      },
    },
    async ({ query }) => withMemberNames(karat.db, await listWaitingMoney(karat.db, query)),
  )
  door.post(
    '/payouts/remit',
    {
      config: { access: 'staff', permission: 'payouts.remit', once: true },
      schema: {
        tags,
        summary: 'Ask a second person to note with you that waiting money was paid at the bank',
        body: remittance.Remit,
        response: { 200: remittance.RemittanceAsked },
      },
    },
    (request) => askRemit(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/payouts/remitReturned',
    {
      config: { access: 'staff', permission: 'payouts.remit_returned', once: true },
      schema: {
        tags,
        summary: 'Ask a second person to note with you that a payment at the bank came back',
        body: remittance.RemittanceReturned,
        response: { 200: remittance.RemittanceAsked },
      },
    },
    (request) => askRemittanceReturned(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
