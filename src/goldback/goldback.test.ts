/** A case from the price that is shown to the money, and every way in which it ends otherwise. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { stopMember } from '../../tests/support/cases.ts'
import {
  caseOf,
  consigned,
  desk,
  forSale,
  handedOver,
  inspectedWhole,
  quoted,
  tryConsign,
} from '../../tests/support/goldback.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { withBank } from '../../tests/support/payouts.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, fillVault, heldBy, openVault, PIN, vaultMember } from '../../tests/support/vault.ts'
import { reportStolen, withdrawReport } from '../catalogue/move-pieces.ts'
import { findPassport } from '../catalogue/passport-queries.ts'
import { sql } from '../db/database.ts'
import type { GoldBackCaseView } from './contract.ts'
import { endLate } from './end-late.ts'

const shop = openShop()
let clerk: TestStaff
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  clerk = await staffSignedIn(shop, 'desk')
})
beforeEach(async () => {
  await freshTick(shop)
  member = await vaultMember(shop)
})

const answer = (of: { case_id: string }, accept: boolean) =>
  call<GoldBackCaseView>(shop, member, '/trade/goldBack_answer', { case_id: of.case_id, accept, pin: PIN })
const plain = (serial: string) => serial.replaceAll('-', '')
const piece = (serial: string) =>
  shop.karat.db.row<{ state: string; order_id: string | null }>(
    sql`select state, order_id from catalogue.pieces where serial = ${plain(serial)}`,
  )
const whole = ({ gross, fineness }: { gross: string; fineness: number }) => ({ weighed: gross, assayed: fineness })

test('a bar is consigned at the bid, received, found as it was sold, accepted and paid; it is the house’s in quarantine, and its passport goes on', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const quote = await quoted(shop, member, [serial])
  expect(quote).toMatchObject({ weight: '10.0000', pieces: [{ serial, weight: '10.0000' }] })
  expect(quote.fixed_until).not.toBeNull()
  const made = (await tryConsign(shop, member, { quote_id: quote.quote_id })).data
  expect(made).toMatchObject({ state: 'booked', amount: quote.amount, estimate: quote.amount, quoted: quote.price })
  expect(made.timeline.map(({ state, by }) => [state, by])).toEqual([
    ['booked', 'member'],
    ['quoted', 'system'],
  ])
  expect((await forSale(shop, member)).pieces).toMatchObject([{ serial, case_id: made.case_id }])
  const listed = (await askStaff(shop, clerk, '/goldback/list')).data.rows as { case_id: string }[]
  expect(
    listed.map(({ case_id }) => case_id),
    'a list that is not narrowed has them all',
  ).toContain(made.case_id)

  await movePrice(shop, -300)
  const at = desk(shop, clerk, made)
  expect((await at.receive([serial])).error).toBeNull()
  expect(await caseOf(shop, member, made)).toMatchObject({ state: 'received', price: quote.price })
  expect((await at.decide('accept')).error).toBe('goldback_state')
  const [one] = made.pieces_in_it
  expect((await at.inspect(whole(one as never))).error).toBeNull()
  expect((await at.decide('offer')).error).toBe('goldback_matches')
  expect((await at.decide('reject')).error).toBe('goldback_matches')
  expect((await at.decide('accept')).error).toBeNull()
  expect((await at.pay()).data).toEqual({ approval_id: null })

  expect(await caseOf(shop, member, made)).toMatchObject({
    state: 'paid',
    offer: quote.amount,
    offer_weight: '10.0000',
  })
  expect((await heldBy(shop, member)).cash).toBe(BigInt(quote.amount))
  expect(await piece(serial)).toEqual({ state: 'quarantined', order_id: null })
  expect(await findPassport(shop.karat, { serial, language: 'en-US' })).toMatchObject({ verdict: 'genuine' })
  expect((await forSale(shop, member)).pieces).toEqual([])
  expect((await at.pay()).error).toBe('goldback_state')
  expect((await askStaff(shop, clerk, '/stock/release', { serial, reason: 'sold again' })).error).toBe('piece_state')
  expect(await auditVault(shop)).toEqual([])
})

const holdingOver = (serial: string) =>
  asOwner(shop.connectionString, [
    'alter table catalogue.pieces disable trigger quarantine_lasts',
    `update catalogue.pieces set quarantined_until = now() - interval '1 second' where serial = '${plain(serial)}'`,
    'alter table catalogue.pieces enable trigger quarantine_lasts',
  ])

test('what was bought back is on the shelf again once its holding period is over, and costs what was paid for it last', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  await at.pay()
  await holdingOver(serial)
  const stock = async () =>
    (
      await shop.karat.db.row<{ stock: number }>(sql`
    select s.stock from catalogue.skus s join catalogue.pieces n on n.sku_id = s.id where n.serial = ${plain(serial)}`)
    )?.stock
  const before = (await stock()) ?? 0
  expect((await askStaff(shop, clerk, '/stock/release', { serial, reason: 'sold again' })).error).toBeNull()
  expect(await piece(serial)).toMatchObject({ state: 'in_stock' })
  expect(await stock()).toBe(before + 1)
  const last = await shop.karat.db.row(sql`
    select cost_minor as cost, cost_currency as currency from catalogue.piece_moves where serial = ${plain(serial)} order by id desc limit 1`)
  expect(last).toEqual({ cost: BigInt(made.amount), currency: 'IDR' })
  expect(await auditVault(shop)).toEqual([])
})

test('a bar that lost weight is offered what it weighs; the member takes it, or has it back', async () => {
  const [first = '', second = ''] = await handedOver(shop, member, 2)
  for (const [serial, accept] of [
    [first, true],
    [second, false],
  ] as const) {
    const made = await consigned(shop, member, [serial])
    const at = desk(shop, clerk, made)
    await at.receive([serial])
    expect((await at.inspect({ weighed: '9.8640', assayed: 9999 })).error).toBeNull()
    expect((await at.decide('accept')).error).toBe('goldback_differs')
    await at.show()
    expect((await at.decide('offer')).error).toBeNull()
    const offered = await caseOf(shop, member, made)
    expect(offered).toMatchObject({ state: 'counter_offer', offer_weight: '9.8630' })
    expect(BigInt(offered.offer ?? 0)).toBe((98_630n * BigInt(offered.price ?? 0)) / 10_000n)
    expect(offered.timeline[0]).toMatchObject({ state: 'counter_offer', by: 'house', told: 'a deep scratch' })
    expect((await at.pay()).error).toBe('goldback_state')
    expect((await answer(made, accept)).data).toMatchObject({ state: accept ? 'accepted' : 'rejected' })
    if (accept) {
      expect((await at.pay()).error).toBeNull()
      expect((await heldBy(shop, member)).cash).toBe(BigInt(offered.offer ?? 0))
      await holdingOver(serial)
      const sold = await askStaff(shop, clerk, '/stock/release', { serial, reason: 'sold again' })
      expect([sold.error, await piece(serial)]).toMatchObject(['piece_short', { state: 'quarantined' }])
    } else {
      expect((await at.giveBack()).error).toBeNull()
      expect((await caseOf(shop, member, made)).state).toBe('returned')
      expect((await piece(serial))?.state).toBe('sold')
      expect((await forSale(shop, member)).pieces).toMatchObject([{ serial, case_id: null }])
    }
  }
  expect(await auditVault(shop)).toEqual([])
})

test('the price is fixed for 50 g of a member; beyond that, and for who comes too late, the bid of the receipt counts', async () => {
  const serials = await handedOver(shop, member, 6)
  const five = await consigned(shop, member, serials.slice(0, 5))
  expect(five.fixed_until).not.toBeNull()
  const sixth = await consigned(shop, member, serials.slice(5))
  expect(sixth.fixed_until).toBeNull()
  const before = sixth.quoted
  await movePrice(shop, -100)
  await desk(shop, clerk, sixth).receive(serials.slice(5))
  expect(BigInt((await caseOf(shop, member, sixth)).price ?? 0)).toBeLessThan(BigInt(before))
  await asIfLater(five, 'fixed_until')
  await desk(shop, clerk, five).receive(serials.slice(0, 5))
  expect(BigInt((await caseOf(shop, member, five)).price ?? 0)).toBeLessThan(BigInt(five.quoted))
})

/** A moment of the case is so long ago; the guard that keeps what was agreed is out of the way. */
const asIfLater = ({ case_id }: { case_id: string }, column: 'fixed_until' | 'come_until' | 'answer_until') =>
  asOwner(shop.connectionString, [
    'alter table goldback.cases disable trigger guard_case',
    `update goldback.cases set ${column} = now() - interval '1 second' where id = '${case_id}'`,
    'alter table goldback.cases enable trigger guard_case',
  ])

