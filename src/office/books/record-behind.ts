/** The record behind a transfer of the ledger, as far as the back office has a page of it or of what it is about. */
import { agentBehind } from '../../agents/office-queries.ts'
import type { RecordView } from '../../books/ledger-contract.ts'
import { piecesOfAct } from '../../catalogue/piece-queries.ts'
import type { Queryable } from '../../db/database.ts'
import { caseOfLot, numberOfCase } from '../../goldback/office-queries.ts'
import { type TransferKind, transferKinds } from '../../ledger/transfer-kind-rules.ts'
import { numbersOfOrders } from '../../orders/promises/promised-queries.ts'
import { isMoneyTable, subjectBehind } from '../../payments/behind-queries.ts'
import { numberOfPayout } from '../../vault/payouts/office-payout-queries.ts'
import { orderOfRedemption } from '../../vault/redeem-gold.ts'

type Named = Pick<RecordView, 'kind' | 'id' | 'name'>
const noPage: Named = { kind: null, id: '', name: '' }
type Transfer = { kind: string; reference: string; members: string[] }

/**
 * Of a reversal what stands behind the transfer that it takes back. A trade, a transfer or whatever else has no page of its own is
 * seen on the page of the one member of whom the transfer is.
 */
export async function recordBehind(db: Queryable, { kind, reference, members }: Transfer): Promise<RecordView> {
  const table = Object.hasOwn(transferKinds, kind) ? transferKinds[kind as TransferKind].record : ''
  const own = await pageOf(db, table, reference)
  const [member, other] = new Set(members)
  return { table, ...(own.kind === null && !other ? named('member', member) : own) }
}

async function pageOf(db: Queryable, table: string, reference: string): Promise<Named> {
  const [id = ''] = reference.split(':')
  if (!/^[0-9a-f-]{36}$/.test(id)) return noPage
  if (isMoneyTable(table)) {
    const money = await subjectBehind(db, table, id)
    return money?.purpose === 'order' ? orderOf(db, money.subject) : named('member', money?.member)
  }
  switch (table) {
    case 'orders.settlements':
    case 'orders.differences':
    case 'orders.sales':
      return orderOf(db, id)
    case 'vault.redemptions':
    case 'vault.redemption_returns':
      return orderOf(db, await orderOfRedemption(db, id))
    case 'catalogue.piece_moves':
      return piecesOf(db, id)
    case 'goldback.cases':
      return caseOf(db, id)
    case 'goldback.lots':
      return caseOf(db, await caseOfLot(db, id))
    case 'business.agreements':
    case 'business.deals':
      return named('business', id)
    case 'agents.slips':
    case 'agents.commissions':
    case 'agents.reversals':
      return named('agent', await agentBehind(db, table, id))
    case 'vault.payouts':
      return payoutOf(db, id)
    case 'bank.statements':
    case 'bank.lines':
    case 'bank.returns':
      return named('bank', id)
    case 'backing.bar_moves':
      return named('vault', id)
    default:
      return noPage
  }
}

const named = (kind: NonNullable<Named['kind']>, id: string | undefined, name = ''): Named =>
  id ? { kind, id, name } : noPage

const orderOf = async (db: Queryable, id: string | undefined): Promise<Named> =>
  named('order', id, id && (await numbersOfOrders(db, [id])).get(id))

const caseOf = async (db: Queryable, id: string | undefined): Promise<Named> =>
  named('goldback', id, id && (await numberOfCase(db, id)))

/** Its list finds it by its number. */
async function payoutOf(db: Queryable, id: string): Promise<Named> {
  const number = await numberOfPayout(db, id)
  return named('payout', number, number)
}

/** Pieces that went to one order, or came back of it; a single piece by its number. */
async function piecesOf(db: Queryable, act: string): Promise<Named> {
  const { orders, serials } = await piecesOfAct(db, act)
  const [order] = orders
  if (orders.length === 1) return orderOf(db, order)
  const [serial] = serials
  return serials.length === 1 ? named('piece', serial, serial) : noPage
}
