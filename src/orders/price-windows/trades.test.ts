/** Trades of grams at a wrong price: quotes are void, purchases end, and of what was traded the member chooses (decision 0086). */
import { beforeEach, expect, test, vi } from 'vitest'
import { stopMember } from '../../../tests/support/cases.ts'
import { paidDeposit, takesCharges } from '../../../tests/support/deposits.ts'
import { disputed } from '../../../tests/support/disputes.ts'
import { openPurchase, payPurchase } from '../../../tests/support/gold-purchases.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { fakeAcquirer } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call } from '../../../tests/support/purchase.ts'
import { auditVault, heldBy, PIN, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { openVaultShop } from '../../../tests/support/vault-shop.ts'
import { closeWindow, hasAcceptedNothing, passChoice, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { sql } from '../../db/database.ts'
import { holdPurposes } from '../../hold-purposes.ts'
import { expireHolds } from '../../ledger/expire-holds.ts'
import type { HoldingView, TradeView } from '../../vault/contract.ts'
import type { PriceChoicesView } from '../../vault/price-choices/choice-contract.ts'
import { readReceipt } from '../../vault/receipts/receipt-papers.ts'
import type { RecordView, StandingView } from '../../vault/record/record-contract.ts'
import { whyNotLeave } from '../../vault/uncleared.ts'
import { settleSales } from './settle-sales.ts'
import { endTradeChoices } from './settle-trades.ts'

const GRAM = 10_000n
const shop = openVaultShop(1000n * GRAM)
const RICH = 100_000_000n
/** A tenth of the price, then the price; twice the price, then the price. */
const [CHEAP, DEAR] = [
  [1000n, 100_000n],
  [20_000n, 5000n],
] as [bigint, bigint][]
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  fakeAcquirer(shop)
  await freshTick(shop)
})

type Side = 'purchase' | 'cashingIn'
async function traded(member: TestMember, side: Side, grams: string): Promise<TradeView> {
  const answer = await trade(shop, member, side, await quote(shop, member, side, 'weight', grams))
  expect(answer.error).toBeNull()
  return answer.data
}
/** One trade at a wrong price, whose window is closed and settled. */
async function taken(member: TestMember, side: Side, prices?: [bigint, bigint]) {
  const sold = await soldWrong(shop, async () => ({ made: await traded(member, side, '1') }), prices)
  await closeWindow(shop, sold.bounds)
  await settleSales(shop.karat)
  return sold.made
}
const choose = (member: TestMember, { trade_id }: TradeView, way: 'undo' | 'correct', pin = PIN) =>
  call(shop, member, '/trade/price_choice', { trade_id, way, pin })
const choicesOf = async (member: TestMember) =>
  (await ask<PriceChoicesView>(shop, member, '/trade/price_choices')).choices