test('nobody who is late loses anything: a case to which nobody came lapses, an offer that nobody answered sends the pieces back', async () => {
  const [first = '', second = '', third = ''] = await handedOver(shop, member, 3)
  const booked = await consigned(shop, member, [first])
  await asIfLater(booked, 'come_until')
  const offered = await consigned(shop, member, [second])
  const at = desk(shop, clerk, offered)
  await at.receive([second])
  await at.inspect({ weighed: '9.9', assayed: 9999 })
  await at.show()
  await at.decide('offer')
  await asIfLater(offered, 'answer_until')
  expect((await answer(offered, true)).error).toBe('goldback_too_late')
  expect(await endLate(shop.karat)).toBe(2)
  expect(await endLate(shop.karat)).toBe(0)
  expect((await caseOf(shop, member, booked)).state).toBe('lapsed')
  expect((await caseOf(shop, member, offered)).state).toBe('rejected')
  expect((await desk(shop, clerk, booked).receive([first])).error).toBe('goldback_state')
  // Whoever let a fixed price pass has none fixed for a while, and may sell all the same.
  expect((await quoted(shop, member, [third])).fixed_until).toBeNull()
  expect((await forSale(shop, member)).fixed.again_from).not.toBeNull()
})

test('a fixed price is no option: who takes the case back has none fixed for a while', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const { data } = await call<GoldBackCaseView>(shop, member, '/trade/goldBack_cancel', { case_id: made.case_id })
  expect(data.state).toBe('cancelled')
  expect((await quoted(shop, member, [serial])).fixed_until).toBeNull()
  expect((await consigned(shop, member, [serial])).fixed_until).toBeNull()
})

