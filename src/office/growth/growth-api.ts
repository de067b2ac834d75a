/** Invitations and campaigns at the desk: rewards that wait for a decision, rates, and what links brought. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { askRates, describeRates } from '../../referral/change-rates.ts'
import { decideReward } from '../../referral/decide-reward.ts'
import * as shapes from '../../referral/office-contract.ts'
import { listOfficeRewards } from '../../referral/office-queries.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { knownStore } from '../kit/known-store.ts'
import { readCampaigns } from './read-campaigns.ts'

const tags = ['office: growth']
const sees = { access: 'staff', permission: 'growth.see' } as const

export function growthOfficeApi(door: Door, karat: Karat): void {
  rewardCalls(door, karat)
  door.get(
    '/growth/campaigns',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'What each sign-up link brought' },
        ...{ querystring: shapes.CampaignsQuery, response: { 200: shapes.Campaigns } },
      },
    },
    ({ query }) => readCampaigns(karat.db, query),
  )
  door.get(
    '/growth/campaignsFile',
    {
      config: { access: 'staff', permission: 'growth.export', ...asFile },
      schema: {
        ...{ tags, summary: 'The same as a file for a spreadsheet' },
        ...{ querystring: shapes.CampaignsFileQuery, response: { 200: CsvAnswer } },
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const size = karat.settings.staff.exportRows
      const { rows } = await readCampaigns(karat.db, { ...request.query, page: 1, size })
      const details = { did: 'export' as const, rows: rows.length }
      await karat.db.transaction((tx) => recordAction(tx, requireStaff(request), { action: 'growth.export', details }))
      const cells = rows.map((row) => campaignHead.map((name) => row[name]))
      return sendCsv(reply, 'campaigns', [...campaignHead], cells, karat.now())
    },
  )
}

const campaignHead = [
  ...(['code', 'kind', 'store', 'owner', 'visits', 'signed_up', 'verified', 'bought'] as const),
  ...(['volume', 'currency', 'grams', 'cost', 'cost_per_gram', 'commission', 'commission_per_gram'] as const),
]

function rewardCalls(door: Door, karat: Karat): void {
  door.get(
    '/growth/rewards',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Rewards of invitations, those that wait for a decision first' },
        ...{ querystring: shapes.OfficeRewardsQuery, response: { 200: shapes.OfficeRewards } },
      },
    },
    ({ query }) => listOfficeRewards(karat.db, query),
  )
  door.post(
    '/growth/decide',
    {
      config: { access: 'staff', permission: 'growth.decide', once: true },
      schema: {
        ...{ tags, summary: 'Accept a doubted reward, or refuse one, also a credited one that is still watched' },
        ...{ body: shapes.DecideReward, response: { 200: shapes.Asked } },
      },
    },
    (request) => {
      const { reward_id: rewardId, decision, reason } = request.body
      return decideReward(karat, requireStaff(request), { rewardId, decision, reason }, staffOnce(request))
    },
  )
  door.get(
    '/growth/rates',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'What a reward is in a store, now and before' },
        ...{ querystring: shapes.RatesQuery, response: { 200: shapes.Rates } },
      },
    },
    ({ query }) => describeRates(karat, knownStore(karat, query.store).code),
  )
  door.post(
    '/growth/rates',
    {
      config: { access: 'staff', permission: 'growth.rates', once: true },
      schema: {
        ...{ tags, summary: 'Ask a second person for another rate, from their approval on' },
        ...{ body: shapes.ChangeRates, response: { 200: shapes.Asked } },
      },
    },
    (request) => askRates(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
