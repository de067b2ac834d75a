/** Agents, through the shop's own calls. */
import { randomUUID } from 'node:crypto'
import { settleAgent } from '../../src/agents/commissions/settle-agent.ts'
import type { AgentPageView } from '../../src/agents/contract.ts'
import type { OfficeAgentView } from '../../src/agents/office-contract.ts'
import { sql } from '../../src/db/database.ts'
import { settings } from '../../src/settings.ts'
import { signature } from './business.ts'
import type { TestMember } from './members.ts'
import { asOwner } from './owner.ts'
import { ask, call } from './purchase.ts'
import type { Shop } from './shop.ts'
import { askStaff, type TestStaff } from './staff.ts'
import { PIN, vaultMember } from './vault.ts'

export const taxNumber = '01.234.567.8-071.000'

export const apply = async (shop: Shop, member: TestMember, told: object = {}, key: string = randomUUID()) =>
  call<AgentPageView>(
    shop,
    member,
    '/agents/apply',
    {
      ...{ words: 'At my mother’s shop in Solo', terms_version: settings.agents.termsVersion },
      ...{ tax_number: taxNumber, signature: await signature(), pin: PIN, ...told },
    },
    { 'idempotency-key': key },
  )

export const readAgency = (shop: Shop, member: TestMember) => ask<AgentPageView>(shop, member, '/agents/me')

type Decision = 'approve' | 'refuse' | 'suspend' | 'resume' | 'end'
export async function decide(shop: Shop, desk: TestStaff, decision: Decision, agent_id: string) {
  const path = decision === 'approve' || decision === 'refuse' ? '/agents/decide' : '/agents/suspend'
  const answer = await askStaff(shop, desk, path, { agent_id, decision, reason: `We ${decision} you` })
  return answer as Omit<typeof answer, 'data'> & { data: OfficeAgentView }
}

/** Somebody whose application waits. */
export async function applicant(shop: Shop, told: object = {}) {
  const member = await vaultMember(shop)
  const { data, error } = await apply(shop, member, told)
  if (error) throw new Error(error)
  return { member, id: data.agent?.agent_id ?? '' }
}

/** Somebody who is an agent. */
export async function agentOf(shop: Shop, desk: TestStaff, told: object = {}) {
  const made = await applicant(shop, told)
  const { error } = await decide(shop, desk, 'approve', made.id)
  if (error) throw new Error(error)
  return made
}

/** Somebody who came by the link of an agent: attributed as at their sign-up. */
export async function clientOf(shop: Shop, agent: TestMember, wealth: Parameters<typeof vaultMember>[1] = {}) {
  const client = await vaultMember(shop, wealth)
  await asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `insert into referral.attributions (member_id, code, kind, owner_id, store)
       select '${client.id}', code, kind, member_id, store from referral.links where kind = 'agent' and member_id = '${agent.id}'`,
  ])
  return client
}

/** Everything of an agency, and what its clients bought, is so many days older. */
export const older = (shop: Shop, agentId: string, days: number, clientIds: string[] = []) =>
  asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `update agents.agents set applied_at = applied_at - interval '${days} days', began_at = began_at - interval '${days} days' where id = '${agentId}'`,
    `update agents.moves set at = at - interval '${days} days' where agent_id = '${agentId}'`,
    ...clientIds.map(
      (id) => `update vault.trades set made_at = made_at - interval '${days} days' where member_id = '${id}'`,
    ),
  ])

/** The round looks at this agent now. */
export async function settled(shop: Shop, agentId: string): Promise<boolean> {
  await shop.karat.db.run(sql`update agents.agents set next_look_at = now() where id = ${agentId}`)
  return settleAgent(shop.karat, agentId)
}
