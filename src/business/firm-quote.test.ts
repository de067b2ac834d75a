/** Firm quotes of the desk: opened, priced, accepted, over; what they bind, and what moves when. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import { accept, open, quotedBy, readTrade, requested } from '../../tests/support/business.ts'
import { faultAtEach } from '../../tests/support/faults.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, fillVault, heldBy, openVault, quote, takeCash, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { expireOffers } from './expire-offers.ts'

const shop = openShop({ EXPOSURE_LIMITS: '1' })
const GRAM = 10_000n
const RICH = 2_000_000_000n
let desk: TestStaff
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 5000n * GRAM)
  desk = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))
afterEach(async () => {
  shop.intercept.current = undefined
  expect(await auditVault(shop)).toEqual([])
})

/** A member whose request of 250 g the desk has quoted. */
async function quoted({ side = 'buy', terms = {}, cash = RICH, gold = 0n }: Partial<Wanted> = {}) {
  const member = await vaultMember(shop, { cash, gold })
  const { request_id: id } = await requested(shop, member, { side, weight: '250', delivery: 'vault', words: '' })
  const made = await quotedBy(shop, desk, id, terms)
  expect(made.error).toBe(null)
  return { member, id }
}
type Wanted = { side: 'buy' | 'sell'; terms: object; cash: bigint; gold: bigint }
const minor = (text: string) => BigInt(text)
const exposed = async () => {
  const { data } = await askStaff(shop, desk, '/overview/figures?store=id')
  const { business, parts } = data.open_exposure as {
    business: { open: string }
    parts: { part: string; grams: string }[]
  }
  expect(parts.find(({ part }) => part === 'business')?.grams).toBe(business.open)
  return Number(business.open)
}
const endPrices = (member: TestMember) =>
  asOwner(shop.connectionString, [
    `update vault.quotes set expires_at = now() where member_id = '${member.id}' and used_at is null and expires_at > now()`,
  ])
const endDay = (id: string) =>
  asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `update business.offers set valid_until = now() where request_id = '${id}'`,
  ])

test('an unopened quote has no price and binds nothing; opened, it is priced then and counts as exposure', async () => {
  const before = await exposed()
  const { member, id } = await quoted({ terms: { bps: 40, words: 'For this week' } })
  const waits = await readTrade(shop, member, id)
  expect(waits).toMatchObject({
    state: 'quoted',
    price: null,
    offer: { bps: 40, words: 'For this week', openings_left: 3 },
  })
  expect((await newestMail(shop, `${member.id}@karat.test`)).subject).toContain('firm quote')
  expect(await exposed()).toBe(before)
  const { data: opened } = await open(shop, member, id)
  const spot = shop.karat.prices.of('id', 'IDR').spot
  const each = (spot * 10_040n + 9_999n) / 10_000n
  expect(minor(opened.price?.price ?? '0')).toBe(each)
  expect(minor(opened.price?.amount ?? '0')).toBe(each * 250n)
  expect(opened.price).toMatchObject({ tax: '0', tax_reason: 'end_consumer', total: opened.price?.amount })
  const left = Date.parse(opened.price?.expires_at ?? '') - Date.parse(opened.server_time)
  expect(left / 1000).toBeGreaterThan(117)
  expect(left / 1000).toBeLessThanOrEqual(120)
  expect((await exposed()) - before).toBe(250)
  await endPrices(member)
  expect(await exposed()).toBe(before)
})

test('accepted with the PIN, gold, money and tax move in one commit, to the unit of what was shown', async () => {
  const { member, id } = await quoted({ terms: { bps: 40, buyer_kind: 'gold_business' } })
  const { price } = (await open(shop, member, id)).data
  expect(price).toMatchObject({ tax_bps: 25, tax_reason: 'collected' })
  const [amount, tax] = [minor(price?.amount ?? '0'), minor(price?.tax ?? '0')]
  expect(tax).toBe((amount * 25n + 9_999n) / 10_000n)
  expect((await accept(shop, member, id, price?.quote_id, { pin: '000001' })).error).toBe('pin_wrong')
  const { data: done } = await accept(shop, member, id, price?.quote_id)
  expect(done).toMatchObject({
    ...{ state: 'settled', price: null, may_withdraw: false, settled: { total: price?.total, tax: price?.tax } },
    timeline: [{ to: 'settled', by: 'member' }, { to: 'quoted', by: 'desk' }, { to: 'requested' }],
  })
  expect(await heldBy(shop, member)).toMatchObject({ cash: RICH - amount - tax, gold: 250n * GRAM })
  const { total } = (await shop.karat.db.row<{ total: bigint }>(sql`
    select sum(e.amount)::bigint as total from ledger.entries e join ledger.accounts a on a.id = e.account_id
    join ledger.transfers t on t.id = e.transfer_id where a.kind = 'tax_payable' and t.kind = 'tax_collected' and t.reference = ${id}`)) ?? {
    total: 0n,
  }
  expect(total).toBe(tax)
})

