/** Prepared purchases, as the agent and as the client sees them. */
import { namesOfSkus } from '../../catalogue/sku-names.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { namesOf } from '../../identity/find-recipient.ts'
import { verifiedNamesOf } from '../../kyc/verification-queries.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../../money/money.ts'
import { agentOf } from '../../referral/attribution-queries.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { Holder } from '../../vault/holder.ts'
import { shownNames } from '../shown-names.ts'
import type { ForClientView, ListForClientView, PreparedListView, PreparedView } from './preparation-contract.ts'
import type { PreparationState } from './preparation-rules.ts'

type Row = {
  id: string
  number: string
  clientId: string
  agentId: string
  agentNumber: string
  kind: 'grams' | 'order'
  state: PreparationState
  weight: bigint | null
  amount: bigint | null
  currency: Currency
  sku_id: number | null
  quantity: number | null
  words: string
  made_at: Date
  ends_at: Date
  ended_at: Date | null
}
/** What is past its time is over, whether a round came by or not. */
const columns: Sql = sql`p.id, p.number, p.member_id as "clientId", a.member_id as "agentId", a.number as "agentNumber", p.kind,
  case when p.state = 'waiting' and p.ends_at <= now() and p.opened_at is null then 'expired' else p.state end as state, p.weight_e4 as weight,
  p.amount_minor as amount, p.currency, p.sku_id, p.quantity, p.words, p.made_at, p.ends_at, p.ended_at`
const from: Sql = sql`agents.preparations p join agents.agents a on a.id = p.agent_id`

type Fields = Omit<PreparedView, 'client'>
const viewOf = (row: Row, products: Map<number, string>): Fields => ({
  ...{ preparation_id: row.id, number: row.number, kind: row.kind, state: row.state, currency: row.currency },
  weight: row.weight === null ? null : weightText(weight(row.weight)),
  amount: row.amount === null ? null : moneyText(minor(row.amount), row.currency),
  ...{ sku_id: row.sku_id, quantity: row.quantity, words: row.words },
  product: row.sku_id === null ? null : (products.get(row.sku_id) ?? '–'),
  ...{ made_at: row.made_at.toISOString(), ends_at: row.ends_at.toISOString() },
  ended_at: row.ended_at?.toISOString() ?? null,
})
const productsOf = (db: Queryable, rows: Row[], language: string) =>
  namesOfSkus(
    db,
    rows.flatMap(({ sku_id: id }) => id ?? []),
    language,
  )
/** Who reads, and in which language goods are called. */
export type Reader = Holder & { language: string }

/** What an agent prepared, the newest first. */
export async function listPrepared(db: Queryable, { memberId, store, language }: Reader): Promise<PreparedListView> {
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${from} where a.member_id = ${memberId} and a.store = ${store}
    order by p.made_at desc, p.id desc limit ${settings.agents.listedPrepared}::int`)
  const [names, products] = await Promise.all([
    shownNames(
      db,
      rows.map(({ clientId }) => clientId),
    ),
    productsOf(db, rows, language),
  ])
  return { rows: rows.map((row) => ({ ...viewOf(row, products), client: names.get(row.clientId) ?? '–' })) }
}

/** One, as its client sees it. Refuses not_found, also for somebody else's. */
export async function readForClient(
  db: Queryable,
  { memberId, store, language }: Reader,
  id: string,
): Promise<ForClientView> {
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${from} where p.id = ${id} and p.member_id = ${memberId} and p.store = ${store}`)
  const [view] = await forClients(db, rows, language)
  if (!view) throw new Refusal('not_found')
  return view
}

/** Whose client a member is, and what waits for them. */
export async function listForClient(db: Queryable, { memberId, store, language }: Reader): Promise<ListForClientView> {
  const by = await agentOf(db, memberId)
  const [agent, shows, rows] = await Promise.all([
    by &&
      db.row<{ number: string }>(sql`
        select number from agents.agents where member_id = ${by.ownerId} and store = ${by.store} and state in ('active', 'suspended')`),
    db.row<{ shows: boolean }>(
      sql`select shows_name as shows from agents.client_choices where member_id = ${memberId}`,
    ),
    db.rows<Row>(sql`
      select ${columns} from ${from} where p.member_id = ${memberId} and p.store = ${store} and p.state = 'waiting' and p.ends_at > now()
      order by p.made_at desc, p.id desc limit ${settings.agents.mostPreparedEach}::int`),
  ])
  const names = await namesOfAgents(db, by ? [by.ownerId] : [])
  return {
    agent:
      by && agent
        ? { name: names.get(by.ownerId) ?? '–', number: agent.number, shows_name: shows?.shows ?? false }
        : null,
    rows: await forClients(db, rows, language),
  }
}

async function forClients(db: Queryable, rows: Row[], language: string): Promise<ForClientView[]> {
  const [names, products] = await Promise.all([
    namesOfAgents(
      db,
      rows.map(({ agentId }) => agentId),
    ),
    productsOf(db, rows, language),
  ])
  return rows.map((row) => ({
    ...{ ...viewOf(row, products), agent: names.get(row.agentId) ?? '–', agent_number: row.agentNumber },
  }))
}

/** Agents as their clients are told of them: by the verified name, since anybody calls their account what they like. */
export async function namesOfAgents(db: Queryable, memberIds: readonly string[]): Promise<Map<string, string>> {
  const [names, verified] = await Promise.all([namesOf(db, memberIds), verifiedNamesOf(db, memberIds)])
  return new Map([...names, ...verified])
}
