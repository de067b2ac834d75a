/** Recovery codes: fifty random bits each, kept as keyed hashes, each good once. */
import { randomInt } from 'node:crypto'
import type { Config } from '../config.ts'
import { hashOfCode } from '../credentials/session-token.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import { RECOVERY_ALPHABET, RECOVERY_LENGTH, writeRecoveryCode } from './second-factor-rules.ts'

const newRecoveryCode = () =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')

const hashOf = (config: Config, memberId: string, code: string) => hashOfCode(config, `recovery ${memberId}`, code)

/** Replaces the member's recovery codes. The answer is the only place where the new ones can be read. */
export async function makeRecoveryCodes(tx: Tx, config: Config, memberId: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < settings.authenticator.recoveryCodes) codes.add(newRecoveryCode())
  const hashes = [...codes].map((code) => hashOf(config, memberId, code))
  await tx.run(sql`delete from identity.recovery_codes where member_id = ${memberId}`)
  await tx.run(sql`insert into identity.recovery_codes (member_id, code_hash)
    select ${memberId}, code_hash from unnest(${hashes}::bytea[]) as code_hash`)
  return [...codes].map(writeRecoveryCode)
}

/** Uses up a recovery code; of any number at once one is right. */
export async function spendRecoveryCode(
  db: Queryable,
  config: Config,
  memberId: string,
  code: string,
): Promise<boolean> {
  const used = await db.run(sql`update identity.recovery_codes set used_at = now()
    where member_id = ${memberId} and code_hash = ${hashOf(config, memberId, code)} and used_at is null`)
  return used === 1
}
