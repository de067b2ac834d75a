/** The audit: whether what the areas say agrees with the ledger and with one another (docs/security.md §1.11). */
import { type Db, type Queryable, sql } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { agentChecks } from './agent-checks.ts'
import { businessChecks } from './business-checks.ts'
import { costChecks } from './cost-checks.ts'
import { explainedChecks } from './explained-checks.ts'
import { exposureChecks } from './exposure-checks.ts'
import { type Check, ledgerChecks } from './ledger-checks.ts'
import { limitChecks } from './limit-checks.ts'
import { metalChecks } from './metal-checks.ts'
import { shopChecks } from './shop-checks.ts'

/** `row` is the violating row as JSON text. */
type Violation = { rule: string; row: string }

const ROWS_PER_RULE = 20

/** Every rule that is broken, with the rows that break it, at most twenty each; empty when the books are in order. Reads one moment. */
export const auditLedger = (db: Db): Promise<Violation[]> => inOneSnapshot(db, findViolations)

export const allChecks: Check[] = [
  ...ledgerChecks,
  ...explainedChecks,
  ...shopChecks,
  ...exposureChecks,
  ...limitChecks,
  ...businessChecks,
  ...agentChecks,
  ...metalChecks,
  ...costChecks,
]

/** The same with what `on` sees, of some rules or of all. */
export async function findViolations(on: Queryable, checks = allChecks): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { rule, find } of checks) {
    const found = await on.rows<{ row: string }>(
      sql`select to_jsonb(found)::text as row from (${find}) as found limit ${ROWS_PER_RULE}`,
    )
    for (const { row } of found) violations.push({ rule, row })
  }
  return violations
}
