/** Two who move a case at once: a member who answers while the deadline passes, who takes money while it is paid in grams, who cancels while the courier's scan is noted, who sells a piece while somebody else brings it, who signs twice where there is room for one. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  consigned,
  consignedOther,
  consignedTitled,
  desk,
  handedOver,
  inspectedWhole,
  quoted,
  quoteOther,
  tryConsign,
} from '../../tests/support/goldback.ts'
import { meetingAt, metAt } from '../../tests/support/meeting.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { fillVault, openVault, PIN, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import { endLate } from './end-late.ts'

const shop = openShop()
/** What the planted bug breaks must not be found elsewhere. */
const broken = openShop()
beforeAll(async () => {
  await Promise.all([openVault(shop), openVault(broken)])
  await asOwner(broken.connectionString, [
    'alter table goldback.cases disable trigger guard_case',
    'alter table goldback.cases disable trigger paid_as_agreed',
    'alter table goldback.cases disable trigger guard_parcel',
    'alter table goldback.cases drop constraint case_is_received',
  ])
})
beforeEach(async () => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
})

async function offered(on: Shop): Promise<{ member: TestMember; caseId: string }> {
  await freshTick(on)
  const member = await vaultMember(on)
  const serials = await handedOver(on, member)
  const made = await consigned(on, member, serials)
  const at = desk(on, await staffSignedIn(on, 'desk'), made)
  await at.receive(serials)
  await at.inspect({ weighed: '9.8640', assayed: 9999 })
  await at.show()
  expect((await at.decide('offer')).error).toBeNull()
  return { member, caseId: made.case_id }
}

/** To the round its time is over; the member looked while it was not. */
const timeIsOver = (text: string) => text.replace('and answer_until < now()', '')

/** Both at once; where each took the case. */
async function bothAtOnce(on: Shop, { member, caseId }: { member: TestMember; caseId: string }) {
  const [answer, ended] = await Promise.all([
    call(on, member, '/trade/goldBack_answer', { case_id: caseId, accept: true, pin: PIN }),
    endLate(on.karat),
  ])
  on.intercept.current = undefined
  const moves = await on.karat.db.rows<{ to: string }>(sql`
    select to_state as "to" from goldback.moves where case_id = ${caseId} and from_state = 'counter_offer'`)
  return { error: answer.error, ended, moves: moves.map(({ to }) => to) }
}

test('an answer and the end of its time at the same moment: one of them moves the case, and the other is told', async () => {
  for (let times = 0; times < 3; times++) {
    const of = await offered(shop)
    shop.intercept.current = timeIsOver
    const { error, ended, moves } = await bothAtOnce(shop, of)
    expect([
      { error: null, ended: 0, moves: ['accepted'] },
      { error: 'goldback_state', ended: 1, moves: ['rejected'] },
    ]).toContainEqual({ error, ended, moves })
  }
})

test('control: without the hold on the case and the state that is expected of it, answer and end would both move it', async () => {
  const of = await offered(broken)
  const meet = meetingAt('update goldback.cases set state', 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return timeIsOver(text)
      .replace('for no key update skip locked', '')
      .replace('for no key update', '')
      .replace(/and state = (\$\d+)/, 'and $1::text is not null')
  }
  expect((await bothAtOnce(broken, of)).moves.sort()).toEqual(['accepted', 'rejected'])
})

/** Accepted, to be paid in grams. */
async function inGrams(on: Shop) {
  await freshTick(on)
  await fillVault(on, 1_000_000n)
  const member = await vaultMember(on)
  const serials = await handedOver(on, member)
  const made = await consigned(on, member, serials, undefined, { paid_in: 'grams' })
  const at = await inspectedWhole(on, await staffSignedIn(on, 'desk'), made)
  expect((await at.decide('accept')).error).toBeNull()
  return { member, at, caseId: made.case_id }
}

/** The member takes money while the desk pays: what it is paid in, and by which transfers. */
async function takenWhilePaid(on: Shop, { member, at, caseId }: Awaited<ReturnType<typeof inGrams>>) {
  await Promise.all([call(on, member, '/trade/goldBack_takeMoney', { case_id: caseId, pin: PIN }), at.pay()])
  on.intercept.current = undefined
  await at.pay()
  return on.karat.db.row<{ paid_in: string; kinds: string[] }>(sql`
    select paid_in, array(select kind from ledger.transfers where reference = c.id::text) as kinds from goldback.cases c where id = ${caseId}`)
}

test('money is taken while it is paid in grams: it is paid once, in what the case says', async () => {
  const paid = await takenWhilePaid(shop, await inGrams(shop))
  expect([
    { paid_in: 'grams', kinds: ['gold_back_in_grams'] },
    { paid_in: 'money', kinds: ['gold_back_paid'] },
  ]).toContainEqual(paid)
})

test('control: without the hold on the case it is paid in grams and says money', async () => {
  const of = await inGrams(broken)
  const meet = meetingAt(/update goldback\.cases set (state|paid_in)/, 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return text.replace('for no key update', '')
  }
  expect(await takenWhilePaid(broken, of)).toEqual({ paid_in: 'money', kinds: ['gold_back_in_grams'] })
})

const home = {
  ...{ label: 'Home', recipient: 'Ratna Wulandari', mobile: '0812 1000 4471', postal_code: '10310' },
  ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06', street: 'Jl. Teuku Umar No. 12' },
}

