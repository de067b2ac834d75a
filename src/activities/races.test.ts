/** Two at the same moment: one of them has it. Each control shows what would happen without what sees to it. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { approve, drafted, holderOf, live, movesOf, submitted } from '../../tests/support/activities.ts'
import { metAt, overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import { deleteMember } from '../rights/delete-member.ts'
import type { JoinedView, OwnActivityView, TicketView } from './contract.ts'

const shop = openShop()
/** What the planted bug breaks must not be found elsewhere. */
const broken = openShop()
beforeAll(() =>
  asOwner(broken.connectionString, [
    'alter table activities.activities disable trigger guard_activity',
    'alter table activities.activities drop constraint places_are_given_once',
    'alter table activities.participants disable trigger guard_participant',
  ]),
)
beforeEach(() => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
})

type Scene = { on: Shop; staff: TestStaff; member: TestMember }
const scene = async (on: Shop): Promise<Scene> => ({
  on,
  staff: await staffSignedIn(on, 'content'),
  member: await holderOf(on),
})
const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (refused) => refused.code,
  )

/** The approval of the staff and the holder's second thought; where each took it. */
async function approveBesideTakeBack({ on, staff, member }: Scene, plant?: (text: string) => Promise<string>) {
  const one = await submitted(on, member)
  on.intercept.current = plant
  const [approved, back] = await Promise.all([
    codeOf(approve(on, staff, one)),
    call(on, member, '/activity/takeBack', { activity_id: one.activity_id }),
  ])
  on.intercept.current = undefined
  return { errors: [approved, back.error], moves: (await movesOf(on, one.activity_id)).slice(2) }
}

test('an approval beside a taking back: one of them moves it, and the other is told', async () => {
  const of = await scene(shop)
  for (let times = 0; times < 3; times++)
    expect([
      { errors: [null, 'activity_state'], moves: ['submitted approved staff', 'approved live system'] },
      { errors: ['activity_state', null], moves: ['submitted draft member'] },
    ]).toContainEqual(await approveBesideTakeBack(of))
})

test('control: without the hold and the state that is expected, both would move it', async () => {
  const { errors, moves } = await approveBesideTakeBack(
    await scene(broken),
    metAt(/update activities.activities set state/, 2, (text) =>
      text.replace('for no key update', '').replace(/and state = (\$\d+)/, 'and $1::text is not null'),
    ),
  )
  expect(errors).toEqual([null, null])
  expect(moves).toEqual(expect.arrayContaining(['submitted approved staff', 'submitted draft member']))
})

const signUpsOf = async (on: Shop, { activity_id }: OwnActivityView) =>
  (await on.karat.db.row<{ placed: number; waiting: number }>(sql`
      select count(*) filter (where state = 'placed')::int as placed, count(*) filter (where state = 'waiting')::int as waiting
      from activities.participants where activity_id = ${activity_id}`)) ?? { placed: 0, waiting: 0 }

/** One place, and so many who want it at once. */
async function wantOnePlace({ on, staff, member }: Scene, count: number, plant?: (text: string) => Promise<string>) {
  const event = await live(on, member, staff, { capacity: 1 })
  const people = await Promise.all(Array.from({ length: count }, () => signedIn(on)))
  on.intercept.current = plant
  const answers = await Promise.all(
    people.map((one) => call<JoinedView>(on, one, '/activity/join', { activity_code: event.code })),
  )
  on.intercept.current = undefined
  return { errors: answers.filter(({ error }) => error !== null).length, ...(await signUpsOf(on, event)) }
}

test('one place and twenty who want it at once: one has it, nineteen wait', async () => {
  expect(await wantOnePlace(await scene(shop), 20)).toEqual({ errors: 0, placed: 1, waiting: 19 })
})

test('control: without the hold on the activity each of them would have it', async () => {
  const plant = metAt('insert into activities.participants', 4, (text) => text.replace('for no key update', ''))
  expect(await wantOnePlace(await scene(broken), 4, plant)).toEqual({ errors: 0, placed: 4, waiting: 0 })
})

const cancel = (on: Shop, member: TestMember, { activity_id }: OwnActivityView) =>
  call(on, member, '/activity/cancel', { activity_id, reason: 'The speaker is ill.' })
