/** What a run would do with each order: the very commands, taken back. */
import { isUnavailable, OutcomeUnknown } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { Refusal, type RefusalCode } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { type Acted, actOn, type Wish } from './act.ts'
import type { Chosen } from './bulk-rules.ts'

export type Foreseen =
  | { orderId: string; outcome: 'done' | 'asked'; returns: Acted['returns'] }
  | { orderId: string; outcome: 'refused'; refusal: RefusalCode | 'system_error'; told: Record<string, unknown> }

/** Written nowhere, so whatever the permission asks for is enough; why a sale is taken back changes nothing of what may be done. */
const UNSAID = 'preview'

/** Nothing of it stands: every order is tried in a transaction that is taken back. A defect of one is said of that one, as a run says it. */
export async function previewRun(
  karat: Bag<'orders'>,
  staff: Staff,
  action: Wish['action'],
  orders: Chosen[],
): Promise<Foreseen[]> {
  const foreseen: Foreseen[] = []
  for (const order of orders)
    foreseen.push(await foresee(karat, staff, { action, cause: null, reason: UNSAID, ...order }))
  return foreseen
}

class TakenBack extends Error {
  readonly acted: Acted
  constructor(acted: Acted) {
    super('tried, and taken back')
    this.acted = acted
  }
}

async function foresee(karat: Bag<'orders'>, staff: Staff, tried: Wish & Chosen): Promise<Foreseen> {
  const { orderId } = tried
  const why = await karat.db
    .transaction<never>(async (tx) => {
      throw new TakenBack(await actOn(tx, karat, staff, tried))
    })
    .catch((error: unknown) => error)
  if (why instanceof TakenBack) {
    const { approval_id, returns } = why.acted
    return { orderId, outcome: approval_id ? 'asked' : 'done', returns }
  }
  if (why instanceof Refusal) return { orderId, outcome: 'refused', refusal: why.code, told: why.data }
  if (isUnavailable(why) || why instanceof OutcomeUnknown) throw why
  karat.log.error({ err: why, order: orderId }, 'an order of a preview failed')
  return { orderId, outcome: 'refused', refusal: 'system_error', told: {} }
}
