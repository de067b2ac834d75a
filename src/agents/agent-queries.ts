/** An agent as they see themselves. */
import { drawQr } from '../credentials/draw-qr.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { getLevel } from '../kyc/level-queries.ts'
import { type Level, levelName } from '../kyc/level-rules.ts'
import { numberOfPaper } from '../papers/paper-queries.ts'
import { addressOfLink } from '../referral/link-code-rules.ts'
import { codeOf } from '../referral/links.ts'
import { settings } from '../settings.ts'
import type { Holder } from '../vault/holder.ts'
import { type AgentState, openStates } from './agent-rules.ts'
import type { AgentPageView, AgentView } from './contract.ts'
import { contractPapers } from './contract-papers.ts'
import { ratesNow } from './rates.ts'

export type AgentRow = Pick<AgentView, 'number' | 'words' | 'tax_number_end'> & {
  id: string
  state: AgentState
  applied_at: Date
  began_at: Date | null
  ended_at: Date | null
}
export const agentColumns: Sql = sql`a.id, a.number, a.state, a.words, a.tax_number_end, a.applied_at, a.began_at, a.ended_at`

export const viewAgent = ({ id, applied_at, began_at, ended_at, ...row }: AgentRow) => ({
  ...{ agent_id: id, ...row, applied_at: applied_at.toISOString() },
  began_at: began_at?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null,
})

function linkOf(config: Bag<'agents'>['config'], code: string): NonNullable<AgentView['link']> {
  const address = addressOfLink(config, { kind: 'agent', code })
  return { code, address, qr: drawQr(address, 'M') }
}

type StepRow = { from: AgentState | null; to: AgentState; actor: string; reason: string; at: Date }

/** The newest first. */
export const listSteps = (db: Queryable, agentId: string): Promise<StepRow[]> =>
  db.rows<StepRow>(sql`
    select from_state as "from", to_state as "to", actor, reason, at from agents.moves where agent_id = ${agentId} order by id desc`)

const sideOf = (actor: string) =>
  actor.startsWith('member:') ? ('member' as const) : actor.startsWith('staff:') ? ('desk' as const) : ('shop' as const)

/** Whether a member is an agent of the store now. */
export const isAgent = async (db: Queryable, { memberId, store }: Omit<Holder, 'currency'>): Promise<boolean> =>
  (await db.row(sql`
    select 1 as one from agents.agents where member_id = ${memberId} and store = ${store} and state = ${'active' satisfies AgentState}`)) !==
  undefined

/** What the page of a member says: their newest application, and what applies to a new one. */
export async function readAgentPage(
  db: Queryable,
  karat: Pick<Bag<'agents'>, 'config' | 'stores'>,
  { memberId, store }: Omit<Holder, 'currency'>,
): Promise<AgentPageView> {
  const [row, began, { level }, rates] = await Promise.all([
    db.row<AgentRow>(sql`
      select ${agentColumns} from agents.agents a where a.member_id = ${memberId} and a.store = ${store}
      order by a.applied_at desc, a.id desc limit 1`),
    db.row(sql`
      select from agents.agents where member_id = ${memberId} and store = ${store} and began_at is not null limit 1`),
    getLevel(db, memberId),
    ratesNow(db, karat, store),
  ])
  const need = settings.agents.level as Level
  return {
    agent: row ? { ...viewAgent(row), ...(await aboutAgent(db, karat, { id: row.id, memberId, store })) } : null,
    was_agent: began !== undefined,
    may_apply: !row || !openStates.includes(row.state),
    level: { has: levelName(level), needs: levelName(need), enough: level >= need },
    terms: { version: settings.agents.termsVersion, ...rates },
  }
}

async function aboutAgent(
  db: Queryable,
  { config }: Pick<Bag<'agents'>, 'config'>,
  { id: agentId, memberId, store }: { id: string; memberId: string; store: string },
): Promise<Pick<AgentView, 'contract' | 'link' | 'timeline'>> {
  const [steps, code, contract] = await Promise.all([
    listSteps(db, agentId),
    codeOf(db, { kind: 'agent', subjectId: memberId, store }),
    numberOfPaper(db, contractPapers.subject, agentId),
  ])
  return {
    contract,
    link: code === null || contract === null ? null : linkOf(config, code),
    timeline: steps.map(({ actor, at, ...step }) => ({ ...step, by: sideOf(actor), at: at.toISOString() })),
  }
}
