import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { openNumber, taxNumbersOf } from '../kyc/open-number.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { aboutTaxNumber } from './sealed-kinds.ts'
import { checkTaxNumber, type TaxCheck } from './tax-number-rules.ts'

type Sealing = Pick<Bag<'agents'>, 'sealing'>
type Kept = { number: string; memberId: string; store: string; sealed: Buffer | null }

const findKept = (db: Queryable, agentId: string): Promise<Kept | undefined> =>
  db.row<Kept>(sql`
    select number, member_id as "memberId", store, tax_number_sealed as sealed from agents.agents where id = ${agentId}`)

const numberOf = ({ sealing }: Sealing, { memberId, sealed }: Kept, agentId: string): string | null =>
  sealed && openNumber(sealing, sealed, aboutTaxNumber({ memberId, agentId }))

/** Whether the tax number of an agent is the one of their identity check. Nobody learns either by it. */
export async function compareTaxNumber(db: Queryable, karat: Sealing, agentId: string): Promise<TaxCheck> {
  const kept = await findKept(db, agentId)
  const told = kept ? numberOf(karat, kept, agentId) : null
  return kept && told !== null ? checkTaxNumber(told, await taxNumbersOf(db, karat.sealing, kept.memberId)) : 'none'
}

/** The tax number in full; who looked and why is written with it. Refuses not_found, also without one; permission_missing; invalid_input without a reason. */
export const openTaxNumber = (
  karat: Sealing & Pick<Bag<'agents'>, 'db'>,
  staff: Staff,
  { agentId, reason }: { agentId: string; reason: string },
): Promise<{ tax_number: string }> =>
  karat.db.transaction(async (tx) => {
    const kept = await findKept(tx, agentId)
    const told = kept ? numberOf(karat, kept, agentId) : null
    if (!kept || told === null) throw new Refusal('not_found')
    await recordAction(tx, staff, {
      ...{ action: 'agents.tax_number', subject: { kind: 'agent', id: agentId }, store: kept.store, reason },
      details: { did: 'agent_tax_number_opened', number: kept.number },
    })
    return { tax_number: told }
  })
