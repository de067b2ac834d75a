/** A large trade with a deposit: paid in time, closed out at the desk's price, or given back, with the letters of each. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  acceptLater,
  agreedLater,
  endsDeal,
  open,
  paidUntil,
  payRest,
  quotedBy,
  readDesk,
  readTrade,
  requested,
  undecided,
} from '../../tests/support/business.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, fillVault, heldBy, openVault, takeCash, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { holdPurposes } from '../hold-purposes.ts'
import { expireHolds } from '../ledger/expire-holds.ts'
import { remindBuyers } from './remind-buyers.ts'

const GRAM = 10_000n
const RICH = 2_000_000_000n
const shop = openShop()
let desk: TestStaff
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 20_000n * GRAM)
  desk = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))

const ends = (path: 'close_out' | 'give_back', id: string) => endsDeal(shop, desk, path, id)
async function exposed() {
  const { data } = await askStaff(shop, desk, '/overview/figures?store=id')
  return Number((data.open_exposure as { business: { open: string } }).business.open)
}
const waiting = async () => (await askStaff(shop, desk, '/overview/figures?store=id')).data.business as number
const agreed = (terms: object = {}) => agreedLater(shop, desk, terms)
const late = (id: string) => paidUntil(shop, id)
/** Letters about what was agreed on, the oldest first. */
const lettersTo = async ({ id }: TestMember) =>
  (
    await shop.karat.db.rows<{ template: string }>(sql`
      select template from mail.messages where destination = ${`${id}@karat.test`} and template like 'business_%'
        and template <> 'business_quoted' order by created_at, id`)
  ).map(({ template }) => template.replace('business_', ''))

