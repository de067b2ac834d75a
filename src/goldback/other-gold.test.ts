/** Gold that was not bought here: described with photographs, paid by what is found, and a lot of the house from then on. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  caseOf,
  consigned,
  consignedOther,
  desk,
  handedOver,
  quoteOther,
  tryConsign,
} from '../../tests/support/goldback.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { uploaded } from '../../tests/support/pictures.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, fillVault, heldBy, openVault, PIN, vaultMember } from '../../tests/support/vault.ts'
import { readOpenGrams } from '../catalogue/revalue-metal.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { GoldBackCaseView } from './contract.ts'
import { readCasePaper } from './papers/case-papers.ts'

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

const lots = ({ case_id }: { case_id: string }) =>
  shop.karat.db.rows<{ id: string; fine: bigint; cost: bigint; state: string }>(
    sql`select id, fine_e4 as fine, cost_minor as cost, state from goldback.lots where case_id = ${case_id} order by position`,
  )
const answer = (of: { case_id: string }, accept: boolean) =>
  call<GoldBackCaseView>(shop, member, '/trade/goldBack_answer', { case_id: of.case_id, accept, pin: PIN })
const consignmentOf = async ({ case_id }: { case_id: string }) =>
  JSON.stringify((await readCasePaper(shop.karat, { caseId: case_id, kind: 'consignment' })).paper)
const rings = { form: 'jewellery', maker: undefined, about: 'three rings', weight: '20', fineness: 7500 } as const

test('a bar and rings are described, paid by what is found at the bid of their receipt, and are lots of the house in the books', async () => {
  const quote = await quoteOther(shop, member, { serial: 'aa 117', weight: '5' }, rings)
  expect(quote.data).toMatchObject({ weight: '19.9995', fixed_until: null })
  const made = (await tryConsign(shop, member, { quote_id: quote.data.quote_id })).data
  expect(made).toMatchObject({ kind: 'other', fixed_until: null })
  const numbers = [`${made.number}/1`, `${made.number}/2`]
  expect(made.pieces_in_it).toMatchObject([
    { serial: numbers[0], name: 'Batangan Antam', marked: 'AA 117', form: 'bar' },
    { serial: numbers[1], name: 'Perhiasan', about: 'three rings' },
  ])
  expect(made.pictures.map(({ kind, position }) => [kind, position])).toEqual([
    ['piece', 0],
    ['piece', 1],
  ])
  const consignment = await consignmentOf(made)
  for (const words of [
    numbers[1],
    'three rings',
    'Stamped AA 117',
    'Not fixed',
    'theirs to sell',
    'whichever is lower',
  ])
    expect(consignment).toContain(words)

  const before = await readOpenGrams(shop.karat.db, 'id')
  await movePrice(shop, -300)
  const at = desk(shop, clerk, made)
  expect((await at.receive(['KM-0000-0000'])).error).toBe('goldback_serials')
  expect((await at.receive(numbers)).error).toBeNull()
  const { price, bid } = await caseOf(shop, member, made)
  expect(price).toBe(bid)
  // The rings are heavier than was said, the bar is lighter: there is more gold in all, and less in one.
  await at.inspect({ weighed: '4.9', assayed: 9999 }, { weighed: '21', assayed: 7500 })
  expect((await at.decide('accept')).error).toBe('goldback_differs')
  await at.inspect({ weighed: '5', assayed: 9999 }, { weighed: '21', assayed: 7500 })
  expect((await at.decide('offer')).error).toBe('goldback_matches')
  expect((await at.decide('accept')).error, 'one clerk’s word, and nothing to see').toBe('goldback_no_picture')
  await at.show()
  expect((await at.decide('accept')).error).toBeNull()
  expect((await at.read()).takes_two, 'however little it is').toBe(true)
  const fine = 49_995n + 157_500n
  const due = (fine * BigInt(price ?? 0)) / 10_000n
  expect(await caseOf(shop, member, made)).toMatchObject({ offer: String(due), offer_weight: '20.7495' })
  const asked = await at.pay()
  expect(asked.data, 'nobody pays it alone').toEqual({ approval_id: expect.any(String) })
  expect(await lots(made)).toEqual([])
  const second = await staffSignedIn(shop, 'desk')
  expect((await askStaff(shop, second, '/approvals/approve', asked.data)).error).toBeNull()
  expect((await heldBy(shop, member)).cash).toBe(due)
  const kept = await lots(made)
  expect(kept).toMatchObject([
    { fine: 49_995n, state: 'held' },
    { fine: 157_500n, state: 'held' },
  ])
  expect(kept.reduce((sum, { cost }) => sum + cost, 0n)).toBe(due)
  expect((await readOpenGrams(shop.karat.db, 'id')) - before).toBe(fine)
  const settlement = await readCasePaper(shop.karat, { caseId: made.case_id, kind: 'settlement' })
  expect(JSON.stringify(settlement.paper)).toContain('not melted before')
  expect(await auditVault(shop)).toEqual([])

  const changed = (statement: string) =>
    shop.karat.db.run(sql([statement] as never)).then(
      () => null,
      (error) => (error as { constraint?: string; code?: string }).constraint ?? (error as { code?: string }).code,
    )
  expect(await changed(`update goldback.lots set fine_e4 = 1`)).toBe('lot_stays')
  expect(await changed(`delete from goldback.lots`)).toBe('42501')
  expect(
    await changed(`insert into goldback.lots (id, number, case_id, position, store, gross_e4, fineness, fine_e4, cost_minor, currency, held_until)
      select gen_random_uuid(), 'L1', case_id, position, store, 1000000, 10000, 1000000, 1, currency, now() from goldback.lots limit 1`),
  ).toBe('lot_is_what_was_paid_for')
})

test('less than was said is offered anew and paid in grams as found; what is not wanted goes back, and no lot is made of it', async () => {
  await fillVault(shop, 1_000_000n)
  const before = await heldBy(shop, member)
  const made = await consignedOther(shop, member, [rings], { paid_in: 'grams' })
  expect(await consignmentOf(made), 'an answer changes no grams').not.toContain('whichever is lower')
  const at = desk(shop, clerk, made)
  await at.receive([`${made.number}/1`])
  await at.inspect({ weighed: '20', assayed: 5850 })
  expect((await at.decide('offer')).error).toBe('goldback_no_picture')
  await at.show()
  expect((await at.decide('offer')).error).toBeNull()
  expect(await caseOf(shop, member, made)).toMatchObject({ state: 'counter_offer', offer_weight: '11.7000' })
  expect((await answer(made, true)).data.state).toBe('accepted')
  expect((await at.payByTwo()).error).toBeNull()
  const after = await heldBy(shop, member)
  expect([after.gold - before.gold, after.cash - before.cash]).toEqual([117_000n, 0n])
  expect(await lots(made)).toMatchObject([{ fine: 117_000n }])

  const second = await consignedOther(shop, member, [{ form: 'coin', maker: 'Perth Mint', weight: '31.1035' }])
  const then = desk(shop, clerk, second)
  await then.receive([`${second.number}/1`])
  await then.inspect({ weighed: '31.1035', assayed: 9999 })
  expect((await then.decide('reject')).error, 'nobody has to buy what was not bought here').toBeNull()
  expect((await then.giveBack()).error).toBeNull()
  expect(await caseOf(shop, member, second)).toMatchObject({ state: 'returned' })
  expect(await lots(second)).toEqual([])
  expect(await auditVault(shop)).toEqual([])
})

test('what a second person has read is what they approve: inspected anew since then it is heavier, and neither paid nor a lot', async () => {
  const made = await consignedOther(shop, member, [rings])
  const at = desk(shop, clerk, made)
  await at.receive([`${made.number}/1`])
  const found = async (weighed: string) => {
    await at.inspect({ weighed, assayed: 7500 })
    await at.show()
    expect((await at.decide('accept')).error).toBeNull()
  }
  await found('20')
  const asked = await at.pay()
  expect(asked.error).toBeNull()
  for (const decision of ['retain', 'resume'] as const) expect((await at.decide(decision)).error).toBeNull()
  await found('900')
  const second = await staffSignedIn(shop, 'desk')
  const approved = await askStaff(shop, second, '/approvals/approve', asked.data)
  const { offer } = await caseOf(shop, member, made)
  expect(approved).toMatchObject({ error: 'amount_changed', data: { amount: offer } })
  expect(await caseOf(shop, member, made)).toMatchObject({ state: 'accepted' })
  expect(await lots(made)).toEqual([])
  expect((await heldBy(shop, member)).cash).toBe(0n)
  expect(
    (await askStaff(shop, second, '/approvals/reject', { ...asked.data, reason: 'another weight' })).error,
  ).toBeNull()
  expect((await at.payByTwo()).error).toBeNull()
  expect(String((await heldBy(shop, member)).cash)).toBe(offer)
})

test('an offer is no option on the price: whoever accepts it gets that of the receipt or of this moment, whichever is lower; while none is live they wait, or have it back', async () => {
  const offered = async (paidIn: object = {}) => {
    const made = await consignedOther(shop, member, [rings], paidIn)
    const at = desk(shop, clerk, made)
    await at.receive([`${made.number}/1`])
    await at.inspect({ weighed: '20', assayed: 5850 })
    await at.show()
    expect((await at.decide('offer')).error).toBeNull()
    return { at, made, offer: await caseOf(shop, member, made) }
  }
  const [rises, falls, waits] = [await offered(), await offered(), await offered()]
  await movePrice(shop, 200)
  const higher = (await answer(rises.made, true)).data
  expect([higher.state, higher.price, higher.offer]).toEqual(['accepted', rises.offer.price, rises.offer.offer])
  await movePrice(shop, -500)
  const lower = (await answer(falls.made, true)).data
  expect(lower).toMatchObject({ state: 'accepted', price: lower.bid, offer_weight: '11.7000' })
  expect(BigInt(lower.bid)).toBeLessThan(BigInt(falls.offer.price ?? 0))
  const due = (117_000n * BigInt(lower.bid)) / 10_000n
  expect(lower.offer).toBe(String(due))
  expect((await falls.at.payByTwo()).error).toBeNull()
  expect((await heldBy(shop, member)).cash).toBe(due)
  expect(await auditVault(shop)).toEqual([])

  shop.clock.ms += 600_000
  expect((await answer(waits.made, true)).error).toBe('price_unavailable')
  expect((await answer(waits.made, false)).data.state).toBe('rejected')
})

test('the database lets the price of an offer fall where it is accepted, and nowhere else', async () => {
  const offered = async (serials?: string[]) => {
    const made = serials ? await consigned(shop, member, serials) : await consignedOther(shop, member, [rings])
    const at = desk(shop, clerk, made)
    await at.receive(serials ?? [`${made.number}/1`])
    await at.inspect({ weighed: '9', assayed: 5000 })
    await at.show()
    expect((await at.decide('offer')).error).toBeNull()
    return made.case_id
  }
  const [own, other] = [await offered(await handedOver(shop, member)), await offered()]
  const set = (id: string, columns: string) =>
    shop.karat.db.run(sql([`update goldback.cases set ${columns} where id = '${id}'`] as never)).then(
      () => null,
      (error) => (error as { constraint?: string }).constraint,
    )
  const accepted = `state = 'accepted', price_minor = price_minor - 1, offer_minor = offer_minor - 1`
  expect(await set(own, accepted), 'of a piece of ours it binds').toBe('price_is_certain_once')
  expect(await set(other, accepted.replace(`state = 'accepted', `, ''))).toBe('price_is_certain_once')
  expect(await set(other, accepted.replaceAll(' - 1', ' + 1'))).toBe('price_is_certain_once')
  expect(await set(other, `${accepted}, offer_fine_e4 = offer_fine_e4 - 1`)).toBe('price_is_certain_once')
  expect(await set(other, `state = 'accepted', offer_minor = offer_minor - 1`)).toBe('offer_stays')
  expect(await set(other, `number = 'GB1'`)).toBe('case_stays')
  expect(await set(other, accepted)).toBeNull()
})

test('what is not taken: a number of ours, a piece twice, too little, somebody else’s photograph; and no price is ever fixed', async () => {
  const [ours = ''] = await handedOver(shop, member)
  expect((await quoteOther(shop, member, { serial: ours })).error).toBe('goldback_is_ours')
  for (const weight of ['0.05', '1000.0001', '0'])
    expect((await quoteOther(shop, member, { weight })).error).toBe('invalid_input')
  expect((await quoteOther(shop, member, { maker: undefined })).error).toBe('invalid_input')
  expect((await quoteOther(shop, member, { fineness: 3000 })).error).toBe('invalid_input')
  const first = await consignedOther(shop, member, [{ serial: 'B 7' }])
  const again = await quoteOther(shop, member, { serial: 'b 7', maker: 'ANTAM' })
  expect((await tryConsign(shop, member, { quote_id: again.data.quote_id })).error).toBe('goldback_piece_taken')
  const stranger = await vaultMember(shop)
  const piece = { form: 'bar', maker: 'Antam', weight: '5', fineness: 9999 }
  const foreign = { pieces: [{ ...piece, image_ids: [await uploaded(shop, stranger, 'gold_back')] }] }
  expect((await call(shop, member, '/trade/goldBack_quoteOther', foreign)).error).toBe('not_found')
  await expect(
    asOwner(shop.connectionString, [
      'alter table goldback.cases disable trigger guard_case',
      `update goldback.cases set fixed_until = now() where id = '${first.case_id}'`,
    ]),
  ).rejects.toThrow(/own_pieces_alone_have_a_fixed_price/)
})

test('so many cases of gold that nobody vouches for are open at once; one that is taken back makes room, and pieces of ours are not counted', async () => {
  const made: GoldBackCaseView[] = []
  for (let open = 0; open < settings.goldback.mostUnvouched; open++) made.push(await consignedOther(shop, member, [{}]))
  const sign = async () => tryConsign(shop, member, { quote_id: (await quoteOther(shop, member, {})).data.quote_id })
  const refused = await sign()
  expect(refused.error).toBe('goldback_many_open')
  await consigned(shop, member, await handedOver(shop, member))
  await call(shop, member, '/trade/goldBack_cancel', { case_id: made[0]?.case_id })
  expect((await sign()).error).toBeNull()
  expect((await sign()).error).toBe('goldback_many_open')
})

test('what is stamped on it is read again by the desk: a number of ours is no other gold, however it stands there; nor is there more than is bought', async () => {
  const [ours = ''] = await handedOver(shop, await vaultMember(shop))
  const plain = ours.replaceAll('-', '')
  const wrong = plain.slice(0, -1) + (plain.endsWith('7') ? '8' : '7')
  const made = await consignedOther(shop, member, [{ form: 'bar', maker: 'Antam', weight: '10' }])
  const at = desk(shop, clerk, made)
  await at.receive([`${made.number}/1`])
  const whole = { weighed: '10', assayed: 9999 }
  for (const stamped of [ours, `Karat ${plain.toLowerCase()} 10 g`, `10g${plain}`, wrong, `No. ${wrong}`])
    expect((await at.inspect({ ...whole, stamped })).error, stamped).toBe('goldback_is_ours')
  expect((await at.inspect({ ...whole, stamped: undefined })).error, 'that there is none is said').toBe('invalid_input')
  expect((await at.inspect({ ...whole, weighed: '1000.0001' })).error).toBe('invalid_input')
  expect(await at.read()).toMatchObject({ state: 'received', found: null })
  expect((await at.inspect({ ...whole, stamped: 'PAMP C123456' })).error).toBeNull()
  await at.inspect({ weighed: '0.0001', assayed: 1 })
  expect((await at.decide('offer')).error, 'there is nothing to offer').toBe('goldback_worthless')

  const second = await consignedOther(shop, member, [rings])
  const then = desk(shop, clerk, second)
  await then.receive([`${second.number}/1`])
  expect((await then.inspect({ weighed: '20', assayed: 7500, stamped: ours })).error).toBe('goldback_is_ours')
  expect((await then.decide('reject')).error, 'it goes back without being measured').toBeNull()
  expect((await then.giveBack()).error).toBeNull()
})
