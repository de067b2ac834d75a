/** The demonstration's history: told once, by the rules, into a new shop and into one that has been used. */
import { beforeAll, expect, test, vi } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { paidOrder } from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { freePort } from '../../tests/support/process.ts'
import { someSku } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { listEarned } from '../agents/commissions/commission-queries.ts'
import { settleAgents } from '../agents/commissions/settle-agent.ts'
import { listPrepared } from '../agents/preparations/preparation-queries.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { judgeStores } from '../backing/judge-backing.ts'
import { startCasesWorker } from '../cases/worker.ts'
import { sql } from '../db/database.ts'
import { findDemoMember } from '../identity/seed-members.ts'
import { verifyChain } from '../ledger/verify-chain.ts'
import { startOrdersWorker } from '../orders/worker.ts'
import { paperSubjects } from '../paper-subjects.ts'
import { startPapersWorker } from '../papers/worker.ts'
import { startPaymentsWorker } from '../payments/worker.ts'
import { findRewards } from '../referral/find-rewards.ts'
import { moveRewards } from '../referral/move-rewards.ts'
import { listOfficeRewards } from '../referral/office-queries.ts'
import { startSandboxWorker } from '../sandbox/worker.ts'
import { storeOf } from '../stores/stores.ts'
import { balancesOf } from '../vault/holder.ts'
import { readHolding } from '../vault/holding-queries.ts'
import { stories } from './demo/history-stories.ts'
import { tellHistory } from './tell-history.ts'

const ports = [await freePort(), await freePort()]
const fresh = openShop({ PORT: String(ports[0]) })
const used = openShop({ PORT: String(ports[1]) })

beforeAll(async () => {
  const workers = await Promise.all(
    [fresh, used].map(async (shop, at) => {
      await shop.app.listen({ port: ports[at] ?? 0, host: '127.0.0.1' })
      return [
        ...[startSandboxWorker(shop.karat), startPaymentsWorker(shop.karat), startOrdersWorker(shop.karat)],
        ...[startPapersWorker(shop.karat, paperSubjects), startCasesWorker(shop.karat)],
      ]
    }),
  )
  return () => Promise.all(workers.flat().map((worker) => worker.stop()))
})

