/** Agents at the desk: who applies, who is one, and what becomes of them. */
import { askForRates, readRates } from '../../agents/change-rates.ts'
import { ContractPdf, NoQuery } from '../../agents/contract.ts'
import { decideAgent } from '../../agents/decide-agent.ts'
import * as shapes from '../../agents/office-contract.ts'
import { earnedCells, earnedHead, listOfficeAgents, readOfficeAgent } from '../../agents/office-queries.ts'
import { openTaxNumber } from '../../agents/open-tax-number.ts'
import { readContractForStaff } from '../../agents/read-contract-for-staff.ts'
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'

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
    ({ query }) => readOfficeAgent(karat.db, karat, query.agent_id),
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
  ratesApi(door, karat)
  decisionsApi(door, karat)
}

function decisionsApi(door: Door, karat: Karat): void {
  door.post(
    '/agents/tax_number',
    {
      config: { access: 'staff', permission: 'agents.tax_number' },
      schema: {
        ...{ tags, summary: 'The tax number of an agent in full' },
        ...{ body: shapes.TaxNumberOf, response: { 200: shapes.TaxNumber } },
      },
    },
    (request) => {
      const { agent_id: agentId, reason } = request.body
      return openTaxNumber(karat, requireStaff(request), { agentId, reason })
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

function ratesApi(door: Door, karat: Karat): void {
  door.get(
    '/agents/rates',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Rates of agents in force, and those that were set' },
        ...{ querystring: NoQuery, response: { 200: shapes.OfficeRates } },
      },
    },
    () => readRates(karat.db, karat),
  )
  door.post(
    '/agents/rates',
    {
      config: { access: 'staff', permission: 'agents.rates', once: true },
      schema: {
        ...{ tags, summary: 'Ask a second person for rates from a day to come' },
        ...{ body: shapes.RatesOf, response: { 200: shapes.RatesAsked } },
      },
    },
    (request) => askForRates(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.get(
    '/agents/commissions.csv',
    {
      config: { access: 'staff', permission: 'agents.export', ...asFile },
      schema: {
        ...{ tags, summary: 'Commissions of all agents as CSV', produces: ['text/csv'] },
        ...{ querystring: shapes.EarnedExport, response: { 200: CsvAnswer } },
      },
    },
    async (request, reply) => {
      const rows = await earnedCells(karat.db, request.query.store, karat.settings.staff.exportRows)
      const details = { did: 'export' as const, rows: rows.length }
      await karat.db.transaction((tx) => recordAction(tx, requireStaff(request), { action: 'agents.export', details }))
      return sendCsv(reply, 'commissions', earnedHead, rows, karat.now())
    },
  )
}