test('agreed with a deposit: that alone is held, the grams count as exposure and are nobody’s until the rest is paid', async () => {
  const before = await exposed()
  const { member, id, price, answer } = await agreed({ buyer_kind: 'gold_business' })
  expect(answer.error).toBe(null)
  const total = BigInt(price?.total ?? '0')
  const deposit = (total * 500n + 9_999n) / 10_000n
  expect(answer.data).toMatchObject({
    ...{ state: 'agreed', price: null, settled: null, may_withdraw: false },
    agreed: { deposit: String(deposit), rest: String(total - deposit), is_late: false, ended: null, closed: null },
  })
  expect(answer.data.contract).toMatch(/^CTR\//)
  const due = new Date(answer.data.agreed?.pay_by ?? '')
  expect([due.getUTCHours(), [0, 6].includes(due.getUTCDay())]).toEqual([10, false])
  expect(await heldBy(shop, member)).toMatchObject({ cash: RICH - deposit, gold: 0n })
  expect((await exposed()) - before).toBe(250)
  // Another quote of the member's is opened: this price stands.
  const other = await requested(shop, member)
  await quotedBy(shop, desk, other.request_id)
  expect((await open(shop, member, other.request_id)).error).toBe(null)
  expect((await payRest(shop, member, id)).data).toMatchObject({ state: 'settled', settled: { total: price?.total } })
  expect(await heldBy(shop, member)).toMatchObject({ cash: RICH - total, gold: 250n * GRAM })
  expect(await lettersTo(member)).toEqual(['agreed'])
  expect(await auditVault(shop)).toEqual([])
})

test('without its money nothing is delivered, and a sale has no deposit', async () => {
  const { member, id, price } = await agreed()
  const { cash } = await heldBy(shop, member)
  await takeCash(shop, member, cash)
  expect((await payRest(shop, member, id)).error).toBe('balance_too_low')
  expect((await readTrade(shop, member, id)).state).toBe('agreed')
  expect((await heldBy(shop, member)).gold).toBe(0n)
  expect((await payRest(shop, await vaultMember(shop), id)).error).toBe('not_found')
  expect(BigInt(price?.total ?? '0')).toBeGreaterThan(0n)
  const seller = await vaultMember(shop, { gold: 300n * GRAM })
  const { request_id } = await requested(shop, seller, { side: 'sell', weight: '250', delivery: 'vault', words: '' })
  await quotedBy(shop, desk, request_id)
  const sale = (await open(shop, seller, request_id)).data.price
  expect(sale?.deposit).toBe(null)
  expect((await acceptLater(shop, seller, request_id, sale?.quote_id)).error).toBe('invalid_input')
})

test('closed out after its time alone, at the price then: the difference is kept, the rest given back, the excess a claim', async () => {
  const { member, id, price } = await agreed()
  expect((await ends('close_out', id)).error).toBe('business_not_late')
  await late(id)
  expect((await payRest(shop, member, id)).error).toBe('business_pay_late')
  const before = await exposed()
  expect((await ends('close_out', id)).error).toBe(null)
  const bid = shop.karat.prices.of('id', 'IDR').bid
  const trade = await readTrade(shop, member, id)
  const difference = BigInt(price?.amount ?? '0') - 250n * bid
  const deposit = BigInt(trade.agreed?.deposit ?? '0')
  const kept = difference < deposit ? difference : deposit
  expect(trade).toMatchObject({
    state: 'closed_out',
    agreed: {
      ended: 'closed_out',
      closed: {
        price: String(bid),
        difference: String(difference),
        kept: String(kept),
        claim: String(difference - kept),
      },
    },
  })
  expect(kept).toBeGreaterThan(0n)
  expect(await heldBy(shop, member)).toMatchObject({ cash: RICH - kept, gold: 0n })
  expect((await exposed()) - before).toBe(-250)
  expect((await ends('give_back', id)).error).toBe('business_state')
  expect(await auditVault(shop)).toEqual([])
})

test('what the deposit does not cover is a claim; a price that rose costs nothing', async () => {
  const fell = await agreed()
  const rose = await agreed()
  await late(fell.id)
  await late(rose.id)
  await movePrice(shop, 900)
  await ends('close_out', rose.id)
  await movePrice(shop, -1900)
  await ends('close_out', fell.id)
  const [one, two] = [await readTrade(shop, rose.member, rose.id), await readTrade(shop, fell.member, fell.id)]
  expect(one.agreed?.closed).toMatchObject({ difference: '0', kept: '0', claim: '0' })
  expect(two.agreed?.closed?.kept).toBe(two.agreed?.deposit)
  expect(BigInt(two.agreed?.closed?.claim ?? '0')).toBeGreaterThan(0n)
  expect((await heldBy(shop, rose.member)).cash).toBe(RICH)
  expect([await lettersTo(rose.member), await lettersTo(fell.member)]).toEqual([
    ...[
      ['agreed', 'given_back'],
      ['agreed', 'closed_out_owed'],
    ],
  ])
  expect(await auditVault(shop)).toEqual([])
})

test('given back whole by the desk; and by itself once nobody has decided for long', async () => {
  const given = await agreed()
  expect((await ends('give_back', given.id)).error).toBe(null)
  expect((await heldBy(shop, given.member)).cash).toBe(RICH)
  const left = await agreed()
  await undecided(shop, left.id)
  const failed: unknown[] = []
  await expireHolds(shop.karat.db, holdPurposes(shop.karat), (error) => failed.push(error))
  expect(failed).toEqual([])
  expect(await readTrade(shop, left.member, left.id)).toMatchObject({
    ...{ state: 'closed_out', agreed: { ended: 'given_back', closed: null } },
  })
  expect((await heldBy(shop, left.member)).cash).toBe(RICH)
  expect(await auditVault(shop)).toEqual([])
})

test('who is to pay hears of it a day before, once, and once it is over; both sides’ lists say until when', async () => {
  const { member, id, answer } = await agreed()
  await remindBuyers(shop.karat)
  expect(await lettersTo(member)).toEqual(['agreed'])
  const row = (await readDesk(shop, member)).requests.find(({ request_id }) => request_id === id)
  expect(row).toMatchObject({ state: 'agreed', pay_by: answer.data.agreed?.pay_by })
  await paidUntil(shop, id, "+ interval '23 hours'")
  await remindBuyers(shop.karat)
  await remindBuyers(shop.karat)
  expect(await lettersTo(member)).toEqual(['agreed', 'pay_soon'])
  const before = await waiting()
  await late(id)
  await remindBuyers(shop.karat)
  await remindBuyers(shop.karat)
  expect(await lettersTo(member)).toEqual(['agreed', 'pay_soon', 'late'])
  expect((await waiting()) - before, 'it waits for the desk').toBe(1)
  const { rows } = (await askStaff(shop, desk, '/business/list?page=1&size=5')).data as {
    rows: { request_id: string; state: string; pay_by: string | null }[]
  }
  expect(rows.findIndex(({ request_id }) => request_id === id)).toBeLessThan(
    rows.findIndex(({ state, pay_by }) => state !== 'requested' && pay_by === null),
  )
  await ends('close_out', id)
  await remindBuyers(shop.karat)
  expect((await lettersTo(member)).at(-1)).toMatch(/^closed_out/)
  expect((await readDesk(shop, member)).requests.find(({ request_id }) => request_id === id)?.pay_by).toBe(null)
})
