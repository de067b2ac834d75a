/** Signing up for an event, the waiting list, the ticket, who came, and what is forgotten of them. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { codeFor, newestMail, sendingsForgotten } from '../../tests/support/account.ts'
import { evening, holderOf, inDays, letItPass, live, times } from '../../tests/support/activities.ts'
import { settled } from '../../tests/support/agents.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { fillVault, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { JoinCodeSentView, JoinedView, OwnActivitiesView, OwnActivityView, TicketView } from './contract.ts'
import { resumeActivity, suspendActivity } from './decide-activity.ts'
import { eraseParticipants } from './forget-participants.ts'
import { forgetActivities } from './held-queries.ts'
import { findPublic } from './public-queries.ts'

const shop = openShop()
let staff: TestStaff
let holder: TestMember
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 1_000_0000n)
  staff = await staffSignedIn(shop, 'content')
})
beforeEach(async () => {
  holder = await holderOf(shop)
  await sendingsForgotten(shop)
})

const join = (member: TestMember, { code }: OwnActivityView) =>
  ask<JoinedView>(shop, member, '/activity/join', { activity_code: code })
const ticketOf = (token: string) => ask<TicketView>(shop, null, '/activity/ticket', { token })
const leave = (token: string) => call(shop, null, '/activity/leave', { token })
const own = ({ activity_id }: OwnActivityView) =>
  ask<OwnActivityView>(shop, holder, `/activity/own?activity_id=${activity_id}`)
const lettersTo = async ({ id }: TestMember) =>
  (
    await shop.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where member_id = ${id} order by id`,
    )
  ).map(({ template }) => template)

async function visit(event: OwnActivityView, email: string): Promise<JoinedView> {
  const wish = { activity_code: event.code, name: 'Sari Dewi', email }
  const { sign_up_id } = await ask<JoinCodeSentView>(shop, null, '/activity/sendJoinCode', wish)
  return ask(shop, null, '/activity/joinAsVisitor', { sign_up_id, code: await codeFor(shop, email) })
}

test('a member with one press, a visitor with a code; then the waiting list; a place given back goes to who waits longest', async () => {
  const event = await live(shop, holder, staff, { capacity: 1 })
  const member = await signedIn(shop, 'Bagus Pratama')
  const later = await signedIn(shop, 'Dewi Lestari')
  const first = await join(member, event)
  expect(first).toMatchObject({ state: 'placed', token: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await join(member, event), 'once').toEqual(first)
  const second = await visit(event, 'sari@example.com')
  expect(second.state).toBe('waiting')
  expect((await join(later, event)).state).toBe('waiting')
  expect(await findPublic(shop.karat.db, { store: 'id', language: 'en-US' }, event.code ?? '')).toMatchObject({
    free: 0,
    waiting: 2,
    title: 'Coffee and gold',
  })

  const ticket = await ticketOf(first.token)
  expect(ticket).toMatchObject({
    state: 'placed',
    title: 'Kopi dan emas',
    ticket: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
  })
  expect(await ticketOf(second.token)).toMatchObject({ state: 'waiting', ticket: null, qr: null })
  expect((await leave(first.token)).data).toEqual({ state: 'cancelled' })
  expect((await leave(first.token)).error, 'done before').toBeNull()
  expect(await ticketOf(second.token)).toMatchObject({ state: 'placed' })
  const letter = await newestMail(shop, 'sari@example.com')
  expect(letter).toMatchObject({ template: 'activity_promoted' })
  expect(letter.body).toContain(`/activity/ticket#${second.token}`)
  expect(letter.body).toContain(evening.place)
  expect(await own(event)).toMatchObject({ taken: 1, waiting: 1 })

  await ask(shop, holder, '/activity/changeCapacity', { activity_id: event.activity_id, capacity: 2 })
  expect(await lettersTo(later)).toEqual(['activity_waiting', 'activity_promoted'])
  expect(await lettersTo(member)).toEqual(['activity_signed_up'])
  expect((await ask<OwnActivitiesView>(shop, later, '/activity/list')).joined).toMatchObject([
    { title: 'Kopi dan emas', state: 'placed' },
  ])
})

test('nobody signs up for a campaign, for what is suspended, over or of nobody; a wrong or foreign link opens no ticket', async () => {
  const campaign = await live(shop, holder, staff, { kind: 'campaign', capacity: null, place: '' })
  const member = await signedIn(shop)
  const tried = async (code: string | null) =>
    (await call(shop, member, '/activity/join', { activity_code: code })).error
  expect(await tried(campaign.code)).toBe('activity_not_open')
  expect(await tried('ABCDEFGH')).toBe('not_found')
  const event = await live(shop, holder, staff)
  const { token } = await join(member, event)
  await askStaff(shop, staff, '/activities/suspend', { activity_id: event.activity_id, reason: 'A complaint.' })
  expect(await tried(event.code)).toBe('activity_not_open')
  expect(await findPublic(shop.karat.db, { store: 'id', language: 'id' }, event.code ?? '')).toBeNull()
  expect(
    (await call(shop, null, '/activity/sendJoinCode', { activity_code: event.code, name: 'S', email: 's@example.com' }))
      .error,
  ).toBe('activity_not_open')
  for (const wrong of [`${token.slice(0, 42)}A`, 'A'.repeat(43)].filter((one) => one !== token))
    expect((await call(shop, null, '/activity/ticket', { token: wrong })).error).toBe('not_found')
  await letItPass(
    shop,
    event.activity_id,
    "state = 'live', starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second'",
  )
  expect(await tried(event.code)).toBe('activity_not_open')
})

test('what is off the web gives no place and no link; what became free meanwhile is given once it is back', async () => {
  const online = { kind: 'event_online', place: '', link: 'https://meet.example.com/coffee', capacity: 1 }
  const event = await live(shop, holder, staff, online)
  const { activity_id: activityId } = event
  const [first, second] = [await signedIn(shop), await signedIn(shop)]
  const { token } = await join(first, event)
  expect((await join(second, event)).state).toBe('waiting')
  expect((await ticketOf(token)).link).toBe(online.link)
  await suspendActivity(shop.karat, staff.staff, { activityId, reason: 'A complaint.' })
  expect((await ticketOf(token)).link).toBe('')
  expect((await leave(token)).error).toBeNull()
  expect(await lettersTo(second)).toEqual(['activity_waiting'])
  await resumeActivity(shop.karat, staff.staff, { activityId, reason: 'It is settled.' })
  expect(await lettersTo(second)).toEqual(['activity_waiting', 'activity_promoted'])
  expect(await lettersTo(first)).toEqual(['activity_signed_up_online'])
  expect(await own(event)).toMatchObject({ taken: 1, waiting: 0 })
})

test('of a visitor who gives the place back nothing is kept, and done twice it is done', async () => {
  const event = await live(shop, holder, staff)
  const { token } = await visit(event, 'gone@example.com')
  expect((await leave(token)).error).toBeNull()
  const rows = await shop.karat.db.rows(sql`
    select state, name, email, ticket from activities.participants where activity_id = ${event.activity_id}`)
  expect(rows).toEqual([{ state: 'cancelled', name: null, email: null, ticket: null }])
  expect((await leave(token)).data).toEqual({ state: 'cancelled' })
  await sendingsForgotten(shop)
  expect((await visit(event, 'gone@example.com')).state, 'they may come after all').toBe('placed')
})

test('who comes is counted once, by the holder alone, and only with a place', async () => {
  const event = await live(shop, holder, staff, { capacity: 1 })
  const [first, second] = [
    await join(await signedIn(shop, 'Bagus Pratama'), event),
    await join(await signedIn(shop), event),
  ]
  const { ticket } = await ticketOf(first.token)
  const count = (member: TestMember, typed: string | null) =>
    call<{ again: boolean }>(shop, member, '/activity/attend', {
      activity_id: event.activity_id,
      ticket: typed ?? 'AAAA-AAAA',
    })
  expect((await count(await signedIn(shop), ticket)).error).toBe('not_found')
  expect((await count(holder, 'AAAA-AAAA')).error).toBe('activity_ticket_unknown')
  expect((await count(holder, ` ${ticket?.toLowerCase().replace('-', ' ')} `)).data).toMatchObject({
    again: false,
    attended: 1,
    taken: 1,
  })
  expect((await count(holder, ticket)).data).toMatchObject({ again: true, attended: 1 })
  const waiting = await shop.karat.db.row<{ ticket: string }>(sql`
    select ticket from activities.participants where activity_id = ${event.activity_id} and state = 'waiting'`)
  expect((await count(holder, waiting?.ticket ?? '')).error).toBe('activity_ticket_without_place')
  expect((await leave(first.token)).error, 'they came').toBe('activity_is_over')
  expect((await leave(second.token)).error).toBeNull()
})

test('a change that is approved, and the end of it all, is told to everybody who signed up', async () => {
  const event = await live(shop, holder, staff)
  const member = await signedIn(shop)
  await join(member, event)
  const gone = await signedIn(shop)
  await leave((await join(gone, event)).token)
  const { kind: _, language: __, capacity: ___, ...said } = evening
  await ask(shop, holder, '/activity/proposeChange', {
    ...said,
    ...times(shop),
    activity_id: event.activity_id,
    place: 'Jl. Sabang 5, Jakarta',
  })
  const { data } = await askStaff(shop, staff, `/activities/activity?activity_id=${event.activity_id}`)
  expect(data).toMatchObject({ place: evening.place, change: { place: 'Jl. Sabang 5, Jakarta' }, taken: 1 })
  const { change_id } = data.change as { change_id: string }
  expect((await askStaff(shop, staff, '/activities/approveChange', { change_id })).error).toBeNull()
  expect((await askStaff(shop, staff, '/activities/approveChange', { change_id })).error).toBe('activity_no_change')
  await ask(shop, holder, '/activity/cancel', { activity_id: event.activity_id, reason: 'The speaker is ill.' })
  expect(await lettersTo(member)).toEqual(['activity_signed_up', 'activity_changed', 'activity_cancelled'])
  expect(await lettersTo(gone)).toEqual(['activity_signed_up'])
})

test('the calendar file has its zone, escapes what means something there, and is folded at 75 octets', async () => {
  const event = await live(shop, holder, staff, {
    title_en: 'Coffee, gold; and \\ bars',
    description_en: `Bring a friend, or two.\n${'金条与金币 '.repeat(20)}`,
  })
  const { body, headers } = await shop.app.inject({
    url: `/api/storeid/activity/calendar?code=${event.code}`,
    headers: { language: 'en-US' },
  })
  expect(headers['content-type']).toContain('text/calendar')
  const lines = body.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const whole = body.replaceAll('\r\n ', '')
  expect(whole).toContain('SUMMARY:Coffee\\, gold\\; and \\\\ bars\r\n')
  expect(whole).toContain('DESCRIPTION:Bring a friend\\, or two.\\n金条与金币 ')
  expect(whole).toContain(`DTSTART;TZID=Asia/Jakarta:${inDays(shop, 10).replace(/[-:]/g, '')}00\r\n`)
  expect(whole).toContain('TZOFFSETTO:+0700\r\n')
  expect(whole).toContain('LOCATION:Jl. Cikini Raya 48\\, Jakarta\r\n')
})

test('names, addresses and tickets are erased some time after the end; a leaving member’s place is free, and what they held is cancelled', async () => {
  const event = await live(shop, holder, staff, { capacity: 1 })
  const leaver = await signedIn(shop)
  const { token } = await join(leaver, event)
  const next = await visit(event, 'next@example.com')
  const about = { memberId: leaver.id, destinations: [`${leaver.id}@karat.test`] }
  await shop.karat.db.transaction((tx) => forgetActivities(tx, shop.karat, about))
  expect(await ticketOf(next.token)).toMatchObject({ state: 'placed' })
  expect((await call(shop, null, '/activity/ticket', { token })).error).toBe('not_found')

  await shop.karat.db.transaction((tx) => forgetActivities(tx, shop.karat, { memberId: holder.id, destinations: [] }))
  expect((await newestMail(shop, 'next@example.com')).template).toBe('activity_cancelled')
  expect(await own(event)).toMatchObject({ state: 'cancelled', texts: {}, place: '' })
  expect(await eraseParticipants(shop.karat.db)).toBe(0)
  await letItPass(shop, event.activity_id, "over_at = now() - interval '31 days'")
  expect(await eraseParticipants(shop.karat.db)).toBe(1)
  const left = await shop.karat.db.rows(sql`
    select name, email, member_id, ticket from activities.participants where activity_id = ${event.activity_id}`)
  expect(left).toEqual([0, 1].map(() => ({ name: null, email: null, member_id: null, ticket: null })))
})

test('a waiting list and a network address have their bounds', async () => {
  const limits = sql`insert into activities.limits (store, open_activities, drafts, participants, waiting, actor, reason) values`
  const event = await live(shop, holder, staff, { capacity: 1 })
  await join(await signedIn(shop), event)
  await shop.karat.db.run(sql`${limits} ('id', 5, 20, 500, 1, 'test', 'test')`)
  const { token } = await join(await signedIn(shop), event)
  const third = await signedIn(shop)
  const tried = async () => (await call(shop, third, '/activity/join', { activity_code: event.code })).error
  expect(await tried()).toBe('activity_full')
  const page = async () => findPublic(shop.karat.db, { store: 'id', language: 'id' }, event.code ?? '')
  expect(await page()).toMatchObject({ free: 0, list_full: true })
  await leave(token)
  expect(await page()).toMatchObject({ free: 0, list_full: false })
  expect(await tried()).toBeNull()
  await shop.karat.db.run(sql`${limits} ('id', 5, 20, 500, 500, 'test', 'test')`)

  const ask = (email: string) =>
    call(shop, null, '/activity/sendJoinCode', { activity_code: event.code, name: 'Sari Dewi', email })
  expect((await ask('one@example.com')).error).toBeNull()
  await shop.karat.db.run(sql`
    insert into identity.sendings (destination, budget, purpose, asker, sent_at)
    select n || '@example.com', budget, purpose, asker, sent_at - interval '2 hours' from identity.sendings,
      generate_series(2, ${settings.activities.mostCodesOfAddress}::int) n where destination = 'one@example.com'`)
  expect(await ask('more@example.com'), 'an address that nobody has asked for').toMatchObject({
    error: 'code_too_soon',
  })
})

/** Somebody who came by the link of an activity, and bought for a million. */
async function broughtBy(event: OwnActivityView): Promise<void> {
  const client = await vaultMember(shop, { cash: 100_000_000n })
  await asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `insert into referral.attributions (member_id, code, kind, owner_id, store)
       select '${client.id}', code, kind, member_id, store from referral.links where code = '${event.code}'`,
  ])
  await trade(shop, client, 'purchase', await quote(shop, client, 'purchase', 'amount', '1000000'))
  const agent = await shop.karat.db.row<{ id: string }>(
    sql`select id from agents.agents where member_id = ${holder.id}`,
  )
  await settled(shop, agent?.id ?? '')
}

