/** The ledger to look through: kinds of accounts, their accounts, the entries of one, and one transfer with the record behind it. */
import * as shapes from '../../books/ledger-contract.ts'
import {
  readAccount,
  readAccounts,
  readEntries,
  readKinds,
  readTransfer,
  revealEntries,
} from '../../books/read-ledger.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { type AccountKind, accountKinds } from '../../ledger/ledger-rules.ts'
import { Refusal } from '../../refusals.ts'
import { requirePermission, requireStaff } from '../../staff/door.ts'
import { knownStore } from '../kit/known-store.ts'
import { recordBehind } from './record-behind.ts'

const tags = ['office: books']
const config = { access: 'staff', permission: 'books.see' } as const

export function ledgerCalls(door: Door, karat: Karat): void {
  door.get(
    '/books/ledger/kinds',
    {
      config,
      schema: {
        ...{ tags, summary: 'What every kind of account of a store holds, by asset' },
        ...{ querystring: shapes.KindsQuery, response: { 200: shapes.Kinds } },
      },
    },
    ({ query }) => readKinds(karat, knownStore(karat, query.store)),
  )
  door.get(
    '/books/ledger/accounts',
    {
      config,
      schema: {
        ...{ tags, summary: 'Accounts of a kind, the oldest first' },
        ...{ querystring: shapes.AccountsQuery, response: { 200: shapes.Accounts } },
      },
    },
    ({ query: { store, kind, after, size } }) => {
      if (!isAccountKind(kind)) throw new Refusal('not_found')
      return readAccounts(karat, { store: knownStore(karat, store), kind, after: BigInt(after ?? 0), size })
    },
  )
  oneCalls(door, karat)
}

const isAccountKind = (kind: string): kind is AccountKind => Object.hasOwn(accountKinds, kind)

function oneCalls(door: Door, karat: Karat): void {
  door.get(
    '/books/ledger/account',
    {
      config,
      schema: {
        ...{ tags, summary: 'Whose an account is' },
        ...{ querystring: shapes.AccountQuery, response: { 200: shapes.OneAccount } },
      },
    },
    ({ query }) => readAccount(karat, query.account),
  )
  door.get(
    '/books/ledger/entries',
    {
      config,
      schema: {
        ...{ tags, summary: 'Entries of an account of the house, the newest first' },
        ...{ querystring: shapes.EntriesQuery, response: { 200: shapes.Entries } },
      },
    },
    ({ query }) => readEntries(karat, query),
  )
  door.post(
    '/books/ledger/reveal',
    {
      config,
      schema: {
        ...{ tags, summary: 'Entries of a member’s account, for a reason (members.reveal)' },
        ...{ body: shapes.RevealEntries, response: { 200: shapes.Entries } },
      },
    },
    async (request) => {
      const staff = requireStaff(request)
      await requirePermission(karat, staff, 'members.reveal')
      return revealEntries(karat, staff, request.body)
    },
  )
  door.get(
    '/books/ledger/transfer',
    {
      config,
      schema: {
        ...{ tags, summary: 'One transfer with all its legs, and what stands behind it' },
        ...{ querystring: shapes.TransferQuery, response: { 200: shapes.OneTransfer } },
      },
    },
    async (request) => {
      const { behind, ...transfer } = await readTransfer(karat, requireStaff(request), request.query.transfer_id)
      const members = transfer.parts.flatMap(({ member_id }) => member_id ?? [])
      return { ...transfer, record: await recordBehind(karat.db, { ...behind, members }) }
    },
  )
}
