/** What a member chooses for an order that was paid at a wrong price: to buy again at the price now, or all money back. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { refuseState } from '../core/move-order.ts'
import { endOrder, holdOrder, returnsOf } from '../give-up/end-order.ts'
import type { PriceChoice } from './window-rules.ts'
import { moveSale, postpone } from './window-sales.ts'

/**
 * Either way the order ends and everything that was paid for it is on its way back: a second charge for what a right price is
 * higher, or a part of one that is lower, there is none. Who buys again orders the same pieces at the price now, as anybody
 * does; the choice only says so in the timeline. Of both at once, and of the choice beside its end, one happens.
 *
 * Refuses not_found; order_state unless the order waits for this choice; refund_waiting.
 */
export function choosePrice(
  { db }: Pick<Karat, 'db'>,
  member: { memberId: string; store: string },
  { orderId, choice }: { orderId: string; choice: PriceChoice },
  key: Once,
): Promise<{ order_id: string; state: 'cancelled' }> {
  return once(db, key, async (tx) => {
    const owned = await tx.row(sql`select 1 from orders.orders
      where id = ${orderId} and member_id = ${member.memberId} and store = ${member.store}`)
    if (!owned) throw new Refusal('not_found')
    const [to, says] = ends[choice]
    const done = await settleChoice(tx, orderId, { to, actor: `member:${member.memberId}`, says })
    return done ? { order_id: orderId, state: 'cancelled' as const } : refuseState(tx, orderId)
  })
}

const ends = {
  refund: ['returned', 'the member chose the money back'],
  buy_again: ['bought_again', 'the member buys again at the price now'],
} as const

type Settle = { to: 'returned' | 'bought_again'; actor: string; says: string }

/** Ends the order of a choice with all of its money on the way back; false when it waits for no choice any more. */
async function settleChoice(tx: Tx, orderId: string, { to, actor, says }: Settle): Promise<boolean> {
  const held = await holdOrder(tx, orderId)
  const { order } = held
  const back = returnsOf(held)
  if (order.state !== 'paid') return false
  if (!(await moveSale(tx, { kind: 'order', id: orderId }, ['choosing', to]))) return false
  await endOrder(tx, held, { because: 'price_window', actor, says })
  if (back === 0n) return true
  const contact = { ...(await findContact(tx, order.member_id)), store: order.store }
  const values = { number: order.number, total: amountOf(back, order.currency) }
  await queueMail(tx, {
    ...{ ...contact, template: 'money_returning', values },
    onceKey: `money_returning:${orderId}`,
  })
  return true
}

/**
 * Returns the money of those who chose nothing in time; lets go of orders that ended otherwise, listed ones included. Each by
 * itself; one that fails comes again later, behind those that wait.
 */
export async function endChoices(karat: Pick<Karat, 'db' | 'log'>): Promise<number> {
  let ended = 0
  for (const { id } of await listOverdue(karat.db))
    await karat.db
      .transaction(async (tx) => {
        const says = 'nothing was chosen in time'
        if (await settleChoice(tx, id, { to: 'returned', actor: 'system', says })) ended++
        else await letGo(tx, id)
      })
      .catch((error) => postpone(karat, { kind: 'order', id }, error))
  await endListed(karat.db)
  return ended
}

/** The shop gave the order up meanwhile, or somebody prepared it: there is nothing left to choose. */
async function letGo(tx: Tx, id: string) {
  const order = await tx.row<{ state: string }>(sql`select state from orders.orders where id = ${id}`)
  if (order?.state === 'cancelled') await moveSale(tx, { kind: 'order', id }, ['choosing', 'over'])
}

/** A listed order that was cancelled, completed or all paid back since is decided. */
const endListed = (db: Queryable) =>
  db.run(sql`
    update orders.window_sales s set state = 'over', because = null, done_at = now() from orders.orders o
    where s.kind = 'order' and s.state = 'listed' and o.id = s.sale_id and (o.state in ('cancelled', 'expired') or o.refund_state = 'full'
      or exists (select from orders.moves m where m.order_id = o.id and m.to_state = 'completed' and m.created_at > s.done_at))`)

const listOverdue = (db: Queryable) =>
  db.rows<{ id: string }>(sql`
    select w.sale_id as id from orders.window_sales w join orders.orders o on o.id = w.sale_id
    where w.kind = 'order' and w.state = 'choosing' and w.next_try_at <= now()
      and (w.choose_until <= now() or o.state = 'cancelled')
    order by w.next_try_at limit 50`)

/** Whether an order waits for its sale to be settled, or for its buyer to choose: until then nothing else happens with it. */
const awaitsChoice = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await db.row(sql`select 1 from orders.window_sales
    where kind = 'order' and sale_id = ${orderId} and state in ('waiting', 'choosing')`)) !== undefined

/** Refuses price_choice_waiting while it does. */
export async function requireNoChoice(db: Queryable, orderId: string): Promise<void> {
  if (await awaitsChoice(db, orderId)) throw new Refusal('price_choice_waiting')
}
