import { type Queryable, sql } from '../db/database.ts'
import type { SecondStepWay } from './contract.ts'

type Factors = { app: boolean; passkey: boolean }

/**
 * By which ways a member can finish a sign-in in a browser that is not known yet, the best first. What was proven already is
 * no second step. An authenticator app that is on is always asked for: a code in a message is no way around it, a passkey is, being two
 * factors by itself. After a code alone there is no way but a stronger one, where the member has one; without it the code is enough.
 */
export async function waysOf(db: Queryable, memberId: string, proven: 'password' | 'code'): Promise<SecondStepWay[]> {
  const has = await db.row<Factors>(sql`
    select exists (select from identity.authenticators where member_id = ${memberId} and confirmed_at is not null) as app,
      exists (select from identity.passkeys where member_id = ${memberId}) as passkey`)
  const ways: SecondStepWay[] = []
  if (has?.app) ways.push('app')
  if (has?.passkey) ways.push('passkey')
  if (!has?.app && proven === 'password') ways.push('code')
  return ways
}
