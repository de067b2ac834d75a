import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import type { Level } from './level-rules.ts'

export type Override = { memberId: string; level: Level | null; actor: string; reason: string }

/**
 * Sets a level that counts instead of the proven one, or takes that back with null, and writes who and why. Two people decide
 * this: the caller holds their approval. Refuses not_found.
 */
export async function overrideLevel(tx: Tx, { memberId, level, actor, reason }: Override): Promise<void> {
  const changed = await tx.run(sql`
    insert into kyc.levels (member_id, level, override) select ${memberId}::uuid, 0, ${level}::smallint
    where exists (select from kyc.levels where member_id = ${memberId}) or ${level}::smallint is not null
    on conflict (member_id) do update set override = excluded.override, changed_at = now()`)
  if (changed === 0) throw new Refusal('not_found')
  await tx.run(sql`
    insert into kyc.moves (member_id, subject, from_state, to_state, actor, reason)
    values (${memberId}, 'level', null, ${level === null ? 'as proven' : `T${level}`}, ${actor}, ${reason})`)
}
