/** What the bank says of the account that holds members' cash. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import * as shapes from '../../proof/bank-balance-contract.ts'
import { describeBankBalance, noteBankBalance } from '../../proof/bank-balances.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: vault']

export function bankOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/vault/bankBalance',
    {
      config: { access: 'staff', permission: 'vault.see' },
      schema: {
        ...{ tags, summary: 'Members’ cash in a store, against its newest bank statement' },
        ...{ querystring: shapes.BankBalanceOf, response: { 200: shapes.BankBalance } },
      },
    },
    ({ query }) => describeBankBalance(karat.db, knownStore(karat, query.store)),
  )
  door.post(
    '/vault/bankBalance',
    {
      config: { access: 'staff', permission: 'vault.bank', once: true },
      schema: {
        ...{ tags, summary: 'Enter what a bank statement says; it stands in the proof from its next day on' },
        ...{ body: shapes.NoteBankBalance, response: { 200: Done } },
      },
    },
    (request) => noteBankBalance(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