test('a sale of grams brings the amount that was shown, without tax', async () => {
  const { member, id } = await quoted({
    side: 'sell',
    cash: 0n,
    gold: 300n * GRAM,
    terms: { buyer_kind: 'gold_business' },
  })
  const { price } = (await open(shop, member, id)).data
  expect(price).toMatchObject({ tax: '0', tax_reason: 'sale', agreement_version: null })
  expect((await accept(shop, member, id, price?.quote_id)).data.state).toBe('settled')
  expect(await heldBy(shop, member)).toMatchObject({ cash: minor(price?.total ?? '0'), gold: 50n * GRAM })
})

test('a letter is judged on the day of the opening', async () => {
  const { member, id } = await quoted({ terms: { buyer_kind: 'gold_business', letter_until: '2099-12-31' } })
  expect((await open(shop, member, id)).data.price).toMatchObject({ tax: '0', tax_reason: 'letter' })
  const late = await quoted({ terms: { buyer_kind: 'gold_business', letter_until: '2020-01-01' } })
  expect((await open(shop, late.member, late.id)).data.price).toMatchObject({ tax_reason: 'collected' })
  const small = await requested(shop, late.member)
  expect((await quotedBy(shop, desk, small.request_id, { buyer_kind: 'small_business' })).status).toBe(422)
})

test('a price that is over is refused and moves nothing; opened again it is another, three times in all', async () => {
  const { member, id } = await quoted()
  const first = (await open(shop, member, id)).data.price
  await endPrices(member)
  expect((await accept(shop, member, id, first?.quote_id)).error).toBe('quote_expired')
  await freshTick(shop)
  const second = (await open(shop, member, id)).data
  expect([second.price?.quote_id === first?.quote_id, second.last_price, second.offer?.openings_left]).toEqual([
    ...[false, first?.price, 1],
  ])
  const third = (await open(shop, member, id)).data.price
  expect((await accept(shop, member, id, second.price?.quote_id)).error).toBe('quote_expired')
  expect(await open(shop, member, id)).toMatchObject({ error: 'business_openings_used', data: { limit: 3 } })
  expect((await accept(shop, member, id, third?.quote_id)).error).toBe(null)
  expect((await heldBy(shop, member)).gold).toBe(250n * GRAM)
})

test('twenty acceptances at once make one trade; a key makes it once', async () => {
  const { member, id } = await quoted()
  const { price } = (await open(shop, member, id)).data
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(shop, member, id, price?.quote_id)))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  expect((await heldBy(shop, member)).gold).toBe(250n * GRAM)
  expect((await readTrade(shop, member, id)).timeline.filter(({ to }) => to === 'settled')).toHaveLength(1)
})

test('an open price binds the house: the desk declines once it is over', async () => {
  const { member, id } = await quoted()
  await open(shop, member, id)
  const declines = () => askStaff(shop, desk, '/business/refuse', { request_id: id, reason: 'The market moves' })
  expect((await askStaff(shop, desk, `/business/request?request_id=${id}`)).data).toMatchObject({ may_refuse: false })
  expect((await declines()).error).toBe('business_price_open')
  await endPrices(member)
  expect((await declines()).error).toBe(null)
  expect((await readTrade(shop, member, id)).state).toBe('refused')
})

test('too little money, grams or level is refused, and nothing of it stands', async () => {
  const poor = await quoted({ cash: 1_000_000n })
  const { price } = (await open(shop, poor.member, poor.id)).data
  expect((await accept(shop, poor.member, poor.id, price?.quote_id)).error).toBe('balance_too_low')
  const seller = await quoted({ side: 'sell', gold: 249n * GRAM })
  const sale = (await open(shop, seller.member, seller.id)).data.price
  expect((await accept(shop, seller.member, seller.id, sale?.quote_id)).error).toBe('balance_too_low')
  const low = await quoted()
  const lowPrice = (await open(shop, low.member, low.id)).data.price
  await shop.karat.db.run(sql`update kyc.levels set level = 1 where member_id = ${low.member.id}`)
  expect(await accept(shop, low.member, low.id, lowPrice?.quote_id)).toMatchObject({
    code: 6000,
    error: 'verification_required',
  })
  for (const { member, id } of [poor, seller, low]) expect((await readTrade(shop, member, id)).state).toBe('quoted')
})

