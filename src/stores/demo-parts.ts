/** Remembers which parts of the demonstration shop a database already holds. */
import { type Queryable, sql, type Tx } from '../db/database.ts'

export async function filledParts(db: Queryable): Promise<Set<string>> {
  const rows = await db.rows<{ part: string }>(sql`select part from stores.demo_parts`)
  return new Set(rows.map(({ part }) => part))
}

export async function markFilled(tx: Tx, part: string): Promise<void> {
  await tx.run(sql`insert into stores.demo_parts (part) values (${part})`)
}

/** True for the one caller that may fill the part in: of any number at once, and of any number of starts. */
export const claimPart = async (db: Queryable, part: string): Promise<boolean> =>
  (await db.run(sql`insert into stores.demo_parts (part) values (${part}) on conflict do nothing`)) === 1
