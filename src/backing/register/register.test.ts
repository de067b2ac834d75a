/** Bars of the register, and what becomes of a store that has less gold than it owes (G16); the race has a control with a planted bug. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { paidOrder } from '../../../tests/support/money-back.ts'
import { openNotices } from '../../../tests/support/notices.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call, guaranteed, someSku } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { afterTampering } from '../../../tests/support/tampering.ts'
import { auditVault, fillVault, openVault, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { sumOf } from '../../ledger/ledger-queries.ts'
import { houseAccount } from '../../ledger/ledger-rules.ts'
import { judgeBacking, judgeStores } from '../judge-backing.ts'
import { readBars } from './bar-list-rules.ts'

const shop = openShop()
const broken = openShop()
const reason = 'Counted by two, seal opened'
const GRAM = 10_000n

beforeAll(() => Promise.all([openVault(shop), openVault(broken)]))
beforeEach(async () => {
  for (const one of [shop, broken]) {
    one.intercept.current = undefined
    one.clock.ms = Math.max(one.clock.ms, Date.now())
    await freshTick(one)
  }
})

const wish = { store: 'id', maker: 'A maker', kind: 'bar', fineness: '999.9', place: 'JKT-1', reason }
const vaultOf = ({ karat }: Shop) => sumOf(karat.db, houseAccount('id', 'vault', 'XAU'))
const shortOf = ({ karat }: Shop) => sumOf(karat.db, houseAccount('id', 'vault_shortage', 'XAU'))
const backing = async (who: TestStaff) => (await askStaff(shop, who, '/vault/backing?store=id')).data
const idOf = async ({ karat }: Shop, serial: string) =>
  (await karat.db.row<{ id: string }>(sql`select id from backing.bars where serial = ${serial}`))?.id

test('bars come in whole or not at all, with their fine grams', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const before = await vaultOf(shop)
  const receive = (bars: string, more: object = {}) =>
    askStaff(shop, desk, '/vault/receive', { ...wish, bars, ...more })
  expect(await receive('KB-1, 1000\nKB-2, 400.5')).toMatchObject({ status: 200, data: { added: 2 } })
  expect((await vaultOf(shop)) - before).toBe(9_999_000n + 4_004_599n)
  expect(await receive('KB-3, 1000\nKB-2, 400.5\nKB-4')).toMatchObject({
    ...{ status: 422, error: 'bars_wrong' },
    data: {
      faults: [
        { line: 2, problem: 'known' },
        { line: 3, problem: 'no_weight' },
      ],
    },
  })
  expect(await receive('KB-3, 1', { fineness: '900' })).toMatchObject({ error: 'invalid_input' })
  expect(await receive('\n', {})).toMatchObject({ error: 'invalid_input' })
  expect(await receive('KB-3, 1', { store: 'xx' })).toMatchObject({ error: 'unknown_store' })
  expect((await vaultOf(shop)) - before).toBe(14_003_599n)
  const found = await askStaff(shop, desk, '/vault/bars?q=kb-')
  expect(found.data).toMatchObject({
    total: 2,
    rows: [
      { serial: 'KB-1', fine_weight: '999.9000', fineness: 9999, state: 'available' },
      { serial: 'KB-2', fine_weight: '400.4599' },
    ],
  })
  const again = { ...desk, headers: { ...desk.headers, 'idempotency-key': 'one bar once' } }
  for (const _ of [1, 2])
    expect(await askStaff(shop, again, '/vault/receive', { ...wish, bars: 'KB-9, 1' })).toMatchObject({
      data: { added: 1 },
    })
  expect(await auditVault(shop)).toEqual([])
})

test('a table comes in with what it says of each bar, and goes out so that it could come in', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const table = [
    'Bar Number,Refiner,Year,Gross Weight (oz),Assay,Fine Weight (oz)',
    'TB-1,Rand Refinery,2019,400.025,.9958,398.345',
    'TB-1,Another maker,,32.15,.9999,',
  ].join('\n')
  const receive = (bars: string, more: object) => askStaff(shop, desk, '/vault/receive', { ...wish, bars, ...more })
  const all = { maker: '', fineness: '' }
  expect(await receive('TB-2, 10', all)).toMatchObject({
    error: 'invalid_input',
    data: { fields: { fineness: expect.any(String) } },
  })
  expect(await receive('TB-2, 10', { maker: '' })).toMatchObject({ data: { fields: { maker: expect.any(String) } } })
  expect(await receive(table, all)).toMatchObject({ data: { added: 2 } })
  expect(await receive(table, all)).toMatchObject({ data: { faults: [{ line: 2 }, { line: 3, problem: 'known' }] } })
  const file = await shop.app.inject({ url: '/api/admin/vault/exportBars?q=TB-', headers: desk.headers })
  const [head = '', ...lines] = file.body.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(head).toBe('serial,maker,year,kind,gross_g,fineness,fine_g,gross_oz,fine_oz,place,state,store,since')
  expect(lines.map((line) => line.slice(0, line.lastIndexOf(',')))).toEqual([
    'TB-1,Another maker,,bar,999.9767,999.9,999.8767,32.150,32.147,JKT-1,available,id',
    'TB-1,Rand Refinery,2019,bar,12442.1683,995.8,12389.9111,400.025,398.345,JKT-1,available,id',
  ])
  expect(readBars(file.body)).toMatchObject({
    faults: [],
    bars: [
      { serial: 'TB-1', year: null },
      { year: 2019, fineness: 9958 },
    ],
  })
})

test('what is paid for and not handed over is held against all gold of the house', async () => {
  const order = await paidOrder(shop, await signedIn(shop), await someSku(shop))
  expect(await judgeStores(shop.karat)).toEqual([])
  const gone = [
    `update backing.bars set state = 'missing'`,
    `update ledger.parts set balance = 0 where account_id in (select id from ledger.accounts where kind = 'shop_stock')`,
  ]
  const breach = await afterTampering(shop.connectionString, gone, (tx) => judgeBacking(tx, 'id'))
  const fine = await shop.karat.db.row<{ fine: bigint }>(sql`
    select sum(quantity * fine_weight_e4)::bigint as fine from orders.lines where order_id = ${order.order.order_id}`)
  expect(breach).toEqual({ cause: 'assets', owed: fine?.fine, owned: 0n })
})

test('a lost bar closes what sells gold, and nothing else; two people open it when the gold is there', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const other = await staffSignedIn(shop, 'desk')
  const member = await vaultMember(shop, { cash: 500_000_000n, gold: 20n * GRAM })
  const serial = await fillVault(shop, 30n * GRAM)
  const held = await quote(shop, member, 'purchase', 'weight', '1')
  const buyer = await signedIn(shop)
  const guarantee = await guaranteed(shop, buyer, await someSku(shop))
  const all = await shop.karat.db.rows<{ id: string }>(
    sql`select id from backing.bars where state = 'available' and store = 'id'`,
  )
  const lose = (bar_id: string | undefined) => askStaff(shop, desk, '/vault/lose', { bar_id, reason })
  for (const { id } of all) expect(await lose(id)).toMatchObject({ status: 200 })
  expect(await lose(all[0]?.id)).toMatchObject({ status: 409, error: 'bar_state' })
  expect(await backing(desk)).toMatchObject({
    ...{ members: '20.0000', bars: '0.0000', free: '-20.0000' },
    room: '-20.0000',
    freeze: { cause: 'vault', owed: '20.0000', short: true, asked: false },
  })
  const letters = await shop.karat.db.rows<{ to: string; subject: string }>(sql`
    select destination as to, subject from mail.messages where template = 'alarm_frozen'`)
  expect(letters.filter(({ to }) => to === desk.staff.email).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('sales of gold are closed'),
  ])

  expect(await trade(shop, member, 'purchase', held)).toMatchObject({ http: 409, error: 'buying_closed' })
  const asked = { by: 'weight', value: '1' }
  expect(await call(shop, member, '/trade/purchase_quote', asked)).toMatchObject({ http: 409, error: 'buying_closed' })
  const { guarantee_id } = guarantee
  expect(await call(shop, buyer, '/product/submit_order', { guarantee_id })).toMatchObject({
    http: 409,
    error: 'buying_closed',
  })
  const sale = await quote(shop, member, 'cashingIn', 'weight', '2')
  expect(await trade(shop, member, 'cashingIn', sale)).toMatchObject({ http: 200 })

  const end = (who: TestStaff) => askStaff(shop, who, '/vault/unfreeze', { store: 'id', reason })
  expect(await end(desk)).toMatchObject({ status: 409, error: 'still_short' })
  const found = await askStaff(shop, desk, '/vault/bringBack', { bar_id: await idOf(shop, serial), reason })
  expect(found).toMatchObject({ status: 200 })
  expect((await call(shop, member, '/trade/purchase_quote', asked)).error, 'nobody has opened it').toBe('buying_closed')
  const { approval_id } = (await end(desk)).data
  expect(await backing(desk)).toMatchObject({ freeze: { short: false, asked: true } })
  const approve = (who: TestStaff) => askStaff(shop, who, '/approvals/approve', { approval_id })
  expect(await approve(desk)).toMatchObject({ error: 'second_person_required' })
  expect(await openNotices(shop, 'backing_short', 'id')).toBeGreaterThan(0)
  expect(await approve(other)).toMatchObject({ status: 200 })
  expect(await openNotices(shop, 'backing_short', 'id')).toBe(0)
  expect(await backing(desk)).toMatchObject({ bars: '30.0000', free: '12.0000', freeze: null })
  expect(await end(desk)).toMatchObject({ status: 404, error: 'not_found' })
  // The grams of the bars that are missing still are nobody's to buy.
  const most = await quote(shop, member, 'purchase', 'weight', '12.0001')
  expect(await trade(shop, member, 'purchase', most)).toMatchObject({ http: 409, error: 'gold_sold_out' })
  const rest = await quote(shop, member, 'purchase', 'weight', '12')
  expect(await trade(shop, member, 'purchase', rest)).toMatchObject({ http: 200 })
  expect(await judgeStores(shop.karat)).toEqual([])
  expect(await auditVault(shop)).toEqual([])
})

/** A purchase has been judged and is about to be committed when the bar that backs it is lost. */
async function lossBesidePurchase(at: Shop, change: (text: string) => string) {
  const member = await vaultMember(at, { cash: 500_000_000n })
  const [desk, serial] = [await staffSignedIn(at, 'desk'), await fillVault(at, 50n * GRAM)]
  const bars = await at.karat.db.rows<{ id: string; serial: string }>(sql`
    select id, serial from backing.bars where state = 'available' and store = 'id'`)
  for (const bar of bars) if (bar.serial !== serial) await askStaff(at, desk, '/vault/lose', { bar_id: bar.id, reason })
  const quoted = await quote(at, member, 'purchase', 'weight', '10')
  let loss: Promise<unknown> | undefined
  let inPurchase = false
  at.intercept.current = async (text) => {
    if (text.includes('insert into vault.trades')) inPurchase = true
    if (text === 'commit' && inPurchase && !loss) {
      loss = askStaff(at, desk, '/vault/lose', { bar_id: await idOf(at, serial), reason })
      await overOrHeld(at, loss)
    }
    return change(text)
  }
  expect(await trade(at, member, 'purchase', quoted)).toMatchObject({ http: 200 })
  const answer = await loss
  at.intercept.current = undefined
  expect(await shortOf(at)).toBeLessThan(0n)
  return answer
}

test('a bar that is lost beside a purchase of its grams closes the store: the loss waits for what was being sold', async () => {
  expect(await lossBesidePurchase(shop, (text) => text)).toMatchObject({ data: { frozen: true } })
})

test('control: a loss that does not wait sees nobody who owns its grams', async () => {
  let planted = 0
  const answer = await lossBesidePurchase(broken, (text) => {
    if (!text.includes('pg_advisory_xact_lock(backing.lock_key')) return text
    planted++
    return 'select $1::text'
  })
  expect([planted > 0, answer]).toMatchObject([true, { data: { frozen: false } }])
  expect(await judgeStores(broken.karat), 'the next round does').toEqual(['id'])
})
