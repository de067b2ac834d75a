/** A member says where the net of their slips goes from now on. */
import { sql } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type Holder, holdPlace } from '../../vault/holder.ts'
import { requireNamed } from '../../vault/payables/claim-payables.ts'
import { requireAgreed } from '../../vault/vault-agreement.ts'
import type { MonthsView, SlipWayWish } from './commission-contract.ts'
import { listMonths } from './commission-queries.ts'

/**
 * The next slip goes there, and so does each one after it: the member's place is held, as by whoever pays one (decision 0155).
 *
 * Refuses, in this order: as checkPin; invalid_input (destination_id) for an account that is missing or said of another way; agent_state for
 * somebody who has never been an agent of the store; as requireNamed for the account; as requireAgreed for gold.
 */
export async function chooseSlipWay(
  karat: Bag<'agents'>,
  holder: Holder,
  { pin, to, destination_id: destinationId, agreement_version: agreement }: SlipWayWish,
  request: Once,
): Promise<MonthsView> {
  const { memberId, store } = holder
  await checkPin(karat, memberId, pin)
  if ((to === 'account') !== (destinationId !== undefined)) throw invalidInput({ destination_id: problem('required') })
  return once(karat.db, request, async (tx) => {
    await holdPlace(tx, holder)
    const agency = await tx.row(sql`
      select from agents.agents where member_id = ${memberId} and store = ${store} and began_at is not null limit 1`)
    if (!agency) throw new Refusal('agent_state')
    if (destinationId) await requireNamed(tx, holder, destinationId)
    if (to === 'vault') await requireAgreed(tx, holder, agreement)
    await tx.run(sql`
      insert into agents.slip_choices (member_id, store, goes_to, destination_id)
      values (${memberId}, ${store}, ${to}, ${destinationId ?? null})`)
    return listMonths(tx, holder)
  })
}
