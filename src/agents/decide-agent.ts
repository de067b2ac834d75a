/** What staff decide about an agent. */
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import type { MailTemplate } from '../mail/templates.ts'
import { makeLink } from '../referral/links.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Did } from '../staff/did-rules.ts'
import type { Staff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { recordAction } from '../staff/record-action.ts'
import { timeZoneOf } from '../stores/stores.ts'
import type { AgentState } from './agent-rules.ts'
import { issueContract } from './contract-papers.ts'
import { moveAgent, refuseState } from './move-agent.ts'
import type { OfficeAgentView } from './office-contract.ts'
import { readOfficeAgent } from './office-queries.ts'

type Decision = 'approve' | 'refuse' | 'suspend' | 'resume' | 'end'

/** From where each decision leads where to, who may, and the letter that says so. */
const table = {
  approve: {
    from: 'applied',
    to: 'active',
    permission: 'agents.decide',
    did: 'agent_approved',
    letter: 'agent_approved',
  },
  refuse: {
    from: 'applied',
    to: 'refused',
    permission: 'agents.decide',
    did: 'agent_refused',
    letter: 'agent_refused',
  },
  suspend: {
    ...{ from: 'active', to: 'suspended', permission: 'agents.suspend' },
    did: 'agent_suspended',
    letter: 'agent_suspended',
  },
  resume: {
    from: 'suspended',
    to: 'active',
    permission: 'agents.suspend',
    did: 'agent_resumed',
    letter: 'agent_resumed',
  },
  end: { from: 'active', to: 'ended', permission: 'agents.suspend', did: 'agent_ended', letter: 'agent_ended' },
} as const satisfies Record<Decision, Rule>

type Rule = { from: AgentState; to: AgentState; permission: Permission; did: Did; letter: MailTemplate }
type Row = {
  number: string
  store: string
  memberId: string
  state: AgentState
  end: string | null
  terms: string
  appliedAt: Date
  signedOn: string
}

/**
 * Approves or refuses an application, suspends an agent, lets them go on, or ends it; the member reads the reason. With the approval the
 * contract is issued. A suspended agent earns nothing of what is bought meanwhile, and is paid nothing; what was earned before stays.
 *
 * Refuses not_found; permission_missing; agent_state from any other state; agent_terms_superseded to approve what was signed under other terms
 * than those now; edited_meanwhile where they bought something at that moment.
 */
export function decideAgent(
  karat: Bag<'agents'>,
  staff: Staff,
  { agentId, decision, reason }: { agentId: string; decision: Decision; reason: string },
  key: Once,
): Promise<OfficeAgentView> {
  const { to, permission, did, from } = table[decision]
  return once(karat.db, key, async (tx) => {
    const row = await findForDecision(tx, agentId)
    const { number, store, memberId, state } = row
    await recordAction(tx, staff, {
      ...{ action: permission, subject: { kind: 'agent', id: agentId }, store, reason },
      details: { did, number },
    })
    const leavesFrom = decision === 'end' && state === 'suspended' ? state : from
    if (state !== leavesFrom) await refuseState(tx, agentId)
    // The contract prints the terms of now: it is issued under no others.
    if (decision === 'approve' && row.terms !== settings.agents.termsVersion)
      throw new Refusal('agent_terms_superseded')
    const values = { number, reason: reason.trim(), link: `${karat.config.PUBLIC_URL}/user/agents/purchases` }
    await queueMail(tx, { ...(await findContact(tx, memberId)), store, template: table[decision].letter, values })
    // The link is the member's for good: who becomes an agent again has it again.
    if (decision === 'approve') await makeLink(tx, { kind: 'agent', subjectId: memberId, memberId, store })
    const paperId = decision === 'approve' ? await issueContract(tx, karat, { id: agentId, ...row }) : undefined
    await moveAgent(tx, {
      ...{ agentId, from: leavesFrom, to, actor: `staff:${staff.id}`, reason: reason.trim() },
      ...(paperId === undefined ? {} : { paperId }),
    }).catch((error) => {
      // What they bought at this moment has earned their own agent something: their time begins after it.
      throw brokenConstraint(error) === 'one_level' ? new Refusal('edited_meanwhile') : error
    })
    return readOfficeAgent(tx, karat, agentId)
  })
}

/** Held: nobody else moves them until the transaction is over. */
async function findForDecision(tx: Tx, agentId: string): Promise<Row> {
  const row = await tx.row<Row>(sql`
    select number, store, member_id as "memberId", state, tax_number_end as "end", terms_version as terms, applied_at as "appliedAt",
      to_char(applied_at at time zone ${timeZoneOf(sql`a.store`)}, 'YYYY-MM-DD') as "signedOn"
    from agents.agents a where id = ${agentId} for no key update`)
  if (!row) throw new Refusal('not_found')
  return row
}
