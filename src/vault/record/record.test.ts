/** A member's record through the shop's own calls: pages, balances, sums, what is pending, receipts. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addTestKind, TEST_KIND } from '../../../tests/support/books.ts'
import { openDeposit, payDeposit, takesCharges } from '../../../tests/support/deposits.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { fakePayouts, withdrawal, withdrawer } from '../../../tests/support/payouts.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { addressOf, send, sentByLink } from '../../../tests/support/transfers.ts'
import { fillVault, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { placeHold, releaseHold } from '../../ledger/holds.ts'
import { houseAccount, memberAccount } from '../../ledger/ledger-rules.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { minor, moneyText } from '../../money/money.ts'
import { issueWaiting } from '../../papers/issue-round.ts'
import { receiptSubject } from '../receipts/receipt-papers.ts'
import type { MovementView, RecordSumsView, RecordView, StandingView } from './record-contract.ts'

const shop = openShop()
const GRAM = 10_000n
type Who = Awaited<ReturnType<typeof vaultMember>>
beforeAll(async () => {
  await asOwner(shop.connectionString, [addTestKind])
  await fillVault(shop, 1000n * GRAM)
})
beforeEach(() => freshTick(shop))

const page = (member: Who, query: Record<string, string> = {}) =>
  ask<RecordView>(shop, member, `/trade/record?${new URLSearchParams(query)}`)
const sums = (member: Who, query: Record<string, string> = {}) =>
  ask<RecordSumsView>(shop, member, `/trade/record_sums?${new URLSearchParams(query)}`)
const standing = (member: Who) => ask<StandingView>(shop, member, '/trade/record_standing')

/** Every page of a record, with what happens between two of them. */
async function walk(member: Who, query: Record<string, string>, between: () => Promise<unknown> = async () => {}) {
  const pages: RecordView[] = []
  let next: string | null | undefined
  do {
    pages.push(await page(member, { ...query, ...(next ? { cursor: next } : {}) }))
    next = pages.at(-1)?.next
    await between()
  } while (next)
  return pages
}

const units = (text: string) => BigInt(text.replace('.', ''))
const sum = (movements: MovementView[], of: 'gold' | 'money') =>
  movements.reduce((all, one) => all + units(one[of]), 0n)

/** Money in or out; by a kind that may move anything. */
const pay = (member: Who, amount: bigint) =>
  shop.karat.db.transaction((tx) =>
    postTransfer(tx, {
      ...{ kind: TEST_KIND, reference: randomUUID(), actor: 'system' },
      legs: [
        { account: houseAccount('id', 'rounding', 'IDR'), amount: -amount },
        { account: memberAccount({ store: 'id', id: member.id }, 'cash', 'IDR'), amount },
      ],
    }),
  )

const setAside = (member: Who, amount: bigint) =>
  shop.karat.db.transaction((tx) =>
    placeHold(tx, {
      ...{ store: 'id', memberId: member.id, asset: 'IDR', amount, actor: 'system' },
      ...{ purpose: 'payout', subject: randomUUID(), seconds: 3600 },
    }),
  )

test('opening + movements = closing on every page and over all of them, while others post', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: 3n * GRAM })
  for (let n = 1n; n <= 40n; n++) await pay(member, n % 3n === 0n ? -n : n * 7n)
  const { quote_id } = await quote(shop, member, 'purchase', 'amount', '500000')
  await trade(shop, member, 'purchase', { quote_id })
  for (let n = 1n; n <= 20n; n++) await pay(member, n)
  const before = await sums(member)
  const pages = await walk(member, {}, () => pay(member, 9n))
  expect(pages.length).toBeGreaterThan(2)
  const movements = pages.flatMap((one) => one.movements)
  expect(new Set(movements.map(({ movement_id }) => movement_id)).size).toBe(movements.length)
  expect(movements).toHaveLength(63)
  for (const [at, one] of pages.entries()) {
    for (const asset of ['gold', 'money'] as const)
      expect(units(one.opening[asset]) + sum(one.movements, asset)).toBe(units(one.closing[asset]))
    expect(one.closing).toEqual(pages[at - 1]?.opening ?? { gold: before.gold.closing, money: before.money.closing })
  }
  expect(pages.at(-1)?.opening).toEqual({ gold: '0.0000', money: '0' })
  for (const flow of [before.gold, before.money])
    expect(units(flow.opening) + units(flow.in) + units(flow.out)).toBe(units(flow.closing))
  expect(sum(movements, 'money')).toBe(units(before.money.closing))
  // What came meanwhile is on top of a record that is read anew.
  expect((await page(member)).movements[0]).toMatchObject({ money: '9' })
})

