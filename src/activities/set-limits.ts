import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { limitsOf } from './may-hold.ts'

type Wanted = { store: string; openActivities: number; participants: number; reason: string }

/**
 * From now on a store's holders have these limits; what is open already stays as it is.
 *
 * Refuses unknown_store; permission_missing; invalid_input (reason).
 */
export const setLimits = (karat: Bag<'activities'>, staff: Staff, wanted: Wanted): Promise<{ done: true }> =>
  karat.db.transaction(async (tx) => {
    const { store, openActivities, participants, reason } = wanted
    if (!karat.stores.has(store)) throw new Refusal('unknown_store')
    const before = await limitsOf(tx, store)
    await tx.run(sql`
      insert into activities.limits (store, open_activities, participants, actor, reason)
      values (${store}, ${openActivities}, ${participants}, ${staff.id}, ${reason.trim()})`)
    await recordAction(tx, staff, {
      ...{ action: 'activities.limit', subject: { kind: 'store', id: store }, store, reason },
      details: { did: 'activity_limit_set', before, after: { openActivities, participants } },
    })
    return { done: true as const }
  })
