/** What clients bought becomes commissions, what went back of it is taken back, and what fell due is paid by the month. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { openAmong } from '../../identity/member-name-queries.ts'
import type { Bag } from '../../karat.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import type { Currency } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { sellAtPrice } from '../../pricing/require-selling.ts'
import { listClients } from '../../referral/attribution-queries.ts'
import { settledPurchases } from '../../referral/settled-purchases.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import { holdPlace } from '../../vault/holder.ts'
import type { AgentState } from '../agent-rules.ts'
import { ratesOn } from '../rates.ts'
import { commissionAccrued, commissionReversed } from './commission-postings.ts'
import { commissionOf, takenBack } from './commission-rules.ts'
import { makeSlip } from './make-slip.ts'

type Purchase = Awaited<ReturnType<typeof settledPurchases>>[number]
export type SettledAgent = {
  id: string
  number: string
  memberId: string
  store: string
  state: AgentState
  numbered: boolean
}

/** One round over the agents whose turn it is. One that fails holds up no other. How many were looked at. */
export async function settleAgents(karat: Bag<'agents'>): Promise<number> {
  const due = await karat.db.rows<{ id: string }>(sql`
    select id from agents.agents where began_at is not null and next_look_at <= now() order by next_look_at limit 50`)
  let looked = 0
  for (const { id } of due)
    await settleAgent(karat, id).then(
      (done) => {
        if (done) looked++
      },
      async (error) => {
        karat.log.warn({ err: error, agent: id }, 'commissions of an agent wait')
        await karat.db.run(sql`
          update agents.agents set next_look_at = now() + make_interval(secs => ${settings.agents.lookSeconds}::int)
          where id = ${id} and next_look_at <= now()`)
      },
    )
  return looked
}

/**
 * Everything of one agent in one transaction that holds their member's place and then them (decision 0104): of several at once one finds that it is their turn. Afterwards each purchase of
 * their clients that earns has its commission, what went back of one is taken back to the unit, and the month that is over has its slip if
 * anything is to be paid. False where it was not their turn.
 */
export async function settleAgent(karat: Bag<'agents'>, agentId: string): Promise<boolean> {
  const of = await karat.db.row<{ store: string }>(sql`select store from agents.agents where id = ${agentId}`)
  if (!of) return false
  const { code, currency } = storeOf(karat, of.store)
  // Grams are bought for a slip at the price of this moment; whatever else there is to do asks for none.
  if (!karat.prices.live(code, currency)) return settle(karat, agentId, null)
  return sellAtPrice(karat, { store: code, currency }, (price) => settle(karat, agentId, price))
}

const settle = (karat: Bag<'agents'>, agentId: string, price: PriceNow | null): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    if (!(await holdPlaceOf(tx, agentId))) return false
    const agent = await tx.row<SettledAgent>(sql`
      update agents.agents set next_look_at = now() + make_interval(secs => ${settings.agents.lookSeconds}::int)
      where id = ${agentId} and began_at is not null and next_look_at <= now()
      returning id, number, member_id as "memberId", store, state, tax_number_sealed is not null as numbered`)
    if (!agent) return false
    const clients = await listClients(tx, { ownerId: agent.memberId, store: agent.store })
    const bought = await settledPurchases(
      tx,
      clients.map(({ memberId }) => memberId),
    )
    const purchases = bought.filter(({ store }) => store === agent.store)
    await accrue(tx, karat, agent, purchases)
    await setDue(tx, agent, purchases)
    await reverse(tx, agent, purchases)
    await makeSlip(tx, karat, agent, price)
    return true
  })

/** False where it is not their turn. Whoever left has no place to hold; what they earned is paid to nobody. */
async function holdPlaceOf(tx: Tx, agentId: string): Promise<boolean> {
  const of = await tx.row<{ memberId: string; store: string }>(sql`
    select member_id as "memberId", store from agents.agents where id = ${agentId} and began_at is not null and next_look_at <= now()`)
  if (!of) return false
  const open = await openAmong(tx, [of.memberId])
  if (open.has(of.memberId)) await holdPlace(tx, of)
  return true
}

const keyOf = ({ kind, id }: Pick<Purchase, 'kind' | 'id'>) => `${kind} ${id}`