test('what is set aside stays in the balances and moves nothing', async () => {
  const member = await vaultMember(shop, { cash: 1000n })
  const other = await vaultMember(shop)
  const by = await sentByLink(shop, await vaultMember(shop, { gold: 2n * GRAM }), '1')
  expect(by.state).toBe('waiting')
  await pay(member, 100n)
  expect((await page(member)).movements.map(({ money }) => money)).toEqual(['100', '1000'])
  expect((await page(other)).movements).toEqual([])
})

test('a waiting transfer is pending and still in the balance; it leaves when it is taken', async () => {
  const sender = await vaultMember(shop, { gold: 5n * GRAM })
  await sentByLink(shop, sender, '2')
  const { gold, pending } = await standing(sender)
  expect(gold).toEqual({ available: '3.0000', held: '2.0000' })
  expect(pending).toMatchObject([{ kind: 'sent', gold: '-2.0000', in_balance: true, until: expect.any(String) }])
  const { movements, closing } = await page(sender)
  expect([movements.map((one) => one.gold), closing.gold]).toEqual([['5.0000'], '5.0000'])
})

test('a withdrawal is pending until it is paid, and out of the balance once a provider has it', async () => {
  const provider = fakePayouts(shop)
  const member = await withdrawer(shop, 500_000n)
  await withdrawal(shop, member, 200_000n)
  expect(await standing(member)).toMatchObject({
    money: { available: '300000', held: '200000' },
    pending: [{ kind: 'withdrawal', money: '-200000', in_balance: true, other: expect.stringContaining('BCA') }],
  })
  expect((await page(member)).closing.money).toBe('500000')
  expect(provider.asked).toEqual([])
})

test('a deposit that waits for its money is pending, and in no balance; paid by card, its money stays until it clears', async () => {
  const member = await vaultMember(shop)
  const deposit = await openDeposit(shop, member, 100_000n)
  expect((await standing(member)).pending).toMatchObject([{ kind: 'deposit', money: '100000', in_balance: false }])
  takesCharges(shop)
  await payDeposit(shop, deposit)
  expect((await standing(member)).money).toEqual({ available: '100000', stays: '100000', held: '0' })
})

test('kinds and assets choose movements; what they leave out stands apart in the sums', async () => {
  const member = await vaultMember(shop, { cash: 2_000_000n, gold: 4n * GRAM })
  const other = await vaultMember(shop)
  const bought = await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'amount', '700000'))
  await send(shop, member, { to: addressOf(other), weight: '1', note: 'For you' })
  const sold = await trade(shop, member, 'cashingIn', await quote(shop, member, 'cashingIn', 'weight', '0.5'))
  const all = await page(member)
  const kinds = async (kind: string, asset?: string) =>
    (await page(member, { kind, ...(asset ? { asset } : {}) })).movements
  expect(await kinds('bought')).toEqual([all.movements.find(({ kind }) => kind === 'gold_bought')])
  expect(await kinds('sold')).toEqual([all.movements[0]])
  expect(await kinds('sent')).toMatchObject([
    { gold: '-1.0000', other: 'Ra••• Wu•••', note: 'For you', balance: all.movements[1]?.balance },
  ])
  expect(await kinds('sent', 'money')).toEqual([])
  expect(await kinds('paid')).toEqual([])
  const flow = (await sums(member, { kind: 'bought' })).money
  expect([flow.in, flow.out]).toEqual(['0', '-700000'])
  expect(units(flow.opening) + units(flow.in) + units(flow.out) + units(flow.other)).toBe(units(flow.closing))
  expect(flow.closing).toBe(all.closing.money)
  const gold = await page(member, { asset: 'gold' })
  expect(gold.movements.map(({ money }) => money)).toEqual(['0', '0', '0', '0'])
  expect(gold.closing).toEqual({ gold: all.closing.gold, money: '0' })
  expect(all.movements[0]).toMatchObject({ number: sold.data.number, price: sold.data.price })
  expect(all.movements[2]).toMatchObject({ number: bought.data.number, receipt_of: bought.data.trade_id })
  expect((await page(other)).movements).toMatchObject([{ other: 'Ratna Wulandari', note: 'For you', gold: '1.0000' }])
})