test('the tax counts with the money: a rupiah short of both is refused', async () => {
  const { member, id } = await quoted({ terms: { buyer_kind: 'gold_business' } })
  const { price } = (await open(shop, member, id)).data
  await takeCash(shop, member, RICH - minor(price?.total ?? '0') + 1n)
  expect((await accept(shop, member, id, price?.quote_id)).error).toBe('balance_too_low')
})

test('without a live price nothing is opened; the quote stays', async () => {
  const { member, id } = await quoted()
  await askStaff(shop, await staffSignedIn(shop, 'owner'), '/prices/halt', {
    store: 'id',
    reason: 'A test of the halt',
  })
  expect(await open(shop, member, id)).toMatchObject({ code: 6000, error: 'price_unavailable' })
  await askStaff(shop, await staffSignedIn(shop, 'owner'), '/prices/resume', {
    store: 'id',
    reason: 'The test is over',
  })
  await freshTick(shop)
  expect((await open(shop, member, id)).data.offer?.openings_left).toBe(2)
})

test('at midnight what nobody opened ends; an open price goes on to its own end', async () => {
  const [shut, opened] = [await quoted(), await quoted()]
  const { price } = (await open(shop, opened.member, opened.id)).data
  await endDay(shut.id)
  await endDay(opened.id)
  expect((await open(shop, shut.member, shut.id)).error).toBe('business_quote_over')
  await expireOffers(shop.karat)
  expect(await readTrade(shop, shut.member, shut.id)).toMatchObject({
    state: 'expired',
    timeline: [{ by: 'shop' }, {}, {}],
  })
  expect((await newestMail(shop, `${shut.member.id}@karat.test`)).subject).toContain('has ended')
  expect((await accept(shop, opened.member, opened.id, price?.quote_id)).data.state).toBe('settled')
  const gone = await quoted()
  await open(shop, gone.member, gone.id)
  await endDay(gone.id)
  expect(await expireOffers(shop.karat)).toBe(0)
  await endPrices(gone.member)
  expect(await Promise.all([expireOffers(shop.karat), expireOffers(shop.karat)])).toContain(1)
})

test('a newer quote takes the place of the one before, with openings of its own', async () => {
  const { member, id } = await quoted({ terms: { bps: 90 } })
  await open(shop, member, id)
  await quotedBy(shop, desk, id, { bps: 30 })
  const now = await readTrade(shop, member, id)
  expect(now).toMatchObject({ state: 'quoted', offer: { bps: 30, openings_left: 3 } })
  expect(now.timeline.map(({ to }) => to)).toEqual(['quoted', 'quoted', 'requested'])
})

test('open prices of the desk have a limit of their own, and leave that of trades in grams alone', async () => {
  const { member, id } = await quoted()
  await open(shop, member, id)
  expect((await quote(shop, member, 'purchase', 'weight', '40')).weight).toBe('40.0000')
  const huge = await requested(shop, member, { side: 'buy', weight: '50000', delivery: 'vault', words: '' })
  await quotedBy(shop, desk, huge.request_id)
  const other = await quoted()
  const held = (await open(shop, other.member, other.id)).data.price
  expect(await open(shop, member, huge.request_id)).toMatchObject({
    code: 6000,
    error: 'exposure_limit',
    data: { of: 'shop' },
  })
  await endPrices(other.member)
  expect(held).not.toBe(null)
})

test('a fault after any statement of an acceptance leaves it whole or absent', async () => {
  const { member, id } = await quoted({ terms: { buyer_kind: 'gold_business' } })
  const { price } = (await open(shop, member, id)).data
  const key = randomUUID()
  const { statements } = await faultAtEach(shop, () => accept(shop, member, id, price?.quote_id, { key }))
  expect(statements).toBeGreaterThan(12)
  expect((await heldBy(shop, member)).gold).toBe(250n * GRAM)
  expect((await call(shop, member, '/trade/business_withdraw', { request_id: id })).error).toBe('business_state')
})
