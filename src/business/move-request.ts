import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { mayMove, type RequestState, requestMoves } from './request-rules.ts'

export type Move = { requestId: string; from: RequestState; to: RequestState; actor: string; reason: string }

/** Nobody else moves it until this transaction is over. After the member's place, before prices and money (decision 0104). */
export const holdRequest = (tx: Tx, requestId: string): Promise<unknown> =>
  tx.row(sql`select 1 from business.requests where id = ${requestId} for no key update`)

/**
 * Moves a request from the state it is expected to be in, and writes who, when and why in the same statement. Of any number of moves at
 * once exactly one finds the expected state.
 *
 * Refuses business_state with the state it is in and the moves that are legal from there.
 */
export async function moveRequest(tx: Tx, { requestId, from, to, actor, reason }: Move): Promise<void> {
  const moved = mayMove(from, to)
    ? await tx.run(sql`
        with moved as (update business.requests set state = ${to} where id = ${requestId} and state = ${from} returning id)
        insert into business.moves (request_id, from_state, to_state, actor, reason)
        select id, ${from}, ${to}, ${actor}, ${reason} from moved`)
    : 0
  if (moved === 0) await refuseState(tx, requestId)
}

async function refuseState(tx: Tx, requestId: string): Promise<never> {
  const row = await tx.row<{ state: RequestState }>(sql`select state from business.requests where id = ${requestId}`)
  if (!row) throw new Refusal('not_found')
  throw new Refusal('business_state', { state: row.state, legal: requestMoves[row.state] })
}
