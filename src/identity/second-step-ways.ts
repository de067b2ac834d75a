import type { Tx } from '../db/database.ts'
import type { SecondStepWay } from './contract.ts'

/**
 * By which ways a member can finish a sign-in in a browser that is not known yet, the best first. What was proven already is
 * no second step. After a code alone there is no way but a stronger one, where the member has one; without it the code is enough.
 */
export async function waysOf(_tx: Tx, _memberId: string, proven: 'password' | 'code'): Promise<SecondStepWay[]> {
  return proven === 'password' ? ['code'] : []
}