const lettersTo = async (on: Shop, { id }: TestMember) =>
  (
    await on.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where member_id = ${id} order by id`,
    )
  ).map(({ template }) => template)

/** The holder cancels while somebody signs up; what they were told. */
async function cancelBesideJoin({ on, staff, member }: Scene) {
  const event = await live(on, member, staff)
  const guest = await signedIn(on)
  const [cancelled, joined] = await Promise.all([
    cancel(on, member, event),
    call<JoinedView>(on, guest, '/activity/join', { activity_code: event.code }),
  ])
  return { errors: [cancelled.error, joined.error], letters: await lettersTo(on, guest) }
}

test('a sign-up beside the cancelling: who is in is told that it is off, and nobody else is in', async () => {
  for (let times = 0; times < 3; times++)
    expect([
      { errors: [null, null], letters: ['activity_signed_up', 'activity_cancelled'] },
      { errors: [null, 'activity_not_open'], letters: [] },
    ]).toContainEqual(await cancelBesideJoin(await scene(shop)))
})

test('control: without the hold somebody who has looked would have a place at what was cancelled meanwhile, and not know', async () => {
  const { staff, member } = await scene(broken)
  const event = await live(broken, member, staff)
  const guest = await signedIn(broken)
  let cancelled: string | null | undefined
  broken.intercept.current = async (text) => {
    if (cancelled === undefined && text.includes('insert into activities.participants')) {
      cancelled = null
      cancelled = (await cancel(broken, member, event)).error
    }
    return text.replace('for no key update', '')
  }
  const joined = await call<JoinedView>(broken, guest, '/activity/join', { activity_code: event.code })
  broken.intercept.current = undefined
  expect([cancelled, joined.error, await lettersTo(broken, guest)]).toEqual([null, null, ['activity_signed_up']])
})

/** Two drafts are handed in, or begun, at once where one is allowed. */
async function handInBoth({ on, member }: Scene, plant?: (text: string) => Promise<string>) {
  const limits = sql`insert into activities.limits (store, open_activities, drafts, participants, actor, reason) values`
  await on.karat.db.run(sql`${limits} ('id', 1, 20, 500, 'test', 'test')`)
  const two = [await drafted(on, member), await drafted(on, member)]
  on.intercept.current = plant
  const handed = await Promise.all(
    two.map(({ activity_id, revision }) => call(on, member, '/activity/submit', { activity_id, revision })),
  )
  on.intercept.current = undefined
  await on.karat.db.run(sql`${limits} ('id', 5, 20, 500, 'test', 'test')`)
  return handed.map(({ error }) => error).sort()
}
/** The line that they stand in is another one for each. */
const withoutLine = (text: string) => (text.includes('pg_advisory_xact_lock') ? 'select $1::text' : text)

test('two drafts handed in at once where one is allowed: one is, the other is told the limit', async () => {
  expect(await handInBoth(await scene(shop))).toEqual(['activity_too_many', null])
})

test('control: without the line both would be handed in', async () => {
  expect(await handInBoth(await scene(broken), metAt('insert into activities.moves', 2, withoutLine))).toEqual([
    null,
    null,
  ])
})

/** The holder leaves while the staff approve; how often each had to begin. */
async function leaveBesideApproval({ on, staff, member }: Scene, plant = (text: string) => text) {
  const one = await submitted(on, member)
  let left: Promise<string | null> | undefined
  let begun = 0
  on.intercept.current = async (text) => {
    if (/insert into referral.links|closed_at is null for update/.test(text)) begun++
    if (left === undefined && text.includes('insert into referral.links')) {
      const leaver = { memberId: member.id, passwordHash: 'none' }
      left = codeOf(on.karat.db.transaction((tx) => deleteMember(on.karat, tx, leaver)))
      await overOrHeld(on, left)
    }
    return plant(text)
  }
  const errors = [await codeOf(approve(on, staff, one)), await left]
  on.intercept.current = undefined
  return { errors, begun }
}

test('a holder who leaves while the staff approve waits for them, and then it is cancelled', async () => {
  expect(await leaveBesideApproval(await scene(shop))).toEqual({ errors: [null, null], begun: 2 })
})

test('control: without the hold before the account’s own each would wait for the other, and one begin again', async () => {
  const plant = (text: string) => text.replace(/(erased_at is null\)\s+order by id) for no key update/, '$1')
  expect(await leaveBesideApproval(await scene(broken), plant)).toEqual({ errors: [null, null], begun: 3 })
})

/** One ticket, shown at two doors. */
async function showTwice({ on, staff, member }: Scene, plant?: (text: string) => Promise<string>) {
  const event = await live(on, member, staff)
  const { token } = await ask<JoinedView>(on, await signedIn(on), '/activity/join', { activity_code: event.code })
  const { ticket } = await ask<TicketView>(on, null, '/activity/ticket', { token })
  on.intercept.current = plant
  const counted = await Promise.all(
    [1, 2].map(() =>
      call<{ again: boolean }>(on, member, '/activity/attend', { activity_id: event.activity_id, ticket }),
    ),
  )
  on.intercept.current = undefined
  return counted.map(({ data }) => data.again).sort()
}

test('one ticket at two doors at once is counted once', async () => {
  for (let times = 0; times < 3; times++) expect(await showTwice(await scene(shop))).toEqual([false, true])
})

test('control: without the hold and the condition it would be counted twice', async () => {
  const plant = metAt('set attended_at = now()', 2, (text) =>
    text.replace('for no key update', '').replace('and attended_at is null returning', 'returning'),
  )
  expect(await showTwice(await scene(broken), plant)).toEqual([false, false])
})