const statesOf = async ({ karat }: Shop) => {
  const rows = await karat.db.rows<{ state: string; n: number }>(
    sql`select state, count(*)::int as n from orders.orders group by state`,
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

const countsOf = ({ karat }: Shop) =>
  karat.db.row<Record<string, number>>(sql`
    select (select count(*)::int from orders.invoices) as invoices,
      (select count(*)::int from orders.later_papers) as later_papers,
      (select count(*)::int from staff.approvals where state = 'waiting') as approvals,
      (select count(*)::int from rights.requests where state = 'waiting') as rights,
      (select count(*)::int from kyc.reports where seen_at is null) as reports,
      (select count(*)::int from orders.lost_parcels where ended = 'paid_back') as paid_back,
      (select count(*)::int from orders.lost_parcels where ended = 'sent_again') as sent_again,
      (select count(*)::int from orders.refund_requests where state = 'requested') as asked,
      (select count(*)::int from payments.refunds where state = 'settled') as settled`)

/** What the vault's stories leave behind. */
const vaultOf = ({ karat }: Shop) =>
  karat.db.row<Record<string, string[]>>(sql`
    select (select array_agg(state::text order by state) from vault.transfers) as transfers,
      (select array_agg(side::text || ' ' || weight_e4 order by weight_e4) from vault.trades) as trades,
      (select array_agg(concat_ws(' ', side, state, amount_minor, weight_e4) order by side) from vault.limit_orders) as limits,
      (select array_agg(concat_ws(' ', r.side, r.state, left(p.document->>'number', 3)) order by r.state) from business.requests r
        left join papers.papers p on p.subject_kind = 'business_contract' and p.subject_id = r.id::text) as business,
      (select array_agg(d.number_end || ' ' || amount_minor order by amount_minor) from vault.payouts p
        join payouts.destinations d on d.id = p.destination_id) as payouts,
      (select array_agg(coalesce(hold_kind, kind)::text || ' ' || state order by kind) from cases.cases) as cases`)

const unevenSkus = ({ karat }: Shop) =>
  karat.db.rows(sql`
    select s.id from catalogue.skus s
    where s.stock <> coalesce((select sum(quantity) from catalogue.stock_moves where sku_id = s.id), 0)`)

const isClean = async (shop: Shop) => {
  expect(await auditLedger(shop.karat.db)).toEqual([])
  expect(await verifyChain(shop.karat.db)).toBeNull()
  expect(await unevenSkus(shop)).toEqual([])
}

/** Whether a member owns gold of a past that is told as past, how many trades of it there are, and their cash. */
async function ownsOf({ karat }: Shop, email: string) {
  const member = await findDemoMember(karat.db, email)
  if (!member) return null
  const holder = { memberId: member.id, store: member.store, currency: storeOf(karat, member.store).currency }
  const { gold, cash } = await balancesOf(karat.db, holder)
  const { movements } = await readHolding(karat, holder)
  const trades = await karat.db.rows(sql`select id from vault.past_trades where member_id = ${member.id}`)
  const isPast = movements
    .filter(({ kind }) => kind === 'demo_history')
    .every(({ at }) => Date.parse(at) < karat.now() - 86_400_000)
  return [gold > 0n && isPast, trades.length, cash]
}

/** What the log says of stories, from now on. */
function storiesLeftOut({ karat }: Shop) {
  const [info, warn] = [vi.spyOn(karat.log, 'info'), vi.spyOn(karat.log, 'warn')]
  return () =>
    [...info.mock.calls, ...warn.mock.calls].map(([facts]) => facts as object).filter((facts) => 'story' in facts)
}

test('a new demo has an order in every state, and something in every part of the office; its books are in order', async () => {
  const leftOut = storiesLeftOut(fresh)
  await freshTick(fresh)
  expect(await tellHistory(fresh.karat)).toBe(true)
  expect(leftOut()).toEqual([])
  await vi.waitFor(
    async () =>
      expect(await statesOf(fresh)).toEqual({
        ...{ pending_payment: 2, payment_review: 1, paid: 4, preparing: 2, shipped: 4, ready_for_pickup: 2 },
        ...{ completed: 6, cancelled: 1, expired: 1 },
      }),
    { timeout: 20_000 },
  )
  await vi.waitFor(
    async () =>
      expect(await countsOf(fresh)).toEqual({
        ...{
          invoices: 19,
          later_papers: 3,
          approvals: 1,
          rights: 1,
          reports: 1,
          paid_back: 1,
          sent_again: 1,
          asked: 2,
          settled: 2,
        },
      }),
    { timeout: 10_000 },
  )
  await vi.waitFor(
    async () =>
      expect(await vaultOf(fresh)).toEqual({
        transfers: ['accepted', 'recalled', 'waiting'],
        trades: [
          ...[expect.stringMatching(/^buy 3\d{3}$/), 'sell 10000', expect.stringMatching(/^buy 1\d{4}$/)],
          ...['sell 30000', 'sell 1000000'],
        ],
        limits: ['buy open 1500000', 'sell open 20000'],
        business: ['buy agreed CTR', 'buy quoted', 'sell settled CTR'],
        payouts: ['0004 1500000', '4589 5000000'],
        cases: ['large_sum open', 'court open', 'screening open'],
      }),
    { timeout: 10_000 },
  )
  await isClean(fresh)
  expect(await ownsOf(fresh, 'ratna@karat.test')).toEqual([true, 18, 10_500_000n])
  expect(await ownsOf(fresh, 'aisyah@karat.test')).toEqual([true, 3, 0n])
  expect(await judgeStores(fresh.karat)).toEqual([])

  const before = await everything(fresh)
  expect(await tellHistory(fresh.karat)).toBe(true)
  expect(await everything(fresh)).toEqual(before)
})

const everything = async (shop: Shop) => [
  await statesOf(shop),
  await countsOf(shop),
  await shop.karat.db.row(sql`select count(*)::int as parts from stores.demo_parts`),
  await shop.karat.db.row(sql`select count(*)::int as members from identity.members`),
]

test('customers of the demonstration hold an event that two people come to, and a campaign', async () => {
  const held = await fresh.karat.db.rows(sql`
    select a.kind, a.state, count(p.id) filter (where p.state = 'placed')::int as guests
    from activities.activities a left join activities.participants p on p.activity_id = a.id group by a.id order by a.kind desc`)
  expect(held).toEqual([
    { kind: 'event_in_place', state: 'live', guests: 2 },
    { kind: 'campaign', state: 'live', guests: 0 },
  ])
})

test('the first round of rewards finds what a friend in the demonstration has bought', async () => {
  await findRewards(fresh.karat)
  await moveRewards(fresh.karat)
  const { rows } = await listOfficeRewards(fresh.karat.db, { page: 1, size: 50 })
  expect(rows.map(({ member, state, in_review }) => ({ member, state, in_review }))).toContainEqual({
    ...{ member: 'Ratna Wulandari', state: 'reserved', in_review: false },
  })
  expect(await auditLedger(fresh.karat.db)).toEqual([])
})

test('the demonstration has an agent with two clients, whose commissions are pending, and a purchase that waits', async () => {
  const { db } = fresh.karat
  const agent = await db.row<{ id: string; memberId: string }>(
    sql`select id, member_id as "memberId" from agents.agents where member_id = (select id from identity.members where email = 'ratna@karat.test')`,
  )
  await db.run(sql`update agents.agents set next_look_at = now()`)
  await settleAgents(fresh.karat)
  const holder = { memberId: agent?.memberId ?? '', store: 'id', currency: 'IDR', language: 'id' } as const
  const { rows } = await listEarned(db, holder)
  expect(rows.map(({ client, kind, state }) => ({ client, kind, state }))).toEqual([
    { client: 'Ka••• Ma•••', kind: 'order', state: 'pending' },
    { client: 'Yoga Pramudya', kind: 'grams', state: 'pending' },
  ])
  expect(await listPrepared(db, holder)).toMatchObject({ rows: [{ state: 'waiting', client: 'Ka••• Ma•••' }] })
  expect(await auditLedger(db)).toEqual([])
})

test('in a demo that was used, the visitor keeps what they have, and a story that cannot be told is left out', async () => {
  const { karat } = used
  await freshTick(used)
  const visitor = await signedIn(used, 'Visitor')
  const { order } = await paidOrder(used, visitor, await someSku(used))
  await karat.db.run(sql`update staff.people set disabled_at = now() where email = 'siti@staff.karat.test'`)
  await karat.db.run(sql`update identity.members set email = 'else@karat.test' where email = 'ratna@karat.test'`)
  const theirs = () =>
    karat.db.row(sql`select state, total_minor, member_id from orders.orders where id = ${order.order_id}`)
  const before = await theirs()
  const leftOut = storiesLeftOut(used)
  expect(await tellHistory(karat)).toBe(true)
  expect(leftOut().length).toBeGreaterThan(stories.length / 2)
  expect(await theirs()).toEqual(before)
  expect(
    await karat.db.row(sql`select count(*)::int as parts from stores.demo_parts where part like 'history: %'`),
  ).toEqual({
    parts: stories.length,
  })
  await isClean(used)
})

test('it is not told in a real shop, and waits for a live price', async () => {
  const { karat, clock } = used
  await karat.db.run(sql`delete from stores.demo_parts where part = 'history: large day'`)
  expect(await tellHistory({ ...karat, config: { ...karat.config, DEMO: false } })).toBe(true)
  clock.ms += 3_600_000
  expect(await tellHistory(karat)).toBe(false)
  expect(await karat.db.row(sql`select 1 from stores.demo_parts where part = 'history: large day'`)).toBeUndefined()
})
