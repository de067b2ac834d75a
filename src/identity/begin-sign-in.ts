import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { Destination } from './account-rules.ts'
import type { SecondStepView } from './contract.ts'
import { waysOf } from './second-step-ways.ts'

type NewSignIn = {
  /** Null for an account that nobody has: what follows answers the same and leads nowhere. */
  memberId: string | null
  to: Destination
  proven: 'nothing' | 'password' | 'code'
  address: string
}

/** Begins a sign-in that is not finished, and says by which ways it can be. It lives as long as a code. */
export async function beginSignIn(tx: Tx, { memberId, to, proven, address }: NewSignIn): Promise<SecondStepView> {
  const id = newId()
  const row = await tx.row<{ expiresAt: Date }>(sql`
    insert into identity.sign_ins (id, member_id, destination, channel, proven, address, expires_at)
    values (${id}, ${memberId}, ${to.destination}, ${to.channel}, ${proven}, ${address},
      clock_timestamp() + make_interval(secs => ${settings.code.lifeSeconds}::int))
    returning expires_at as "expiresAt"`)
  if (!row) throw new Error('the sign-in was not written')
  const ways = proven === 'nothing' || memberId === null ? (['code'] as const) : await waysOf(tx, memberId, proven)
  return { sign_in_id: id, ways: [...ways], expires_at: row.expiresAt.toISOString() }
}
