/** An activity from its draft to its end, as its holder and the staff move it. */
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  approve,
  drafted,
  evening,
  holderOf,
  inDays,
  letItPass,
  live,
  movesOf,
  reject,
  submitted,
  times,
} from '../../tests/support/activities.ts'
import { agentIs } from '../../tests/support/made-agent.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { uploaded } from '../../tests/support/pictures.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import { activityMoves, activityStates } from './activity-rules.ts'
import { decideChange } from './change-activity.ts'
import type { OwnActivitiesView, OwnActivityView } from './contract.ts'
import { resumeActivity, suspendActivity } from './decide-activity.ts'
import { followTimes } from './go-live.ts'

const shop = openShop()
let staff: TestStaff
let member: TestMember
beforeAll(async () => {
  staff = await staffSignedIn(shop, 'content')
})
beforeEach(async () => {
  shop.intercept.current = undefined
  member = await holderOf(shop)
})
const own = ({ activity_id }: { activity_id: string }) =>
  ask<OwnActivityView>(shop, member, `/activity/own?activity_id=${activity_id}`)
const say = (path: string, body: object) => call<OwnActivityView>(shop, member, `/activity/${path}`, body)
const lettersTo = async ({ id }: TestMember) =>
  (
    await shop.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where member_id = ${id} order by id`,
    )
  ).map(({ template }) => template)

test('a draft is handed in, approved, live at its time, and ended at its end; each step is written down', async () => {
  const draft = await drafted(shop, member, { opens_at: inDays(shop, 2) })
  expect(draft).toMatchObject({ state: 'draft', revision: 1, code: null, place: evening.place })
  const again = await drafted(shop, member, { activity_id: draft.activity_id, opens_at: inDays(shop, 2), capacity: 12 })
  expect(again).toMatchObject({ activity_id: draft.activity_id, revision: 2, capacity: 12 })
  const { activity_id } = draft
  expect((await say('submit', { activity_id, revision: 1 })).error, 'an older one').toBe('activity_state')
  expect((await say('submit', { activity_id, revision: 2 })).data).toMatchObject({ state: 'submitted' })
  expect((await say('save', { ...evening, ...times(shop), activity_id })).error).toBe('activity_state')

  await approve(shop, staff, again)
  const approved = await own(draft)
  expect(approved).toMatchObject({ state: 'approved' })
  expect(approved.code).toMatch(/^[A-Z2-9]{8}$/)
  expect(await followTimes(shop.karat)).toBe(0)
  await letItPass(shop, activity_id, "opens_at = now() - interval '1 second'")
  expect(await followTimes(shop.karat)).toBe(1)
  expect((await own(draft)).state).toBe('live')
  await letItPass(shop, activity_id, "starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second'")
  expect(await followTimes(shop.karat)).toBe(1)
  expect(await movesOf(shop, activity_id)).toEqual([
    'none draft member',
    'draft submitted member',
    'submitted approved staff',
    'approved live system',
    'live ended system',
  ])
  expect(await lettersTo(member)).toEqual(['activity_approved'])
})

test('the database refuses every move that is not in the table, and words that nobody approved', async () => {
  const one = await live(shop, member, staff)
  const set = (column: string) =>
    shop.karat.db.run(
      sql`update activities.activities set texts = '{"id": {}}', revision = revision + 1 where id = ${one.activity_id} and ${column} <> ''`,
    )
  await expect(set('live')).rejects.toThrow('what was approved is changed by what is approved')
  for (const state of activityStates.filter((to) => to !== 'live' && !activityMoves.live.includes(to)))
    await expect(
      shop.karat.db.run(
        sql`update activities.activities set state = ${state}, over_at = null where id = ${one.activity_id}`,
      ),
    ).rejects.toThrow('an activity does not become')
  await expect(shop.karat.db.run(sql`update activities.moves set reason = 'other'`)).rejects.toThrow()
})

test('what is rejected is written anew; what waits is taken back first', async () => {
  const one = await submitted(shop, member)
  const { activity_id } = one
  await reject(shop, staff, one, 'Say who speaks.')
  expect(await own(one)).toMatchObject({
    state: 'rejected',
    moves: [{ by: 'house', reason: 'Say who speaks.' }, {}, {}],
  })
  expect(await lettersTo(member)).toEqual(['activity_rejected'])
  expect((await say('takeBack', { activity_id })).data).toMatchObject({ state: 'draft' })
  const again = await drafted(shop, member, { activity_id, title_id: 'Kopi dan emas bersama Ratna' })
  expect((await say('submit', { activity_id, revision: again.revision })).error).toBeNull()
  expect((await say('takeBack', { activity_id })).data).toMatchObject({ state: 'draft' })
  await expect(approve(shop, staff, again)).rejects.toMatchObject({ code: 'activity_state' })

  // The same words again: the second answer is told too.
  await say('submit', { activity_id, revision: again.revision })
  await reject(shop, staff, again, 'Say where.')
  await say('takeBack', { activity_id })
  await say('submit', { activity_id, revision: again.revision })
  await reject(shop, staff, again, 'Say where, please.')
  expect(await lettersTo(member)).toEqual(['activity_rejected', 'activity_rejected', 'activity_rejected'])
})

test('the picture of a draft that is thrown away goes, and that of a change which ends with its activity', async () => {
  const isThere = async (id: string) =>
    (await call(shop, member, `/file/image?id=${id}`).catch(() => ({ http: 200 }))).http
  const first = await uploaded(shop, member, 'activity')
  const draft = await drafted(shop, member, { image_id: first })
  expect(await isThere(first)).toBe(200)
  await say('cancel', { activity_id: draft.activity_id, reason: 'discarded' })
  expect(await isThere(first)).toBe(404)
  expect((await own(draft)).moves[0], 'what the page wrote is no reason').toMatchObject({
    state: 'cancelled',
    reason: '',
  })

  const changed = await uploaded(shop, member, 'activity')
  const one = await live(shop, member, staff)
  const { kind: _, language: __, capacity: ___, ...said } = evening
  const wanted = { ...said, ...times(shop), activity_id: one.activity_id, image_id: changed }
  expect((await say('proposeChange', wanted)).error).toBeNull()
  await letItPass(
    shop,
    one.activity_id,
    "starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second'",
  )
  await followTimes(shop.karat)
  expect([await isThere(changed), (await own(one)).change]).toEqual([404, null])
})

test('a holder has so many drafts as their store allows', async () => {
  const limits = sql`insert into activities.limits (store, open_activities, drafts, participants, actor, reason) values`
  await shop.karat.db.run(sql`${limits} ('id', 5, 2, 500, 'test', 'test')`)
  const first = await drafted(shop, member)
  await drafted(shop, member)
  expect(await say('save', { ...evening, ...times(shop) })).toMatchObject({
    error: 'activity_too_many_drafts',
    data: { limit: 2 },
  })
  expect((await say('save', { ...evening, ...times(shop), activity_id: first.activity_id })).error).toBeNull()
  await shop.karat.db.run(sql`${limits} ('id', 5, 20, 500, 'test', 'test')`)
})

test('a promise of return stops it, named with its field and its word; so does who is no agent, and a limit', async () => {
  const draft = await drafted(shop, member, { description_en: 'Come along: r i s k - f r e e gold for everybody.' })
  const { activity_id, revision } = draft
  const refused = await say('submit', { activity_id, revision })
  expect(refused).toMatchObject({
    error: 'invalid_input',
    data: { fields: { description_en: expect.stringContaining('risk free') } },
  })

  const nobody = await signedIn(shop, 'Bagus Pratama')
  expect((await call(shop, nobody, '/activity/save', { ...evening, ...times(shop) })).error).toBe(
    'activity_not_allowed',
  )
  expect(await ask<OwnActivitiesView>(shop, nobody, '/activity/list')).toMatchObject({
    may_hold: false,
    activities: [],
  })

  await shop.karat.db.run(
    sql`insert into activities.limits (store, open_activities, participants, actor, reason) values ('id', 1, 11, 'test', 'test')`,
  )
  const first = await submitted(shop, member)
  await asOwner(shop.connectionString, agentIs(member.id, 'suspended'))
  await expect(approve(shop, staff, first), 'who is none any more').rejects.toMatchObject({
    code: 'activity_not_allowed',
  })
  await asOwner(shop.connectionString, agentIs(member.id, 'active'))
  const second = await drafted(shop, member)
  expect((await say('submit', { activity_id: second.activity_id, revision: 1 })).error).toBe('activity_too_many')
  expect((await say('save', { ...evening, ...times(shop), capacity: 12 })).data).toMatchObject({
    fields: { capacity: expect.any(String) },
  })
  await shop.karat.db.run(
    sql`insert into activities.limits (store, open_activities, participants, actor, reason) values ('id', 5, 500, 'test', 'test')`,
  )
})

test('an approved one says what was approved until a change is; more places are there at once, fewer never', async () => {
  const first = await uploaded(shop, member, 'activity')
  const one = await live(shop, member, staff, { image_id: first })
  const { activity_id } = one
  const published = async (id: string) =>
    (await call(shop, null, `/file/published?id=${id}`).catch(() => ({ http: 200 }))).http
  expect(await published(first)).toBe(200)
  const image_id = await uploaded(shop, member, 'activity')
  const { kind: _, language: __, capacity: ___, ...said } = evening
  const wanted = { ...said, ...times(shop), activity_id, title_id: 'Teh dan emas', image_id }
  expect((await say('proposeChange', { ...wanted, title_id: 'Pasti untung' })).error).toBe('invalid_input')
  const asked = await say('proposeChange', wanted)
  expect(asked.data).toMatchObject({
    texts: { id: { title: 'Kopi dan emas' } },
    change: { state: 'waiting', texts: { id: { title: 'Teh dan emas' } } },
  })
  expect((await say('proposeChange', { ...wanted, title_id: 'Susu dan emas', image_id: null })).error).toBe(
    'activity_change_waits',
  )
  expect(await published(image_id)).toBe(404)

  const waiting = async () =>
    (
      await shop.karat.db.row<{ id: string }>(
        sql`select id from activities.changes where activity_id = ${activity_id} and state = 'waiting'`,
      )
    )?.id ?? ''
  const decide = (changeId: string, approve: boolean) =>
    decideChange(shop.karat, staff.staff, { changeId, approve, reason: 'As we saw it.' })
  await decide(await waiting(), true)
  expect(await own(one)).toMatchObject({
    revision: 2,
    texts: { id: { title: 'Teh dan emas' } },
    change: null,
    picture: { id: image_id },
  })
  expect([await published(first), await published(image_id)]).toEqual([404, 200])

  expect((await say('proposeChange', { ...wanted, place: 'Jl. Sabang 5, Jakarta' })).error).toBeNull()
  await decide(await waiting(), false)
  expect(await own(one)).toMatchObject({ place: evening.place, change: { state: 'rejected', answer: 'As we saw it.' } })
  expect(await lettersTo(member)).toEqual(['activity_approved', 'activity_change_approved', 'activity_change_rejected'])

  expect((await say('changeCapacity', { activity_id, capacity: 20 })).data).toMatchObject({ capacity: 20 })
  expect((await say('changeCapacity', { activity_id, capacity: 19 })).error).toBe('invalid_input')
})

test('the staff take a live one off the web at once, and put it back; its holder cancels it', async () => {
  const one = await live(shop, member, staff, { image_id: await uploaded(shop, member, 'activity') })
  const { activity_id: activityId } = one
  const shared = () => shop.app.inject(`/img/activity/${one.code}.jpg`)
  const { width, height, format } = await sharp((await shared()).rawPayload).metadata()
  expect({ width, height, format }, 'as networks want it').toEqual({ width: 1200, height: 630, format: 'jpeg' })
  await suspendActivity(shop.karat, staff.staff, { activityId, reason: 'A complaint.' })
  expect(await own(one)).toMatchObject({ state: 'suspended', moves: [{ reason: 'A complaint.' }, {}, {}, {}, {}] })
  expect((await shared()).statusCode).toBe(404)
  await resumeActivity(shop.karat, staff.staff, { activityId, reason: 'It is settled.' })
  // It goes out by mail, and no staff read it before.
  for (const reason of ['Dijamin untung 10 % per bulan', 'Join https://evil.example/now', 'Write to me@evil.example'])
    expect((await say('cancel', { activity_id: activityId, reason })).error).toBe('invalid_input')
  expect((await say('cancel', { activity_id: activityId, reason: 'The speaker is ill.' })).data).toMatchObject({
    state: 'cancelled',
  })
  expect((await say('cancel', { activity_id: activityId, reason: 'The speaker is ill.' })).error).toBe('activity_state')
  expect(await lettersTo(member)).toEqual(['activity_approved', 'activity_suspended', 'activity_resumed'])
})
