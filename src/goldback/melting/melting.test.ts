/** Gold that was not bought here is melted after its member signed for it: asked, answered, begun, recorded by another, paid or given back. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { caseOf, consignedOther, desk, signature } from '../../../tests/support/goldback.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, openVault, PIN, vaultMember } from '../../../tests/support/vault.ts'
import { brokenConstraint, type Sql, sql } from '../../db/database.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { readCasePaper } from '../papers/case-papers.ts'
import { endLateMeltings } from './end-late-melting.ts'

const shop = openShop()
/** What the planted bug breaks must not be found elsewhere. */
const broken = openShop()
let clerk: TestStaff
let other: TestStaff
let member: TestMember
beforeAll(async () => {
  await Promise.all([openVault(shop), openVault(broken)])
  clerk = await staffSignedIn(shop, 'desk')
  other = await staffSignedIn(shop, 'fulfilment')
  await asOwner(broken.connectionString, [
    'alter table goldback.meltings disable trigger guard_melting',
    'alter table goldback.cases disable trigger end_melting',
    'alter table goldback.meltings drop constraint consent_is_signed',
    'alter table goldback.meltings drop constraint melting_begins_with_consent',
    'alter table goldback.meltings drop constraint melting_ends_with_its_time',
  ])
})
beforeEach(async () => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
  await freshTick(shop)
  member = await vaultMember(shop)
})

const rings = { form: 'jewellery', maker: undefined, about: 'three rings', weight: '20', fineness: 7500 } as const
const chain = { ...rings, about: 'a chain', weight: '10' } as const

/** Two pieces on the scales: 21 g and 10 g of 750. */
async function weighed(on = shop, staff = clerk, whose = member) {
  const made = await consignedOther(on, whose, [rings, chain])
  const at = desk(on, staff, made)
  await at.receive(made.pieces_in_it.map(({ serial }) => serial))
  await at.inspect({ weighed: '21', assayed: 7500 }, { weighed: '10', assayed: 7500 })
  return { ...made, at }
}
type Case = Awaited<ReturnType<typeof weighed>>

const staffSays = (path: string, { case_id }: { case_id: string }, body: object, staff = clerk, on = shop) =>
  askStaff(on, staff, `/goldback/${path}Melting`, { case_id, ...body })
const askFor = (of: Case, positions = [0], staff = clerk, on = shop) =>
  staffSays('ask', of, { positions, reason: 'X-ray and density disagree' }, staff, on)
const requestOf = async (of: Case, who = member, on = shop) => (await caseOf(on, who, of)).meltings[0]
const idOf = async (of: Case, who = member, on = shop) => (await requestOf(of, who, on))?.melting_id ?? ''
const consent = async (of: Case, melting_id: string, who = member, on = shop) =>
  call<GoldBackCaseView>(on, who, '/trade/goldBack_consentMelting', {
    ...{ case_id: of.case_id, melting_id, signature: await signature(), pin: PIN },
  })
const refuse = (of: Case, melting_id: string, who = member, on = shop) =>
  call<GoldBackCaseView>(on, who, '/trade/goldBack_refuseMelting', { case_id: of.case_id, melting_id })
const start = (of: Case, melting_id: string, grams = '21', staff = clerk, on = shop) =>
  staffSays('start', of, { melting_id, found: [{ position: 0, weighed: grams }] }, staff, on)
const record = (of: Case, melting_id: string, grams: string, assayed: number, staff = other) =>
  staffSays('record', of, { melting_id, found: [{ position: 0, weighed: grams, assayed, method: 'fire' }] }, staff)

const broke = (statement: Sql) =>
  shop.karat.db.run(statement).then(
    () => null,
    (error) => brokenConstraint(error) ?? (error as { code?: string }).code,
  )