test('a piece that is reported stolen is retained: neither paid, nor returned, nor inspected anew until the report is withdrawn', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  const report = { serial: plain(serial), actor: 'staff:x', reason: 'its owner says so' }
  await shop.karat.db.transaction((tx) => reportStolen(tx, report))
  expect((await at.pay()).error).toBe('goldback_piece_stolen')
  expect((await at.read()).pieces_in_it).toMatchObject([{ stolen: true }])
  expect((await at.decide('retain')).error).toBeNull()
  const cases = () =>
    shop.karat.db.rows(sql`
      select c.state, c.gold_back as sale, c.stops, string_agg(e.did, ' ' order by e.id) as did from cases.cases c
      join cases.events e on e.case_id = c.id where c.member_id = ${member.id} group by c.id`)
  const looked = { sale: made.number, stops: false }
  expect(await cases()).toEqual([{ ...looked, state: 'open', did: 'opened' }])
  expect((await at.giveBack()).error).toBe('goldback_piece_stolen')
  expect((await at.decide('resume')).error).toBe('goldback_piece_stolen')
  expect((await at.pay()).error).toBe('goldback_state')
  await shop.karat.db.transaction((tx) => withdrawReport(tx, report))
  expect((await at.giveBack()).error).toBe('goldback_state')
  expect((await at.decide('resume')).error).toBeNull()
  expect(await cases()).toEqual([{ ...looked, state: 'ended', did: 'opened ended' }])
  expect((await at.decide('retain')).error).toBeNull()
  expect(await cases(), 'kept again, it is the same case').toMatchObject([{ state: 'open' }])
  expect((await at.decide('resume')).error).toBeNull()
  expect((await at.decide('accept')).error).toBeNull()
  expect((await at.pay()).error).toBeNull()
})

