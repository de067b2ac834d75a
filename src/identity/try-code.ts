import { timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import { hashOfCode } from '../credentials/session-token.ts'
import { type Db, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { CodePurpose } from './issue-code.ts'

/** Which code is tried: the one that the asker was given the id of, or the living one of their session or sign-in. */
type CodeGuess = { purpose: CodePurpose; code: string } & ({ id: string } | { boundTo: string })

type RightCode<Details> = { id: string; destination: string; memberId: string | null; details: Details }

/**
 * Takes one of the code's tries, committed before the comparison, so that guesses at once cannot be more than the tries.
 * The code is right afterwards but not used: `spendCode` does that, in the transaction of what it allows.
 *
 * Refuses code_expired (also unknown, used, out of tries, of another purpose or session), code_wrong with the tries left.
 */
export async function tryCode<Details = object>(db: Db, config: Config, guess: CodeGuess): Promise<RightCode<Details>> {
  const [id, boundTo] = 'id' in guess ? [guess.id, null] : [null, guess.boundTo]
  const row = await db.row<RightCode<Details> & { codeHash: Buffer; used: number }>(sql`
    update identity.codes set tries_used = tries_used + 1
    where (id = ${id} or bound_to = ${boundTo}) and purpose = ${guess.purpose} and used_at is null
      and expires_at > clock_timestamp() and tries_used < ${settings.code.tries}
    returning id, destination, details, member_id as "memberId", code_hash as "codeHash", tries_used as used`)
  if (!row) throw new Refusal('code_expired')
  if (!timingSafeEqual(row.codeHash, hashOfCode(config, row.id, guess.code)))
    throw new Refusal('code_wrong', { tries_left: settings.code.tries - row.used })
  return row
}

/** Uses a code that was right; of any number at once one goes on. Refuses code_expired. */
export async function spendCode(tx: Tx, id: string): Promise<void> {
  const used = await tx.run(
    sql`update identity.codes set used_at = now() where id = ${id} and used_at is null and expires_at > clock_timestamp()`,
  )
  if (used === 0) throw new Refusal('code_expired')
}