test('asked, signed, begun by one and recorded by another: the loss stands with both sides and in the papers, and what is found is offered', async () => {
  const of = await weighed()
  expect((await askFor(of, [0, 7])).error).toBe('invalid_input')
  expect((await askFor(of)).error).toBeNull()
  expect((await askFor(of)).error).toBe('goldback_melting_asked')
  const told = sql`select 1 as one from mail.messages where template = 'goldback_melting_asked' and subject like ${`%${of.number}`}`
  expect(await shop.karat.db.rows(told)).toHaveLength(1)
  const asked = await requestOf(of)
  expect(asked).toMatchObject({
    ...{ state: 'asked', reason: 'X-ray and density disagree', loss: null },
    pieces: [{ position: 0, gross: '21.0000', fineness: 7500, after: null }],
  })
  const id = asked?.melting_id ?? ''
  const again = await of.at.inspect({ weighed: '22', assayed: 7500 }, { weighed: '10', assayed: 7500 })
  expect(again.error, 'it is being read').toBe('goldback_melting_holds')
  expect((await start(of, id)).error, 'nobody melts before it is signed').toBe('goldback_melting_state')
  expect((await consent(of, of.case_id)).error).toBe('goldback_melting_state')
  expect((await consent(of, id)).data.meltings[0]).toMatchObject({ state: 'consented' })
  expect((await start(of, id, '20.9999')).error, 'not what was agreed to').toBe('goldback_melting_weight')
  expect((await start(of, id)).error).toBeNull()
  expect((await refuse(of, id)).error, 'it is in the crucible').toBe('goldback_melting_state')
  expect((await of.at.decide('reject')).error).toBe('goldback_melting_open')
  expect((await of.at.decide('retain')).error).toBe('goldback_melting_open')
  expect((await record(of, id, '20.8', 7000)).error).toBe('goldback_no_picture')
  await of.at.show()
  expect((await record(of, id, '21.0001', 7000)).error).toBe('invalid_input')
  expect((await record(of, id, '20.8', 7000, clerk)).error).toBe('goldback_melting_two')
  expect((await record(of, id, '20.8', 7000)).error).toBeNull()
  const seen = await caseOf(shop, member, of)
  expect(seen.meltings[0]).toMatchObject({ state: 'melted', loss: { weight: '0.2000', fine: '1.1900' } })
  expect(seen.pieces_in_it[0]).toMatchObject({ weighed: '20.8000', assayed: 7000, method: 'fire' })
  expect((await of.at.read()).meltings).toEqual(seen.meltings)

  expect((await of.at.decide('offer')).error).toBeNull()
  expect(await caseOf(shop, member, of), '14.56 g and 7.5 g').toMatchObject({ offer_weight: '22.0600' })
  const answer = { case_id: of.case_id, accept: true, pin: PIN }
  expect((await call(shop, member, '/trade/goldBack_answer', answer)).error).toBeNull()
  expect((await of.at.payByTwo()).error).toBeNull()
  const paper = async (kind: 'melting' | 'settlement') =>
    JSON.stringify((await readCasePaper(shop.karat, { caseId: of.case_id, kind })).paper)
  for (const words of ['three rings', '21', 'X-ray and density disagree', 'given back as they were'])
    expect(await paper('melting')).toContain(words)
  expect(await paper('melting'), 'the chain was not asked about').not.toContain('a chain')
  expect(await paper('settlement')).toMatch(/Melted with the consignor.*0\.2.*1\.19/)
  expect((await readCasePaper(shop.karat, { caseId: of.case_id, kind: 'melting' })).signature).toBeInstanceOf(Buffer)
  expect(await auditVault(shop)).toEqual([])
})

test('who says no is not asked again and the case goes on; who agreed may take it back until it begins; nobody answers for a time that is over', async () => {
  const declined = await weighed()
  await askFor(declined)
  const id = await idOf(declined)
  expect((await refuse(declined, id)).data.meltings[0]?.state).toBe('declined')
  expect((await askFor(declined)).error).toBe('goldback_melting_asked')
  expect((await start(declined, id)).error).toBe('goldback_melting_state')
  expect(
    (await declined.at.inspect({ weighed: '22', assayed: 7500 }, { weighed: '10', assayed: 7500 })).error,
  ).toBeNull()

  const back = await weighed()
  await askFor(back)
  expect((await consent(back, await idOf(back))).error).toBeNull()
  expect((await refuse(back, await idOf(back))).data.meltings[0]?.state).toBe('withdrawn')
  expect((await start(back, await idOf(back))).error).toBe('goldback_melting_state')
  expect((await askFor(back)).error).toBe('goldback_melting_asked')

  const late = await weighed()
  await askFor(late)
  await asOwner(shop.connectionString, [
    'alter table goldback.meltings disable trigger guard_melting',
    `update goldback.meltings set answer_until = now() - interval '1 second' where state = 'asked'`,
    'alter table goldback.meltings enable trigger guard_melting',
  ])
  expect((await consent(late, await idOf(late))).error).toBe('goldback_too_late')
  expect(await endLateMeltings(shop.karat)).toBe(1)
  expect((await requestOf(late))?.state).toBe('lapsed')
  expect((await askFor(late)).error, 'who did not answer may be asked again').toBeNull()
  const first = await idOf(late)
  expect((await staffSays('withdraw', late, { melting_id: first, reason: 'a wrong scale' })).error).toBeNull()
  expect((await consent(late, first)).error).toBe('goldback_melting_state')
  expect((await askFor(late)).error).toBeNull()
  expect((await late.at.decide('reject')).error).toBeNull()
  expect((await requestOf(late))?.state, 'a case that is decided needs none').toBe('withdrawn')
})