/** What stands and was not seen before, of clients who are no agents themselves, while the agent was active. */
async function accrue(tx: Tx, karat: Bag<'agents'>, agent: SettledAgent, purchases: Purchase[]): Promise<void> {
  const standing = purchases.filter(({ stands }) => stands > 0n)
  const zone = storeOf(karat, agent.store).timeZone
  const earning = await tx.rows<{ key: string; day: string }>(sql`
    select p.key, to_char(p.at at time zone ${zone}, 'YYYY-MM-DD') as day
    from unnest(${standing.map(keyOf)}::text[], ${standing.map(({ kind }) => kind)}::text[], ${standing.map(({ id }) => id)}::uuid[],
      ${standing.map(({ memberId }) => memberId)}::uuid[], ${standing.map(({ paidAt }) => paidAt)}::timestamptz[]) as p(key, kind, id, client, at)
    where not exists (select from agents.commissions c where c.purchase_kind = p.kind and c.purchase_id = p.id)
      and agents.earns(${agent.id}, p.client, p.at)`)
  const days = new Map(earning.map(({ key, day }) => [key, day]))
  const rates = new Map<string, number>()
  for (const day of new Set(days.values())) rates.set(day, (await ratesOn(tx, agent.store, day)).commission_ppm)
  for (const one of standing) {
    const ppm = rates.get(days.get(keyOf(one)) ?? '')
    if (ppm === undefined) continue
    const [id, currency, amount] = [newId(), one.currency as Currency, commissionOf(one.stands, ppm)]
    await tx.run(sql`
      insert into agents.commissions (id, agent_id, client_id, store, currency, purchase_kind, purchase_id, number, paid_at, purchase_minor,
        stands_minor, ppm, amount_minor, due_at, disputed)
      values (${id}, ${agent.id}, ${one.memberId}, ${agent.store}, ${currency}, ${one.kind}, ${one.id}, ${one.number}, ${one.paidAt},
        ${one.stands}, ${one.stands}, ${ppm}, ${amount}, ${one.overAt}, ${one.disputed})`)
    if (amount > 0n) await postTransfer(tx, commissionAccrued({ id, store: agent.store, currency, amount }))
  }
}

type Known = { id: string; kind: Purchase['kind']; purchaseId: string; stands: bigint; ppm: number; currency: Currency }

/** When each falls due, and whether its buyer disputes it, as far as that has changed. */
const setDue = (tx: Tx, agent: SettledAgent, purchases: Purchase[]): Promise<number> =>
  tx.run(sql`
    update agents.commissions c set due_at = p.due, disputed = p.disputed
    from unnest(${purchases.map(({ kind }) => kind)}::text[], ${purchases.map(({ id }) => id)}::uuid[],
      ${purchases.map(({ overAt }) => overAt)}::timestamptz[], ${purchases.map(({ disputed }) => disputed)}::boolean[]) as p(kind, id, due, disputed)
    where c.agent_id = ${agent.id} and (c.purchase_kind, c.purchase_id) = (p.kind, p.id) and c.slip_id is null and c.stands_minor > 0
      and (c.due_at, c.disputed) is distinct from (p.due, p.disputed)`)

/** Less stands than before: what that had earned is taken back, whether it was paid already or not. */
async function reverse(tx: Tx, agent: SettledAgent, purchases: Purchase[]): Promise<void> {
  const now = new Map(purchases.map((one) => [keyOf(one), one]))
  const known = await tx.rows<Known>(sql`
    select id, purchase_kind as kind, purchase_id as "purchaseId", stands_minor as stands, ppm, currency from agents.commissions
    where agent_id = ${agent.id} and stands_minor > 0 order by id`)
  for (const one of known) {
    const left = now.get(keyOf({ kind: one.kind, id: one.purchaseId }))
    if (!left || left.stands >= one.stands) continue
    const [id, amount] = [newId(), takenBack(one, left.stands)]
    await tx.run(sql`
      insert into agents.reversals (id, commission_id, stands_minor, amount_minor) values (${id}, ${one.id}, ${left.stands}, ${amount})`)
    if (amount > 0n)
      await postTransfer(tx, commissionReversed({ id, store: agent.store, currency: one.currency, amount }))
  }
}
