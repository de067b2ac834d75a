/** What becomes of a prepared purchase: opened, declined or withdrawn; bought or past its time, as a round finds. */
import { type Queryable, type Sql, sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { findOrdersOf } from '../../orders/core/found-order.ts'
import { Refusal } from '../../refusals.ts'
import { findGramsBought } from '../../vault/found-trade.ts'
import type { ForClientView, PreparedListView } from './preparation-contract.ts'
import { listPrepared, type Reader, readForClient } from './preparation-queries.ts'
import type { PreparationState } from './preparation-rules.ts'
import { tellAgent } from './tell-agent.ts'

/** The client goes on to buy it: what they buy of it from now on is this purchase. Refuses not_found; preparation_over. */
export const openPreparation = (karat: Bag<'agents'>, holder: Reader, id: string): Promise<ForClientView> =>
  karat.db.transaction(async (tx) => {
    const { memberId, store } = holder
    const opened = await tx.run(sql`
      update agents.preparations set opened_at = coalesce(opened_at, now())
      where id = ${id} and member_id = ${memberId} and store = ${store} and state = 'waiting' and ends_at > now()`)
    const view = await readForClient(tx, holder, id)
    if (opened === 0) throw new Refusal('preparation_over', { state: view.state })
    return view
  })

/** The client does not want it; their agent is told. Refuses not_found; preparation_over. */
export const declinePreparation = (karat: Bag<'agents'>, holder: Reader, id: string): Promise<ForClientView> =>
  karat.db.transaction(async (tx) => {
    await endOne(tx, { id, to: 'declined', whose: sql`member_id = ${holder.memberId} and store = ${holder.store}` })
    await tellAgent(tx, karat, id, 'declined')
    return readForClient(tx, holder, id)
  })

/** The agent takes it back; what the client buys by themselves is theirs to buy. Refuses not_found; preparation_over. */
export const withdrawPreparation = (karat: Bag<'agents'>, holder: Reader, id: string): Promise<PreparedListView> =>
  karat.db.transaction(async (tx) => {
    const whose = sql`agent_id in (select id from agents.agents where member_id = ${holder.memberId} and store = ${holder.store})`
    await endOne(tx, { id, to: 'withdrawn', whose })
    return listPrepared(tx, holder)
  })

type End = { id: string; to: PreparationState; whose: ReturnType<typeof sql> }

async function endOne(tx: Tx, { id, to, whose }: End): Promise<void> {
  const ended = await tx.run(sql`
    update agents.preparations set state = ${to}, ended_at = now() where id = ${id} and state = 'waiting' and ${whose}`)
  if (ended === 1) return
  const there = await tx.row<{ state: PreparationState }>(
    sql`select state from agents.preparations where id = ${id} and ${whose}`,
  )
  if (!there) throw new Refusal('not_found')
  throw new Refusal('preparation_over', { state: there.state })
}

type Waiting = {
  id: string
  memberId: string
  store: string
  kind: 'grams' | 'order'
  weight: bigint | null
  amount: bigint | null
  skuId: number | null
  quantity: number | null
  since: Date | null
  until: Date
  over: boolean
}
const waitingColumns: Sql = sql`id, member_id as "memberId", store, kind, weight_e4 as weight, amount_minor as amount, sku_id as "skuId", quantity,
  opened_at as since, ends_at as until, ends_at <= now() as over`

/** One round: what was opened and bought since is tied to its purchase, which belongs to one preparation; what is past its time ends. How many ended. */
export async function matchPreparations(karat: Bag<'agents'>): Promise<number> {
  const waiting = await karat.db.rows<Waiting>(sql`
    select ${waitingColumns} from agents.preparations where state = 'waiting' and (opened_at is not null or ends_at <= now()) order by ends_at limit 200`)
  let ended = 0
  for (const one of waiting)
    ended += await matchIfAny(karat, one).catch((error) => {
      karat.log.warn({ err: error, preparation: one.id }, 'a prepared purchase waits')
      return 0
    })
  return ended
}

/** Most wait for nothing yet: the row is taken only where something ends it, which is judged again then. */
async function matchIfAny(karat: Pick<Bag<'agents'>, 'config' | 'db'>, one: Waiting): Promise<number> {
  if (!one.over && !(await firstFree(karat.db, one))) return 0
  return karat.db.transaction((tx) => matchOne(tx, karat, one.id))
}

async function matchOne(tx: Tx, karat: Pick<Bag<'agents'>, 'config'>, id: string): Promise<number> {
  const one = await tx.row<Waiting>(sql`
    select ${waitingColumns} from agents.preparations where id = ${id} and state = 'waiting' for no key update skip locked`)
  if (!one) return 0
  const purchase = await firstFree(tx, one)
  if (purchase) {
    const ended = await tx.run(sql`
      update agents.preparations set state = 'bought', ended_at = now(), purchase_kind = kind, purchase_id = ${purchase} where id = ${id}`)
    await tellAgent(tx, karat, id, 'bought')
    return ended
  }
  if (!one.over) return 0
  return tx.run(sql`update agents.preparations set state = 'expired', ended_at = now() where id = ${id}`)
}

/** The first purchase of exactly this that no other preparation has. */
async function firstFree(db: Queryable, one: Waiting): Promise<string | undefined> {
  const { since, skuId, quantity } = one
  if (!since) return undefined
  const found =
    one.kind === 'grams'
      ? await findGramsBought(db, { ...one, since })
      : await findOrdersOf(db, { ...one, since, skuId: skuId ?? 0, quantity: quantity ?? 0 })
  const ids = found.map((each) => each.id)
  if (ids.length === 0) return undefined
  const taken = await db.rows<{ id: string }>(
    sql`select purchase_id as id from agents.preparations where purchase_kind = ${one.kind} and purchase_id = any(${ids}::uuid[])`,
  )
  return ids.find((each) => !taken.some((other) => other.id === each))
}