test('the office lists what waits first, and reports what came of it with volume and cost', async () => {
  const event = await live(shop, holder, staff)
  await ask(shop, null, '/referral/visit', { code: event.code })
  await join(await signedIn(shop), event)
  await broughtBy(event)
  const { data } = await askStaff(shop, staff, `/activities/list?q=${event.code}`)
  expect(data).toMatchObject({ total: 1, rows: [{ visits: 1, taken: 1, attended: 0, accounts: 1, state: 'live' }] })
  const one = (await askStaff(shop, staff, `/activities/activity?activity_id=${event.activity_id}`)).data
  const report = { bought: 1, orders: 1, volume: '1000000', currency: 'IDR', cost: '1000' }
  expect(one).toMatchObject({ ...report, visits: 1, accounts: 1, verified: 1 })
  const grams = Number(one.grams)
  expect(Number(one.cost_per_gram)).toBe(Math.floor(1000 / grams))
  const { rows } = (await askStaff(shop, await staffSignedIn(shop, 'desk'), '/growth/campaigns?kind=activity'))
    .data as {
    rows: { code: string }[]
  }
  expect(
    rows.find(({ code }) => code === event.code),
    'one definition',
  ).toMatchObject({
    ...{ visits: 1, signed_up: 1, verified: 1, bought: 1, volume: '1000000', grams: one.grams },
    ...{ commission: '1000', commission_per_gram: one.cost_per_gram, cost: '0.0000' },
  })
  const file = await shop.app.inject({ url: `/api/admin/activities/export?q=${event.code}`, headers: staff.headers })
  expect(file.body.trim().split('\n')[1]).toMatch(/Coffee and gold.*,1,1,0,1,1,1,1,1000000,IDR,[\d.]+,1000,\d+\r?$/)
  expect(await own(event)).toMatchObject({ visits: 1, accounts: 1, orders: 1 })
})

test('limits of a store take two people, and hold from then on', async () => {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const wish = { open_activities: 2, drafts: 10, participants: 50, waiting: 30 }
  const asked = await askStaff(shop, one, '/activities/setLimits', { ...wish, store: 'my', reason: 'A small hall.' })
  const now = async () => (await askStaff(shop, staff, '/activities/limits?store=my')).data
  expect(await now()).toMatchObject({ open_activities: 5, set: [] })
  const { approval_id } = asked.data as { approval_id: string }
  expect((await askStaff(shop, one, '/approvals/approve', { approval_id })).status, 'not who asked').not.toBe(200)
  expect((await askStaff(shop, two, '/approvals/approve', { approval_id })).status).toBe(200)
  expect(await now()).toMatchObject({
    ...wish,
    set: [{ ...wish, reason: 'A small hall.', by: expect.stringContaining(', ') }],
  })
})