test('what it says no to, each leaving everything as it was', async () => {
  const [serial = '', other = ''] = await handedOver(shop, member, 2)
  const stranger = await vaultMember(shop)
  expect(await call(shop, stranger, '/trade/goldBack_quote', { serials: [serial] })).toMatchObject({
    error: 'goldback_piece_unknown',
  })
  const { quote_id } = await quoted(shop, member, [serial])
  expect((await tryConsign(shop, stranger, { quote_id })).error).toBe('not_found')
  expect((await tryConsign(shop, member, { quote_id, pin: '000000' })).error).toBe('pin_wrong')
  const unverified = await vaultMember(shop, { level: 0 })
  expect((await tryConsign(shop, unverified, { quote_id })).error).toBe('verification_required')
  const made = (await tryConsign(shop, member, { quote_id })).data
  expect((await tryConsign(shop, member, { quote_id })).error).toBe('quote_expired')
  const again = await quoted(shop, member, [serial, other])
  expect((await tryConsign(shop, member, { quote_id: again.quote_id })).error).toBe('goldback_piece_taken')
  expect((await desk(shop, clerk, made).receive([other])).error).toBe('goldback_serials')
  expect((await call(shop, stranger, `/trade/goldBack_case?case_id=${made.case_id}`)).error).toBe('not_found')
})

test('money that may still be taken back buys nothing out of the house, and nothing back', async () => {
  const serials = await handedOver(shop, member, 6)
  await shop.karat.db.run(sql`
    update payments.payments set captured_at = now(), method = 'card' where member_id = ${member.id}`)
  const { quote_id } = await quoted(shop, member, serials)
  expect((await tryConsign(shop, member, { quote_id })).error).toBe('payment_uncleared')
})

test('a piece whose money is asked back is neither consigned nor paid until that is decided', async () => {
  const [serial = '', other = ''] = await handedOver(shop, member, 2)
  const made = await consigned(shop, member, [serial])
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  const { quote_id } = await quoted(shop, member, [other])
  const asks = (state: string) =>
    shop.karat.db.run(sql`update orders.orders set refund_state = ${state} where member_id = ${member.id}`)
  for (const state of ['requested', 'full']) {
    await asks(state)
    expect((await tryConsign(shop, member, { quote_id })).error).toBe('refund_waiting')
    expect((await at.pay()).error).toBe('refund_waiting')
  }
  await asks('rejected')
  expect((await at.pay()).error).toBeNull()
  expect((await tryConsign(shop, member, { quote_id })).error).toBeNull()
})

test('nobody whom a case stops consigns or is paid; what they brought waits', async () => {
  const [serial = '', other = ''] = await handedOver(shop, member, 2)
  const made = await consigned(shop, member, [serial])
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  const { quote_id } = await quoted(shop, member, [other])
  await stopMember(shop, member)
  expect((await at.pay()).error).toBe('not_possible_now')
  expect((await tryConsign(shop, member, { quote_id })).error).toBe('not_possible_now')
  expect((await at.read()).state).toBe('accepted')
  expect((await heldBy(shop, member)).cash).toBe(0n)
})

test('to an account it is owed until it may leave; from an amount on a second person says that it is paid', async () => {
  const serials = await handedOver(shop, member, 3)
  const bank = await withBank(shop, member)
  const made = await consigned(shop, member, serials, bank)
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  const { data } = await at.pay()
  expect(data.approval_id).toEqual(expect.any(String))
  expect((await at.read()).state).toBe('accepted')
  expect(await at.read()).toMatchObject({ takes_two: true, second_asked: true })
  const approval = { approval_id: data.approval_id }
  expect((await askStaff(shop, clerk, '/approvals/approve', approval)).error).not.toBeNull()
  expect((await askStaff(shop, await staffSignedIn(shop, 'desk'), '/approvals/approve', approval)).error).toBeNull()
  expect((await at.read()).state).toBe('paid')
  expect((await heldBy(shop, member)).cash).toBe(0n)
  const owed = await shop.karat.db.row(sql`
    select because, destination_id as bank, amount_minor as amount from vault.payables where member_id = ${member.id}`)
  expect(owed).toMatchObject({ because: 'gold_back', bank, amount: BigInt(made.amount) })
  expect(await auditVault(shop)).toEqual([])
})

const inGrams = { paid_in: 'grams' } as const