test('the database refuses melting without a consent of these weights, by one person, without a picture, and other consents than were given', async () => {
  const of = await weighed()
  await askFor(of)
  const id = await idOf(of)
  const update = (set: Sql) => broke(sql`update goldback.meltings set ${set} where id = ${id}`)
  expect(await update(sql`state = 'started', started_by = 'staff:a', started_at = now()`)).toBe(
    'melting_takes_known_moves',
  )
  expect(
    await broke(sql`update goldback.pieces set weighed_e4 = 1 where case_id = ${of.case_id} and position = 0`),
  ).toBe('melting_holds_measures')
  expect(
    await broke(sql`insert into goldback.melting_pieces (melting_id, case_id, position, gross_e4, fineness)
      values (${id}, ${of.case_id}, 1, 100000, 7500)`),
    'a consent does not grow',
  ).toBe('melting_is_of_what_was_weighed')
  expect(await update(sql`state = 'consented', answered_at = now()`)).toBe('consent_is_signed')
  await consent(of, id)
  expect(await update(sql`answered_at = now() - interval '1 day'`)).toBe('melting_stays')
  await asOwner(shop.connectionString, [
    'alter table goldback.pieces disable trigger hold_measures',
    `update goldback.pieces set weighed_e4 = 200000 where case_id = '${of.case_id}' and position = 0`,
  ])
  expect(await update(sql`state = 'started', started_by = 'staff:a', started_at = now()`)).toBe(
    'melting_is_what_was_consented',
  )
  await asOwner(shop.connectionString, [
    `update goldback.pieces set weighed_e4 = 210000 where case_id = '${of.case_id}' and position = 0`,
    'alter table goldback.pieces enable trigger hold_measures',
  ])
  await start(of, id)
  const melted = (by: string) => update(sql`state = 'melted', melted_by = ${by}, melted_at = now()`)
  expect(await melted('staff:b')).toBe('what_was_melted_is_measured')
  expect(await broke(sql`update goldback.cases set state = 'rejected' where id = ${of.case_id}`)).toBe(
    'melting_is_recorded_first',
  )
  await of.at.show()
  await shop.karat.db.run(
    sql`update goldback.melting_pieces set after_e4 = 1, found = 1, method = 'xrf' where melting_id = ${id}`,
  )
  expect(await broke(sql`update goldback.melting_pieces set after_e4 = 2 where melting_id = ${id}`)).toBe(
    'melting_piece_stays',
  )
  await shop.karat.db.run(
    sql`update goldback.pieces set weighed_e4 = 1, assayed = 1, method = 'xrf' where case_id = ${of.case_id} and position = 0`,
  )
  expect(await melted(`staff:${clerk.id}`)).toBe('melting_takes_two_people')
})

/** Signed for, and nothing begun; of a shop of its own where a bug is planted. */
async function agreed(on: Shop) {
  await freshTick(on)
  const whose = await vaultMember(on)
  const staff = await staffSignedIn(on, 'desk')
  const of = await weighed(on, staff, whose)
  await askFor(of, [0], staff, on)
  const id = await idOf(of, whose, on)
  expect((await consent(of, id, whose, on)).error).toBeNull()
  return { of, whose, staff, id }
}
const stateOf = async (on: Shop, id: string) =>
  (await on.karat.db.row<{ state: string }>(sql`select state from goldback.meltings where id = ${id}`))?.state

test('melting begun beside a consent that is taken back, or a case that is rejected: one of them wins, and the other is told', async () => {
  for (const rival of ['member', 'desk'] as const) {
    const { of, whose, staff, id } = await agreed(shop)
    const [begun, ended] = await Promise.all([
      start(of, id, '21', staff, shop),
      rival === 'member' ? refuse(of, id, whose, shop) : of.at.decide('reject'),
    ])
    const outcome = [begun.error, ended.error, await stateOf(shop, id)]
    expect([
      [null, rival === 'member' ? 'goldback_melting_state' : 'goldback_melting_open', 'started'],
      [rival === 'member' ? 'goldback_melting_state' : 'goldback_state', null, 'withdrawn'],
    ]).toContainEqual(outcome)
  }
})

test('control: without the holds and the guards both would be told that they won', async () => {
  const { of, whose, staff, id } = await agreed(broken)
  const meet = meetingAt('update goldback.meltings set state', 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return text.replace('for no key update', '')
  }
  const [begun, ended] = await Promise.all([start(of, id, '21', staff, broken), refuse(of, id, whose, broken)])
  expect([begun.error, ended.error]).toEqual([null, null])
})
