/** What a member has with a store and what moved it last, in one statement. */
import { type Queryable, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import type { TransferKind } from './transfer-kind-rules.ts'

const kinds = ['cash', 'gold', 'cash_held', 'gold_held'] as const
type OwnKind = (typeof kinds)[number]

/** What one transfer brought the member (positive) or took; money in minor units, gold in units of 0.0001 g. */
type Movement = {
  transferId: string
  kind: TransferKind | 'reversal'
  at: Date
  cash: bigint
  gold: bigint
}

type Row = {
  own: OwnKind
  amount: bigint
  balance_after: bigint
  transfer_id: string
  kind: Movement['kind']
  at: Date
}

/**
 * The member's balances at the store, and the newest `limit` transfers that moved their money or gold, the newest first. Reads the newest
 * `limit` entries of each of the four accounts, however many there are: an entry of a transfer that is among the newest of all is
 * among the newest of its account. What holds set aside is in the balances, and a movement like any other.
 */
export async function latestMovements(
  db: Queryable,
  { store, id }: { store: string; id: string },
  currency: Currency,
  limit: number,
): Promise<{ balances: Record<OwnKind, bigint>; movements: Movement[] }> {
  const rows = await db.rows<Row>(sql`
    select a.kind as own, e.amount, e.balance_after, e.transfer_id, t.kind, coalesce(t.happened_at, e.at) as at
    from ledger.accounts a
    cross join lateral (
      select * from ledger.entries e where e.account_id = a.id order by e.number desc limit ${limit}) as e
    join ledger.transfers t on t.id = e.transfer_id
    where a.owner = ${`member:${store}:${id}`} and a.kind = any(${[...kinds]}::text[]) and a.asset in (${currency}, 'XAU')
    order by e.at desc, e.transfer_id desc, e.number desc`)
  const balances: Record<OwnKind, bigint> = { cash: 0n, gold: 0n, cash_held: 0n, gold_held: 0n }
  const seen = new Set<OwnKind>()
  const movements = new Map<string, Movement>()
  for (const { own, amount, balance_after, transfer_id: transferId, kind, at } of rows) {
    if (!seen.has(own)) balances[own] = balance_after
    seen.add(own)
    const movement = movements.get(transferId) ?? { transferId, kind, at, cash: 0n, gold: 0n }
    if (own === 'cash') movement.cash += amount
    if (own === 'gold') movement.gold += amount
    movements.set(transferId, movement)
  }
  return { balances, movements: [...movements.values()].slice(0, limit) }
}