test('in grams what is paid for is in the gold account, gram for gram, and no money moves; a receipt of the books says so', async () => {
  const [serial = ''] = await handedOver(shop, member)
  await fillVault(shop, 1_000_000n)
  const before = await heldBy(shop, member)
  const made = await consigned(shop, member, [serial], undefined, inGrams)
  const at = desk(shop, clerk, made)
  await at.receive([serial])
  await at.inspect({ weighed: '9.8640', assayed: 9999 })
  await at.show()
  await at.decide('offer')
  expect((await answer(made, true)).data).toMatchObject({ state: 'accepted', paid_in: 'grams', account: null })
  expect((await at.pay()).error).toBeNull()
  expect(await heldBy(shop, member)).toEqual({ cash: before.cash, gold: before.gold + 98_630n })
  const { data: record } = await call<{ movements: { kind: string; gold: string }[] }>(shop, member, '/trade/record')
  expect(record.movements[0]).toMatchObject({ kind: 'gold_back_in_grams', gold: '9.8630' })
  expect(await auditVault(shop)).toEqual([])
})

test('grams are for who has a gold account that holds so much; where the store has none to give they wait, or money is taken', async () => {
  const [serial = '', other = ''] = await handedOver(shop, member, 2)
  const { quote_id } = await quoted(shop, member, [serial])
  const [bank] = [await withBank(shop, member)]
  expect((await tryConsign(shop, member, { quote_id, destination_id: bank, ...inGrams })).error).toBe('invalid_input')
  const made = (await tryConsign(shop, member, { quote_id, ...inGrams })).data
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  const froze = `insert into backing.freezes (id, store, cause, owed_e4, owned_e4) values (gen_random_uuid(), 'id', 'vault', 2, 1)`
  await asOwner(shop.connectionString, [froze])
  expect((await at.pay()).error).toBe('buying_closed')
  const takeMoney = (of: { case_id: string }, who = member, pin = PIN) =>
    call<GoldBackCaseView>(shop, who, '/trade/goldBack_takeMoney', { case_id: of.case_id, pin })
  expect((await takeMoney(made, await vaultMember(shop))).error).toBe('not_found')
  await movePrice(shop, 200)
  const taken = (await takeMoney(made)).data
  expect(taken, 'a price that rose makes it no more').toMatchObject({
    ...{ paid_in: 'money', state: 'accepted', price: made.quoted, offer: made.amount },
  })
  expect((await takeMoney(made)).error).toBe('goldback_state')
  expect((await at.pay()).error).toBeNull()
  expect((await heldBy(shop, member)).cash).toBe(BigInt(made.amount))
  await shop.karat.db.run(sql`
    update backing.freezes set ended_at = now(), ended_by = 'staff:a+staff:b', ended_because = 'found' where store = 'id'`)
  const back = (
    await tryConsign(shop, member, { quote_id: (await quoted(shop, member, [other])).quote_id, ...inGrams })
  ).data
  await asOwner(shop.connectionString, [
    `update goldback.cases set paid_in = 'grams' where id = '${made.case_id}'`,
  ]).then(
    () => expect.fail('what was paid in money stays so'),
    (error) => expect(String(error)).toContain('what was agreed stays'),
  )
  expect(await caseOf(shop, member, back)).toMatchObject({ paid_in: 'grams' })
  expect(await auditVault(shop)).toEqual([])
})

test('whoever takes money instead of grams has no option on the price: what fell since is paid, and who approved grams approved no money', async () => {
  await fillVault(shop, 1_000_000n)
  const serials = await handedOver(shop, member, 3)
  const made = (
    await tryConsign(shop, member, { quote_id: (await quoted(shop, member, serials)).quote_id, ...inGrams })
  ).data
  const takeMoney = () =>
    call<GoldBackCaseView>(shop, member, '/trade/goldBack_takeMoney', { case_id: made.case_id, pin: PIN })
  expect((await takeMoney()).error, 'nothing is accepted yet').toBe('goldback_state')
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  const { approval_id } = (await at.pay()).data
  expect(approval_id).toEqual(expect.any(String))
  await movePrice(shop, -300)
  const taken = (await takeMoney()).data
  expect(BigInt(taken.price ?? 0)).toBe(BigInt(taken.bid))
  expect(BigInt(taken.price ?? 0)).toBeLessThan(BigInt(made.quoted))
  expect(BigInt(taken.offer ?? 0)).toBe((BigInt(taken.price ?? 0) * 300_000n) / 10_000n)
  const second = await staffSignedIn(shop, 'desk')
  expect((await askStaff(shop, second, '/approvals/approve', { approval_id })).error).toBe('goldback_state')
  expect((await at.read()).state).toBe('accepted')
  expect(await auditVault(shop)).toEqual([])
})
