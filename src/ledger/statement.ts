/** What happened on an account: its entries in order, between a balance and a balance. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { type Account, isNumbered } from './ledger-rules.ts'
import type { TransferKind } from './transfer-kind-rules.ts'

/** Entries since a moment, or those that follow a number; before the moment `to`; the oldest `limit` of them. */
type StatementRange = ({ from: Date } | { after: bigint }) & { to?: Date; limit: number }

type StatementLine = {
  /** Its number in this account, from 1 without a gap. */
  number: bigint
  at: Date
  amount: bigint
  balance_after: bigint
  transfer_id: string
  kind: TransferKind | 'reversal'
  reference: string
}

/** `opening` and the amounts of `lines` sum to `closing`. The next page begins `after` the last line's number. */
type Statement = { opening: bigint; lines: StatementLine[]; closing: bigint }

/**
 * The statement of a member's account, in the asset's smallest unit. Reads the entries that it answers and one before them,
 * however many the account has. An account that was never used holds nothing; one of the house is a defect and throws.
 */
export async function statement(db: Queryable, account: Account, range: StatementRange): Promise<Statement> {
  if (!isNumbered(account.kind)) throw new Error(`entries of ${account.kind} have no numbers`)
  const rows = await db.rows<{ opening: bigint; line: bigint | null } & StatementLine>(statementRows(account, range))
  const opening = rows[0]?.opening ?? 0n
  const lines = rows.filter(({ line }) => line !== null).map(({ opening: _, line: __, ...entry }) => entry)
  return { opening, lines, closing: lines.at(-1)?.balance_after ?? opening }
}

/** One row for each line, and one without a line (`line` null) where there is none. */
export function statementRows({ owner, kind, asset }: Account, range: StatementRange): Sql {
  const byNumber = 'after' in range
  const since = byNumber ? sql`e.number > ${range.after}` : sql`e.at >= ${range.from}`
  const inOrder = byNumber ? sql`e.number` : sql`e.at, e.number`
  const before = byNumber
    ? sql`e.number <= ${range.after} order by e.number desc`
    : sql`e.at < ${range.from} order by e.at desc, e.number desc`
  return sql`
    select coalesce(before.balance_after, 0) as opening, e.number as line, e.number, coalesce(t.happened_at, e.at) as at, e.amount, e.balance_after, e.transfer_id,
      t.kind, t.reference
    from ledger.accounts a
    left join lateral (
      select e.balance_after from ledger.entries e where e.account_id = a.id and ${before} limit 1) as before on true
    left join lateral (
      select e.* from ledger.entries e
      where e.account_id = a.id and ${since} and e.at < coalesce(${range.to ?? null}::timestamptz, 'infinity')
      order by ${inOrder} limit ${range.limit}) as e on true
    left join ledger.transfers t on t.id = e.transfer_id
    where a.owner = ${owner} and a.kind = ${kind} and a.asset = ${asset} order by e.number`
}
