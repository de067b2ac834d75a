/** An agent prepares a purchase for a client, who is told and buys it themselves, or not. */
import { v7 as newId } from 'uuid'
import { isShownSku } from '../../catalogue/sku-names.ts'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { exponentOf, parseDecimal } from '../../money/money.ts'
import { agentOf } from '../../referral/attribution-queries.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { PreparedListView, PrepareInput } from './preparation-contract.ts'
import { listPrepared, namesOfAgents, type Reader } from './preparation-queries.ts'

/**
 * The client gets a letter with a link; until they confirm on their own device, with their own PIN, at the price of that moment, nothing is
 * bought. It ends by itself after some days. The agent learns neither a balance nor whether the letter was read.
 *
 * Refuses agent_not_active; not_found for nobody's or another's client; invalid_input (value, sku_id); preparations_open beyond so many that wait in
 * all, and with one client that wait or were made within a day: each is a letter.
 */
export function preparePurchase(
  karat: Bag<'agents'>,
  holder: Reader,
  wish: PrepareInput,
  key: Once,
): Promise<PreparedListView> {
  return once(karat.db, key, async (tx) => {
    const agent = await holdAgent(tx, holder)
    await requireClient(tx, holder, wish.client_id)
    await requireRoom(tx, agent.id, wish.client_id)
    const id = newId()
    const named = await readNamed(tx, holder, wish)
    await tx.run(sql`
      insert into agents.preparations (id, number, agent_id, member_id, store, currency, kind, weight_e4, amount_minor, sku_id, quantity, words, ends_at)
      values (${id}, 'P' || nextval('agents.preparation_numbers'), ${agent.id}, ${wish.client_id}, ${holder.store}, ${holder.currency},
        ${wish.by === 'pieces' ? 'order' : 'grams'}, ${named.weight}, ${named.amount}, ${named.skuId}, ${named.quantity}, ${wish.words.trim()},
        now() + make_interval(days => ${settings.agents.prepareDays}::int))`)
    await tellClient(tx, karat, holder, { id, clientId: wish.client_id })
    return listPrepared(tx, holder)
  })
}

/** The agent of a member with a store, held until the end of `tx`. Refuses agent_not_active. */
async function holdAgent(tx: Tx, { memberId, store }: Reader): Promise<{ id: string }> {
  const agent = await tx.row<{ id: string }>(sql`
    select id from agents.agents where member_id = ${memberId} and store = ${store} and state = 'active' for no key update`)
  if (!agent) throw new Refusal('agent_not_active')
  return agent
}

async function requireClient(tx: Tx, { memberId, store }: Reader, clientId: string): Promise<void> {
  const by = await agentOf(tx, clientId)
  if (by?.ownerId !== memberId || by.store !== store) throw new Refusal('not_found')
}

async function requireRoom(tx: Tx, agentId: string, clientId: string): Promise<void> {
  const row = await tx.row<{ all: number; each: number }>(sql`
    select count(*) filter (where state = 'waiting')::int as all,
      count(*) filter (where member_id = ${clientId} and (state = 'waiting' or made_at > now() - interval '1 day'))::int as each
    from agents.preparations where agent_id = ${agentId} and (state = 'waiting' or member_id = ${clientId})`)
  const { mostPrepared, mostPreparedEach } = settings.agents
  if ((row?.each ?? 0) >= mostPreparedEach) throw new Refusal('preparations_open', { limit: mostPreparedEach })
  if ((row?.all ?? 0) >= mostPrepared) throw new Refusal('preparations_open', { limit: mostPrepared })
}

type Named = { weight: bigint | null; amount: bigint | null; skuId: number | null; quantity: number | null }

async function readNamed(tx: Tx, { store, currency }: Reader, wish: PrepareInput): Promise<Named> {
  const none = { weight: null, amount: null, skuId: null, quantity: null }
  if (wish.by === 'pieces') {
    const skuId = wish.sku_id ?? 0
    if (!(await isShownSku(tx, { skuId, store }))) throw invalidInput({ sku_id: problem('unknown') })
    return { ...none, skuId, quantity: wish.quantity ?? 1 }
  }
  const places = wish.by === 'weight' ? 4 : exponentOf(currency)
  const units = parseDecimal(wish.value ?? '', places) ?? 0n
  if (units <= 0n) throw invalidInput({ value: problem('number') })
  return wish.by === 'weight' ? { ...none, weight: units } : { ...none, amount: units }
}

async function tellClient(
  tx: Tx,
  { config }: Pick<Bag<'agents'>, 'config'>,
  { memberId, store }: Reader,
  { id, clientId }: { id: string; clientId: string },
): Promise<void> {
  const name = (await namesOfAgents(tx, [memberId])).get(memberId) ?? '–'
  const link = `${config.PUBLIC_URL}/user/agents/prepared?id=${id}`
  await queueMail(tx, {
    ...{ ...(await findContact(tx, clientId)), store, template: 'agent_prepared', onceKey: `agent_prepared:${id}` },
    values: { name, days: String(settings.agents.prepareDays), link },
  })
}