/** The desk notes that a courier has it while its member takes it back: where it went. */
async function scannedWhileCancelled(on: Shop, plant?: (text: string) => Promise<string>) {
  await freshTick(on)
  const member = await vaultMember(on)
  const serials = await handedOver(on, member)
  const { quote_id } = await quoted(on, member, serials)
  const { id: address_id } = await ask<{ id: string }>(on, member, '/address/saveAddress', home)
  const { case_id } = (await tryConsign(on, member, { quote_id, address_id })).data
  const scan = { case_id, carrier: 'jne', tracking: 'CGK-00481-77', scanned_at: new Date().toISOString() }
  const clerk = await staffSignedIn(on, 'desk')
  on.intercept.current = plant
  await Promise.all([
    askStaff(on, clerk, '/goldback/scan', scan),
    call(on, member, '/trade/goldBack_cancel', { case_id }),
  ])
  on.intercept.current = undefined
  const moves = await on.karat.db.rows<{ to: string }>(sql`
    select to_state as "to" from goldback.moves where case_id = ${case_id} and from_state = 'booked' order by to_state`)
  return moves.map(({ to }) => to)
}

test('a scan is noted while its member cancels: one of them moves the case', async () => {
  expect([['cancelled'], ['collected']]).toContainEqual(await scannedWhileCancelled(shop))
})

test('control: without that hold and that state, scan and cancellation would both move it', async () => {
  const plant = metAt('update goldback.cases set state', 2, (text) =>
    text.replace('for no key update', '').replace(/and state = (\$\d+)/, 'and $1::text is not null'),
  )
  expect(await scannedWhileCancelled(broken, plant)).toEqual(['cancelled', 'collected'])
})

/** A piece is brought by who named its number while its buyer sells it: where the named case went, and whose case has the piece. */
async function broughtWhileSold(on: Shop, plant?: (text: string) => Promise<string>) {
  await freshTick(on)
  const [buyer, other, clerk] = await Promise.all([vaultMember(on), vaultMember(on), staffSignedIn(on, 'desk')])
  const serials = await handedOver(on, buyer)
  const named = await consignedTitled(on, other, serials[0] ?? '')
  const { quote_id } = await quoted(on, buyer, serials)
  on.intercept.current = plant
  const [received, sold] = await Promise.all([
    desk(on, clerk, named).receive(serials),
    tryConsign(on, buyer, { quote_id }),
  ])
  on.intercept.current = undefined
  const moves = await on.karat.db.rows<{ to: string }>(sql`
    select to_state as "to" from goldback.moves where case_id = ${named.case_id} and from_state = 'booked' order by to_state`)
  return { received: received.error, sold: sold.error, went: moves.map(({ to }) => to) }
}

test('a piece is brought with a title to show while its buyer sells it: one of the two cases has it', async () => {
  for (let times = 0; times < 3; times++)
    expect([
      { received: null, sold: 'goldback_piece_taken', went: ['received'] },
      { received: 'goldback_state', sold: null, went: ['lapsed'] },
    ]).toContainEqual(await broughtWhileSold(shop))
})

test('control: without the hold on the named case and its state, a piece that lies in the house is sold by who does not have it', async () => {
  const plant = metAt('update goldback.cases set state', 2, (text) =>
    text.replace(/for no key update( of c)?/, '').replace(/and state = (\$\d+)/, 'and $1::text is not null'),
  )
  const { sold, went } = await broughtWhileSold(broken, plant)
  expect({ sold, went }).toEqual({ sold: null, went: ['lapsed', 'received'] })
})

/** A member with room for one more case of gold that nobody vouches for signs two: what they hear, and how many are open. */
async function signedTwice(on: Shop, plant?: (text: string) => Promise<string>) {
  await freshTick(on)
  const member = await vaultMember(on)
  for (let open = 1; open < settings.goldback.mostUnvouched; open++) await consignedOther(on, member, [{}])
  const [first, second] = [await quoteOther(on, member, {}), await quoteOther(on, member, {})]
  // The second price ends the first, which is another guard of the same: here both are live.
  await on.karat.db.run(sql`
    update goldback.quotes set expires_at = now() + interval '5 minutes' where id = ${first.data.quote_id}`)
  on.intercept.current = plant
  const answers = await Promise.all(
    [first, second].map(({ data: { quote_id } }) => tryConsign(on, member, { quote_id })),
  )
  on.intercept.current = undefined
  const open = await on.karat.db.row<{ count: number }>(sql`
    select count(*)::int as count from goldback.cases where member_id = ${member.id} and ended_at is null`)
  return { heard: answers.map(({ error }) => error).sort(), open: open?.count }
}

test('two cases of other gold are signed where there is room for one: one of them is open', async () => {
  expect(await signedTwice(shop)).toEqual({
    heard: ['goldback_many_open', null],
    open: settings.goldback.mostUnvouched,
  })
})

test('control: without the hold on the member’s place both are open, one more than may be', async () => {
  const plant = metAt('insert into goldback.cases', 2, (text) =>
    text.includes('from vault.holders') ? text.replace('for no key update', '') : text,
  )
  expect(await signedTwice(broken, plant)).toEqual({ heard: [null, null], open: settings.goldback.mostUnvouched + 1 })
})