test.each([
  ['month=2026-13', 'month'],
  ['month=2026-10&from=2026-10-01', 'month'],
  ['from=2026-02-30', 'from'],
  ['from=2026-10-02&to=2026-10-01', 'to'],
  ['cursor=1.2.3', 'cursor'],
  ['kind=everything', 'kind'],
  ['asset=silver', 'asset'],
])('refuses %s and names the field', async (query, field) => {
  const member = await vaultMember(shop)
  const refused = await call<{ fields: Record<string, string> }>(shop, member, `/trade/record?${query}`)
  expect([refused.http, refused.error, Object.keys(refused.data.fields)]).toEqual([422, 'invalid_input', [field]])
})

test('a place of somebody else’s record leads into one’s own', async () => {
  const [rich, poor] = [await vaultMember(shop, { cash: 500n }), await vaultMember(shop)]
  const { movements } = await page(poor, { cursor: '0.0.0.0-1.0.0.0' })
  expect([movements, (await page(rich)).movements.length]).toEqual([[], 1])
})

test.each(['0.0.0.0-1.0.1.0', '0.0.1.0-2.0.1.0', '9.9.9.9-1.1.1.1', '0.0.0.0-99999.9.99999.9'])(
  'a place that no page leads to, %s, is read like any other',
  async (cursor) => {
    const member = await vaultMember(shop, { cash: 900_000n })
    for (let n = 0; n < 3; n++)
      await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'amount', '100000'))
    const { http, data } = await call<RecordView>(shop, member, `/trade/record?cursor=${cursor}`)
    expect([http, data.next]).toEqual([200, null])
  },
)

const pdf = async (member: Who, of: string) =>
  shop.app.inject({ url: `/api/storeid/trade/receipt?of=${of}`, headers: member.headers })

test('a trade has its receipt at once, under one number whoever asks when, and nobody else has it', async () => {
  const [member, stranger] = [await vaultMember(shop, { cash: 1_000_000n }), await vaultMember(shop)]
  const { data } = await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'amount', '250000'))
  const asked = await Promise.all(Array.from({ length: 5 }, () => pdf(member, data.trade_id)))
  const given = asked.filter(({ statusCode }) => statusCode === 200)
  expect(given.length).toBeGreaterThan(0)
  await issueWaiting(shop.karat, [receiptSubject])
  const again = await pdf(member, data.trade_id)
  expect(again.headers['content-disposition']).toMatch(/attachment; filename="RCP-ID-\d{4}-\d{6}\.pdf"/)
  for (const one of given) expect(one.rawPayload.equals(again.rawPayload)).toBe(true)
  expect(again.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const [foreign, missing] = [await pdf(stranger, data.trade_id), await pdf(stranger, randomUUID())]
  expect([foreign.statusCode, foreign.json().error]).toEqual([404, 'not_found'])
  const letter = await shop.karat.db.row<{ body: string }>(sql`
    select body from mail.messages where template = 'gold_bought' and once_key = ${`trade:${data.number}`}`)
  expect(letter?.body).toContain('The receipt is in your record, as a PDF.')
  expect({ ...missing.json(), data: 0 }).toEqual({ ...foreign.json(), data: 0 })
})

test('a transfer has a receipt for either side, and what failed owes none', async () => {
  const [member, other] = [await vaultMember(shop, { gold: 3n * GRAM }), await vaultMember(shop)]
  const sent = await send(shop, member, { to: addressOf(other), weight: '1' })
  expect([
    (await pdf(member, sent.data.transfer_id)).statusCode,
    (await pdf(other, sent.data.transfer_id)).statusCode,
  ]).toEqual([200, 200])
  const refused = await send(shop, member, { to: addressOf(other), weight: '100' })
  expect(refused.error).toBe('balance_too_low')
  const waiting = await sentByLink(shop, member, '1')
  expect((await pdf(member, waiting.transfer_id)).statusCode).toBe(404)
})

test('what is held and released many times leaves pages that are still whole', async () => {
  const member = await vaultMember(shop, { cash: 10_000n })
  for (let n = 0; n < 40; n++) {
    const id = await setAside(member, 100n)
    await shop.karat.db.transaction((tx) => releaseHold(tx, id, 'system'))
  }
  await pay(member, 5n)
  const { movements, next } = await page(member)
  expect([movements.map(({ money }) => money), next]).toEqual([['5', '10000'], null])
  expect((await sums(member)).money).toEqual({
    ...{ opening: '0', in: moneyText(minor(10_005n), 'IDR'), out: '0', other: '0', closing: '10005' },
  })
})