const holdingOf = (member: TestMember) => ask<HoldingView>(shop, member, '/trade/holding')
const lettersOf = async (number: string) =>
  (
    await shop.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where subject like ${`%${number}%`} order by created_at, id`,
    )
  ).map(({ template }) => template)
/** What the receipt says of money, in digits, and which one it corrects; and what the record says of the trade. */
async function said(member: TestMember, { trade_id }: TradeView) {
  const holder = { memberId: member.id, store: 'id', currency: 'IDR' } as const
  const { paper } = await readReceipt(shop.karat, holder, trade_id)
  const digits = (text = '') => text.replace(/\D/g, '')
  const { movements } = await ask<RecordView>(shop, member, '/trade/record')
  return {
    number: paper.number,
    lines: paper.lines.map(({ each, amount }) => [digits(each), digits(amount)]),
    total: digits(paper.total?.[1]),
    about: paper.notes.join(' '),
    record: movements
      .filter(({ receipt_of }) => receipt_of === trade_id)
      .map(({ kind, price, right_price, became }) => [kind, price, right_price, became]),
  }
}
const clean = async () => expect(await auditVault(shop)).toEqual([])

test('a quote is void, and a purchase that waits for its money ends and is told', async () => {
  const member = await vaultMember(shop, { cash: RICH })
  const { quoted, waiting, bounds } = await soldWrong(shop, async () => ({
    waiting: await openPurchase(shop, await vaultMember(shop), '2', { by: 'weight' }),
    quoted: await quote(shop, member, 'purchase', 'weight', '1'),
  }))
  await closeWindow(shop, bounds)
  await settleSales(shop.karat)
  expect(await saleOf(shop, quoted.quote_id)).toMatchObject({ kind: 'trade_quote', state: 'void' })
  expect((await trade(shop, member, 'purchase', quoted)).error).toBe('quote_expired')
  expect(await saleOf(shop, waiting.purchase_id)).toMatchObject({ kind: 'purchase', state: 'ended' })
  expect(await lettersOf(waiting.number)).toEqual(['purchase_price_ended'])
  await payPurchase(shop, waiting)
  expect(
    await shop.karat.db.row(sql`select 1 from vault.trades where purchase_id = ${waiting.purchase_id}`),
  ).toBeUndefined()
  await clean()
})

test('grams that were bought too cheaply are held, and go back for all the money', async () => {
  const member = await vaultMember(shop, { cash: RICH, gold: GRAM })
  const before = await holdingOf(member)
  const made = await taken(member, 'purchase', CHEAP)
  expect(await saleOf(shop, made.trade_id)).toMatchObject({ kind: 'trade', state: 'choosing' })
  expect(await lettersOf(made.number)).toContain('purchase_price_choice')
  expect((await heldBy(shop, member)).gold).toBe(GRAM)
  const { pending, gold } = await ask<StandingView>(shop, member, '/trade/record_standing')
  expect([pending[0], gold.held]).toMatchObject([
    { kind: 'wrong_price', number: made.number, gold: '-1.0000' },
    '1.0000',
  ])
  const [choice] = await choicesOf(member)
  expect(choice).toMatchObject({ number: made.number, amount: made.amount, back: '0', side: 'buy' })
  expect(BigInt(choice?.right_amount ?? 0)).toBe(BigInt(made.amount) + BigInt(choice?.due ?? 0))
  expect((await choose(await vaultMember(shop), made, 'undo')).error).toBe('not_found')
  expect((await choose(member, made, 'undo', '000000')).error).toBe('pin_wrong')
  expect(await choose(member, made, 'undo')).toMatchObject({ http: 200, data: { state: 'undone' } })
  expect((await choose(member, made, 'correct')).error).toBe('price_chosen')
  expect(await heldBy(shop, member)).toEqual({ cash: RICH, gold: GRAM })
  await endTradeChoices(shop.karat)
  expect(await saleOf(shop, made.trade_id)).toMatchObject({ state: 'returned' })
  expect(await choicesOf(member)).toEqual([])
  expect(await holdingOf(member)).toMatchObject({ basis: before.basis, realised: '0' })
  expect(await said(member, made)).toMatchObject({
    lines: [
      [made.price, made.amount],
      [made.price, made.amount],
    ],
    total: made.amount,
    record: [
      ['trade_undone', made.price, null, 'undone'],
      ['gold_bought', made.price, null, 'undone'],
    ],
  })
  expect(await lettersOf(made.number)).toContain('purchase_undone')
  await clean()
})

test('what a bank asks back pays no right price of a purchase; undone it may be', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n })
  takesCharges(shop)
  const deposit = await paidDeposit(shop, member, RICH / 10n)
  const made = await taken(member, 'purchase', CHEAP)
  await disputed(shop, deposit, 'open')
  const [choice] = await choicesOf(member)
  expect(BigInt(choice?.cash ?? 0)).toBeLessThan(BigInt(choice?.due ?? 0))
  const { http, error, data } = await choose(member, made, 'correct')
  expect([http, error, data]).toMatchObject([409, 'cash_disputed', { may_spend: choice?.cash }])
  expect(await choose(member, made, 'undo')).toMatchObject({ http: 200, data: { state: 'undone' } })
  await disputed(shop, deposit, 'won')
  await clean()
})

test('or they are kept at the right price, where the money for it is there', async () => {
  const member = await vaultMember(shop, { cash: RICH })
  const made = await taken(member, 'purchase', CHEAP)
  const [choice] = await choicesOf(member)
  const first = await said(member, made)
  expect(first).toMatchObject({ lines: [[made.price, made.amount]], record: [['gold_bought', made.price, null, null]] })
  expect(await choose(member, made, 'correct')).toMatchObject({ http: 200, data: { state: 'repriced' } })
  expect(await heldBy(shop, member)).toEqual({ cash: RICH - BigInt(choice?.right_amount ?? 0), gold: GRAM })
  await endTradeChoices(shop.karat)
  expect(await saleOf(shop, made.trade_id)).toMatchObject({ state: 'repriced' })
  expect(await lettersOf(made.number)).toContain('trade_repriced')
  const second = await said(member, made)
  expect(second).toMatchObject({
    lines: [
      [made.price, made.amount],
      [choice?.right_price, choice?.right_amount],
    ],
    total: String(BigInt(choice?.right_amount ?? 0) - BigInt(made.amount)),
    about: expect.stringContaining(first.number),
    record: [
      ['trade_repriced', made.price, choice?.right_price, 'repriced'],
      ['gold_bought', made.price, choice?.right_price, 'repriced'],
    ],
  })
  expect(second.number).not.toBe(first.number)
  const { basis, realised } = await holdingOf(member)
  expect([basis.cost, realised]).toEqual([choice?.right_amount, '0'])

  const poor = await vaultMember(shop, { cash: 400_000n })
  const cheap = await taken(poor, 'purchase', CHEAP)
  expect((await choose(poor, cheap, 'correct')).error).toBe('balance_too_low')
  expect((await choose(poor, cheap, 'undo')).http).toBe(200)
  expect(await heldBy(shop, poor)).toEqual({ cash: 400_000n, gold: 0n })
  await clean()
})

test('in the other direction too: what was paid too much comes back, what was sold too dearly is undone', async () => {
  const buyer = await vaultMember(shop, { cash: RICH })
  const bought = await taken(buyer, 'purchase', DEAR)
  const [owed] = await choicesOf(buyer)
  expect(BigInt(owed?.back ?? 0)).toBeGreaterThan(0n)
  expect((await choose(buyer, bought, 'correct')).http).toBe(200)
  expect((await heldBy(shop, buyer)).cash).toBe(RICH - BigInt(owed?.right_amount ?? 0))

  const seller = await vaultMember(shop, { gold: 2n * GRAM, cash: 5n })
  const before = await holdingOf(seller)
  const sold = await taken(seller, 'cashingIn', DEAR)
  expect(await heldBy(shop, seller)).toEqual({ cash: 5n, gold: GRAM })
  expect((await choicesOf(seller))[0]).toMatchObject({ side: 'sell', back: '0' })
  expect((await holdingOf(seller)).realised).not.toBe('0')
  expect((await choose(seller, sold, 'undo')).http).toBe(200)
  expect(await heldBy(shop, seller)).toEqual({ cash: 5n, gold: 2n * GRAM })
  expect(await holdingOf(seller)).toMatchObject({ basis: { weight: '2.0000', cost: before.basis.cost }, realised: '0' })
  await clean()
})

test('what nobody chose in time is undone by itself, and the window is finished then', async () => {
  const member = await vaultMember(shop, { cash: RICH })
  const made = await taken(member, 'purchase', CHEAP)
  await endTradeChoices(shop.karat)
  expect(await saleOf(shop, made.trade_id)).toMatchObject({ state: 'choosing' })
  await passChoice(shop, made.trade_id)
  await endTradeChoices(shop.karat)
  expect(await heldBy(shop, member)).toEqual({ cash: RICH, gold: 0n })
  expect(await saleOf(shop, made.trade_id)).toMatchObject({ state: 'returned' })
  await settleSales(shop.karat)
  const open = await shop.karat.db.row(sql`
    select 1 from orders.price_windows w join orders.window_sales s on s.window_id = w.id
    where s.sale_id = ${made.trade_id} and w.finished_at is null`)
  expect(open).toBeUndefined()
  await clean()
})

test('what has moved on is listed, as is what was sold without the clause, or to somebody who is stopped', async () => {
  const rich = () => vaultMember(shop, { cash: RICH })
  const [moved, unasked, stopped] = [await rich(), await rich(), await rich()]
  const sold = await soldWrong(shop, async () => ({
    moved: await traded(moved, 'purchase', '1'),
    unasked: await traded(unasked, 'purchase', '1'),
    stopped: await traded(stopped, 'purchase', '1'),
  }))
  await traded(moved, 'cashingIn', '0.6')
  await hasAcceptedNothing(shop, unasked)
  await stopMember(shop, stopped)
  await closeWindow(shop, sold.bounds)
  await settleSales(shop.karat)
  expect(await saleOf(shop, sold.moved.trade_id)).toMatchObject({ state: 'listed', because: 'gone' })
  expect(await saleOf(shop, sold.unasked.trade_id)).toMatchObject({ state: 'listed', because: 'no_clause' })
  expect(await saleOf(shop, sold.stopped.trade_id)).toMatchObject({ state: 'listed', because: 'stopped' })
  expect((await heldBy(shop, moved)).gold).toBe((GRAM * 4n) / 10n)
  await clean()
})

test('whoever is stopped while they may choose keeps what they have, and a person decides', async () => {
  const member = await vaultMember(shop, { cash: RICH })
  const made = await taken(member, 'purchase', CHEAP)
  await stopMember(shop, member)
  expect((await choose(member, made, 'undo')).error).toBe('not_possible_now')
  await passChoice(shop, made.trade_id)
  await endTradeChoices(shop.karat)
  expect(await saleOf(shop, made.trade_id)).toMatchObject({ state: 'listed', because: 'stopped' })
  expect((await heldBy(shop, member)).gold).toBe(GRAM)
  await clean()
})

test('what a quote or a purchase of the window became before it was settled is a sale of it', async () => {
  const [quick, payer] = [await vaultMember(shop, { cash: RICH }), await vaultMember(shop)]
  const sold = await soldWrong(shop, async () => ({
    quoted: await quote(shop, quick, 'purchase', 'weight', '1'),
    waiting: await openPurchase(shop, payer, '1', { by: 'weight' }),
  }))
  await closeWindow(shop, sold.bounds)
  const made = await trade(shop, quick, 'purchase', sold.quoted)
  await payPurchase(shop, sold.waiting)
  expect((await heldBy(shop, payer)).gold).toBe(GRAM)
  await settleSales(shop.karat)
  await settleSales(shop.karat)
  expect(await saleOf(shop, sold.quoted.quote_id)).toMatchObject({ state: 'over' })
  expect(await saleOf(shop, made.data.trade_id)).toMatchObject({ kind: 'trade', state: 'choosing' })
  // A trade that a purchase made has its id.
  const both = await shop.karat.db.rows(sql`
    select kind, state from orders.window_sales where sale_id = ${sold.waiting.purchase_id} order by kind`)
  expect(both).toEqual([
    { kind: 'purchase', state: 'over' },
    { kind: 'trade', state: 'choosing' },
  ])
  const [choice] = await choicesOf(payer)
  expect(choice).toMatchObject({ number: sold.waiting.number, amount: sold.waiting.amount })
  // What its card paid is money now, and leaves no sooner than the grams would have.
  const bought = { trade_id: choice?.trade_id ?? '' } as TradeView
  expect((await choose(payer, bought, 'undo')).http).toBe(200)
  expect((await heldBy(shop, payer)).cash).toBe(BigInt(sold.waiting.amount))
  const holder = { memberId: payer.id, store: 'id', currency: 'IDR' } as const
  const why = await whyNotLeave(shop.karat.db, holder, 'cash', BigInt(sold.waiting.amount))
  expect(why?.code).toBe('value_uncleared')
  await clean()
})

test('a hold that ends before anybody ended the choice leaves it to a person', async () => {
  const member = await vaultMember(shop, { cash: RICH })
  const made = await taken(member, 'purchase', CHEAP)
  await asOwner(shop.connectionString, [
    'alter table ledger.holds disable trigger guarded',
    `update ledger.holds set placed_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
      where subject = '${made.trade_id}'`,
    'alter table ledger.holds enable always trigger guarded',
  ])
  const failed = vi.fn()
  await expireHolds(shop.karat.db, holdPurposes(shop.karat), failed)
  expect(failed).not.toHaveBeenCalled()
  await endTradeChoices(shop.karat)
  expect(await saleOf(shop, made.trade_id)).toMatchObject({ state: 'listed' })
  expect((await choose(member, made, 'undo')).error).toBe('price_chosen')
  expect((await heldBy(shop, member)).gold).toBe(GRAM)
  await clean()
})
