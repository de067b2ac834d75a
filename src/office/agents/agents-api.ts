/** Agents at the desk: who applies, who is one, and what becomes of them. */
import { ContractPdf } from '../../agents/contract.ts'
import { decideAgent } from '../../agents/decide-agent.ts'
import * as shapes from '../../agents/office-contract.ts'
import { listOfficeAgents, readOfficeAgent } from '../../agents/office-queries.ts'
import { readContractForStaff } from '../../agents/read-contract-for-staff.ts'
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { asFile } from '../kit/csv.ts'

const tags = ['office: agents']
const sees = { access: 'staff', permission: 'agents.see' } as const
export function agentsOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/agents/list',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Agents and applications, those that wait first' },
        ...{ querystring: shapes.OfficeAgentsQuery, response: { 200: shapes.OfficeAgents } },
      },
    },
    ({ query }) => listOfficeAgents(karat.db, query),
  )
  door.get(
    '/agents/agent',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'One agent with the timeline' },
        ...{ querystring: shapes.OfficeAgentQuery, response: { 200: shapes.OfficeAgent } },
      },
    },
    ({ query }) => readOfficeAgent(karat.db, query.agent_id),
  )
  door.get(
    '/agents/contract',
    {
      config: { ...sees, ...asFile },
      schema: {
        ...{ tags, summary: 'The signed contract of an agent as PDF' },
        ...{ querystring: shapes.OfficeAgentQuery, response: { 200: ContractPdf } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const file = await readContractForStaff(karat, requireStaff(request), request.query.agent_id)
      return sendFile(reply, { ...file, type: 'application/pdf' })
    },
  )
  door.post(
    '/agents/decide',
    {
      config: { access: 'staff', permission: 'agents.decide', once: true },
      schema: {
        ...{ tags, summary: 'Approve an application, with which the contract is issued, or refuse it' },
        ...{ body: shapes.DecideOf, response: { 200: shapes.OfficeAgent } },
      },
    },
    (request) => {
      const { agent_id: agentId, decision, reason } = request.body
      return decideAgent(karat, requireStaff(request), { agentId, decision, reason }, staffOnce(request))
    },
  )
  door.post(
    '/agents/suspend',
    {
      config: { access: 'staff', permission: 'agents.suspend', once: true },
      schema: {
        ...{ tags, summary: 'Suspend an agent, let them go on, or end their agency' },
        ...{ body: shapes.SuspendOf, response: { 200: shapes.OfficeAgent } },
      },
    },
    (request) => {
      const { agent_id: agentId, decision, reason } = request.body
      return decideAgent(karat, requireStaff(request), { agentId, decision, reason }, staffOnce(request))
    },
  )
}
