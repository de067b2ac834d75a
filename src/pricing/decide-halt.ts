/** What a person of the house does about a store's price; the audit log has it with the effect. */
import type { Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { recordAction } from '../staff/record-action.ts'
import { type Halt, type HaltDecision, writeHalt, writeResume } from './halt-prices.ts'
import type { PromiseChoice } from './halt-rules.ts'

type Wish = { store: string; reason: string; guarantees?: PromiseChoice }
type Answer = { changed: boolean }
/** What else follows in the same transaction, once the halt is written. */
type Follow = (tx: Tx, halt: Halt) => Promise<void>

/**
 * Nothing is quoted, guaranteed or traded in the store until the price is resumed; what was promised before is honoured, or
 * held until then (`guarantees`). `changed` is false, and nothing else either, when it was halted already.
 */
export const haltByStaff = (karat: Bag<'pricing'>, staff: Staff, wish: Wish, follow?: Follow): Promise<Answer> =>
  decide(karat, staff, wish, { action: 'prices.halt', write: writeHalt, follow })

/** The store sells again as soon as its price is young enough. `changed` is false when it was not halted. */
export const resumeByStaff = (karat: Bag<'pricing'>, staff: Staff, wish: Wish, follow?: Follow): Promise<Answer> =>
  decide(karat, staff, wish, { action: 'prices.resume', write: writeResume, follow })

type Step = {
  action: Permission
  write: (tx: Tx, decision: HaltDecision) => Promise<Halt | undefined>
  follow: Follow | undefined
}

/** Refuses not_found for no store of ours; permission_missing; invalid_input without a reason. */
async function decide(
  karat: Bag<'pricing'>,
  staff: Staff,
  wish: Wish,
  { action, write, follow }: Step,
): Promise<Answer> {
  const { store, reason, guarantees } = wish
  if (!karat.stores.has(store)) throw new Refusal('not_found')
  const changed = await karat.db.transaction(async (tx) => {
    const halt = await write(tx, { by: staff.name, ...wish })
    if (!halt) return false
    await follow?.(tx, halt)
    const details = guarantees ? { guarantees } : {}
    await recordAction(tx, staff, { action, subject: { kind: 'price', id: store }, store, reason, details })
    return true
  })
  await karat.prices.refresh()
  return { changed }
}
