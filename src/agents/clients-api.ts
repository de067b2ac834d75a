/** The calls about clients: what they bought and what that earned, what is prepared for them, and what they see of their agent. */
import { type Door, onceOf } from '../http/door.ts'
import { sendFile } from '../http/send-file.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { listClients } from '../referral/attribution-queries.ts'
import { holderOf } from '../vault/holder-of.ts'
import { chooseSlipWay } from './commissions/choose-slip-way.ts'
import * as earned from './commissions/commission-contract.ts'
import { listEarned, listMonths, viewClients } from './commissions/commission-queries.ts'
import { earnedFile } from './commissions/earned-file.ts'
import { readSlip } from './commissions/slip-papers.ts'
import { NoQuery } from './contract.ts'
import { declinePreparation, openPreparation, withdrawPreparation } from './preparations/end-preparation.ts'
import * as prepared from './preparations/preparation-contract.ts'
import { listForClient, listPrepared, readForClient } from './preparations/preparation-queries.ts'
import { preparePurchase } from './preparations/prepare-purchase.ts'
import { showName } from './show-name.ts'

const tags = ['agents']
const reads = { access: 'member' } as const
const moves = { access: 'member', rate: 'money' } as const
const readerOf = (request: Parameters<typeof holderOf>[0]) => ({ ...holderOf(request), language: request.language })

export function clientsApi(door: Door, karat: Bag<'agents'>): void {
  earnedApi(door, karat)
  slipsApi(door, karat)
  slipWayApi(door, karat)
  preparedApi(door, karat)
  forClientsApi(door, karat)
}

function earnedApi(door: Door, karat: Bag<'agents'>): void {
  door.get(
    '/agents/purchases',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What clients of the agent bought, and its commission, page by page' },
        ...{ querystring: earned.PageQuery, response: { 200: earned.EarnedPage } },
      },
    },
    (request) => listEarned(karat.db, holderOf(request), request.query.after),
  )
  door.get(
    '/agents/clients',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'Clients of the agent, masked as each of them chooses, page by page' },
        ...{ querystring: earned.PageQuery, response: { 200: earned.ClientsPage } },
      },
    },
    async (request) => {
      const holder = holderOf(request)
      const all = await listClients(karat.db, { ownerId: holder.memberId, store: holder.store })
      return viewClients(karat.db, holder, all, request.query.after)
    },
  )
  door.get(
    '/agents/months',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What the agent earned by month, with the slips, and what is open' },
        ...{ querystring: earned.MonthsQuery, response: { 200: earned.Months } },
      },
    },
    (request) => listMonths(karat.db, holderOf(request), request.query.count),
  )
}

function slipsApi(door: Door, karat: Bag<'agents'>): void {
  door.get(
    '/agents/slip',
    {
      config: { ...moves, raw: true },
      schema: {
        ...{ tags, summary: 'The slip of a month as PDF, outside the envelope' },
        ...{ querystring: earned.SlipQuery, response: { 200: earned.SlipPdf } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const file = await readSlip(karat, request.query.slip_id, holderOf(request))
      return sendFile(reply, { ...file, type: 'application/pdf' })
    },
  )
  door.get(
    '/agents/purchases_file',
    {
      config: { ...moves, raw: true },
      schema: {
        ...{ tags, summary: 'All purchases of clients with their commissions as CSV, outside the envelope' },
        ...{ querystring: NoQuery, response: { 200: earned.EarnedCsv } },
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const file = await earnedFile(karat, holderOf(request))
      return sendFile(reply, { ...file, type: 'text/csv; charset=utf-8' })
    },
  )
}

function slipWayApi(door: Door, karat: Bag<'agents'>): void {
  door.post(
    '/agents/slip_way',
    {
      config: moves,
      schema: {
        ...{
          tags,
          summary: 'Choose where the net of slips goes: the usual way, into the vault as gold, or to an account',
        },
        ...{ body: earned.SlipWayOf, response: { 200: earned.Months } },
      },
    },
    (request) => chooseSlipWay(karat, holderOf(request), request.body, onceOf(request, requireMember(request).id)),
  )
}

function preparedApi(door: Door, karat: Bag<'agents'>): void {
  door.get(
    '/agents/prepared',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What the agent prepared for clients, the newest first' },
        ...{ querystring: NoQuery, response: { 200: prepared.PreparedList } },
      },
    },
    (request) => listPrepared(karat.db, readerOf(request)),
  )
  door.post(
    '/agents/prepare',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Prepare a purchase for a client, who gets a letter and buys it themselves, or not' },
        ...{ body: prepared.PrepareOf, response: { 200: prepared.PreparedList } },
      },
    },
    (request) => preparePurchase(karat, readerOf(request), request.body, onceOf(request, requireMember(request).id)),
  )
  door.post(
    '/agents/withdraw_prepared',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Take a prepared purchase back' },
        ...{ body: prepared.PreparationOf, response: { 200: prepared.PreparedList } },
      },
    },
    (request) => withdrawPreparation(karat, readerOf(request), request.body.preparation_id),
  )
}

function forClientsApi(door: Door, karat: Bag<'agents'>): void {
  door.get(
    '/agents/for_me',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'Whose client the member is, and what is prepared for them' },
        ...{ querystring: NoQuery, response: { 200: prepared.ListForClient } },
      },
    },
    (request) => listForClient(karat.db, readerOf(request)),
  )
  door.get(
    '/agents/preparation',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'One purchase that was prepared for the member' },
        ...{ querystring: prepared.PreparationQuery, response: { 200: prepared.ForClient } },
      },
    },
    (request) => readForClient(karat.db, readerOf(request), request.query.preparation_id),
  )
  door.post(
    '/agents/open_prepared',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Go on to buy what was prepared; nothing is bought by it' },
        ...{ body: prepared.PreparationOf, response: { 200: prepared.ForClient } },
      },
    },
    (request) => openPreparation(karat, readerOf(request), request.body.preparation_id),
  )
  door.post(
    '/agents/decline_prepared',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Decline what was prepared' },
        ...{ body: prepared.PreparationOf, response: { 200: prepared.ForClient } },
      },
    },
    (request) => declinePreparation(karat, readerOf(request), request.body.preparation_id),
  )
  door.post(
    '/agents/show_name',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Show the agent one’s whole name, or hide it again' },
        ...{ body: prepared.ShowNameOf, response: { 200: prepared.ListForClient } },
      },
    },
    (request) => showName(karat, readerOf(request), request.body.shows_name),
  )
}
