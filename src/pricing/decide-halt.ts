/** What a person of the house does about a store's price; the audit log has it with the effect. */
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { recordAction } from '../staff/record-action.ts'
import { type HaltDecision, writeHalt, writeResume } from './halt-prices.ts'

type Wish = { store: string; reason: string }
type Answer = { changed: boolean }

/** Nothing is quoted, guaranteed or traded in the store until the price is resumed. `changed` is false when it was halted already. */
export const haltByStaff = (karat: Karat, staff: Staff, wish: Wish): Promise<Answer> =>
  decide(karat, staff, wish, 'prices.halt', writeHalt)

/** The store sells again as soon as its price is young enough. `changed` is false when it was not halted. */
export const resumeByStaff = (karat: Karat, staff: Staff, wish: Wish): Promise<Answer> =>
  decide(karat, staff, wish, 'prices.resume', writeResume)

/** Refuses not_found for no store of ours; permission_missing; invalid_input without a reason. */
async function decide(
  karat: Karat,
  staff: Staff,
  { store, reason }: Wish,
  action: Permission,
  write: (tx: Parameters<typeof writeHalt>[0], decision: HaltDecision) => Promise<boolean>,
): Promise<Answer> {
  if (!karat.stores.has(store)) throw new Refusal('not_found')
  const changed = await karat.db.transaction(async (tx) => {
    const written = await write(tx, { store, by: staff.name, reason })
    if (written) await recordAction(tx, staff, { action, subject: { kind: 'price', id: store }, store, reason })
    return written
  })
  await karat.prices.refresh()
  return { changed }
}
