/** One order of a run: the command of the single order, in the transaction of its row. */
import type { Tx } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import type { Amount } from '../../money/money.ts'
import type { Staff } from '../../staff/door.ts'
import { giveUpIn } from '../give-up/give-up-order.ts'
import { complete, makeReady, prepare } from '../parcels/fulfil-order.ts'
import type { BulkAction, Chosen } from './bulk-rules.ts'

/** `cause`: of giving up, and of nothing else; null too where it is only looked at what a run would do. */
export type Wish = { action: BulkAction; cause: string | null; reason: string | null }
/** A second person was asked where there is an `approval_id`; `returns` is money that goes back. */
export type Acted = { approval_id: string | null; returns: Amount | null }

const nothing: Acted = { approval_id: null, returns: null }

/** Refuses as the command of the single order. */
export async function actOn(
  tx: Tx,
  karat: Pick<Karat, 'settings'>,
  staff: Staff,
  { action, cause, reason, ...known }: Wish & Chosen,
): Promise<Acted> {
  const why = reason ?? ''
  switch (action) {
    case 'prepare':
      await prepare(tx, staff, known)
      return nothing
    case 'ready':
      await makeReady(tx, staff, known)
      return nothing
    case 'complete':
      await complete(tx, staff, { ...known, reason: why })
      return nothing
    case 'give_up':
      return giveUpIn(tx, karat, staff, { ...known, cause, reason: why })
  }
}
