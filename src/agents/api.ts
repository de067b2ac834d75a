/** The calls of agents. */
import type { Door } from '../http/door.ts'
import { sendFile } from '../http/send-file.ts'
import type { Bag } from '../karat.ts'
import { holderOf, onceWithPin } from '../vault/holder-of.ts'
import { readAgentPage } from './agent-queries.ts'
import { applyAsAgent, endOwnAgency, withdrawApplication } from './apply.ts'
import { clientsApi } from './clients-api.ts'
import * as shapes from './contract.ts'
import { readContract } from './contract-papers.ts'

const tags = ['agents']
const reads = { access: 'member' } as const
const withPin = { access: 'member', rate: 'pin' } as const

export function agentsApi(door: Door, karat: Bag<'agents'>): void {
  clientsApi(door, karat)
  door.get(
    '/agents/me',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'The newest application of the member to be an agent, and the terms of a new one' },
        ...{ querystring: shapes.NoQuery, response: { 200: shapes.AgentPage } },
      },
    },
    (request) => readAgentPage(karat.db, karat, holderOf(request)),
  )
  door.post(
    '/agents/apply',
    {
      config: withPin,
      schema: {
        ...{ tags, summary: 'Apply to be an agent, signed and with the PIN' },
        ...{ body: shapes.ApplyOf, response: { 200: shapes.AgentPage } },
      },
    },
    (request) => {
      const { tax_number: taxNumber, terms_version: terms, words, signature, pin } = request.body
      return applyAsAgent(karat, holderOf(request), { taxNumber, terms, words, signature, pin }, onceWithPin(request))
    },
  )
  door.post(
    '/agents/withdraw',
    {
      config: { access: 'member', rate: 'money' },
      schema: {
        ...{ tags, summary: 'Take an application back before it was decided' },
        ...{ body: shapes.AgentOf, response: { 200: shapes.AgentPage } },
      },
    },
    (request) => withdrawApplication(karat, holderOf(request), request.body.agent_id),
  )
  door.post(
    '/agents/end',
    {
      config: withPin,
      schema: {
        ...{ tags, summary: 'Stop being an agent; what was earned is paid as it falls due' },
        ...{ body: shapes.AgentWithPin, response: { 200: shapes.AgentPage } },
      },
    },
    (request) => {
      const { agent_id: agentId, pin } = request.body
      return endOwnAgency(karat, holderOf(request), { agentId, pin })
    },
  )
  door.get(
    '/agents/contract',
    {
      config: { access: 'member', rate: 'money', raw: true },
      schema: {
        ...{ tags, summary: 'The signed contract of an agent as PDF, outside the envelope' },
        ...{ querystring: shapes.AgentQuery, response: { 200: shapes.ContractPdf } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const file = await readContract(karat, request.query.agent_id, holderOf(request))
      return sendFile(reply, { ...file, type: 'application/pdf' })
    },
  )
}
