/** What the staff are told: who, how, once over all instances, and one letter an hour. The races have controls with planted bugs. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { paidOrder } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { rejectApproval, requestApproval } from '../../staff/approvals.ts'
import { endSaid, giveNotice } from '../../staff/notices/give-notice.ts'
import { mailNotices } from '../../staff/notices/mail-notices.ts'
import { tellOfWaiting, type Waiting } from '../../staff/notices/tell-of-waiting.ts'
import { sweepStaff } from '../../staff/worker.ts'
import { lookAtOnce, lookLater } from './look-for-work.ts'
import { letterWording } from './notice-words.ts'

const shop = openShop()
beforeEach(async () => {
  shop.intercept.current = undefined
  await asOwner(shop.connectionString, [
    'update staff.people set disabled_at = now() where disabled_at is null',
    'delete from staff.notices',
    'delete from staff.told',
    `delete from mail.messages where template = 'staff_notices'`,
  ])
})

const orders = (count: number): Waiting[] =>
  Array.from({ length: count }, (_, at) => ({ id: `order ${at}`, number: `K-${at}`, store: 'id', since: null }))
const told = ({ id }: TestStaff) =>
  shop.karat.db.rows<{ number: string; over: boolean }>(
    sql`select number, over_at is not null as over from staff.notices where person_id = ${id} order by happened_at, number`,
  )
const letters = () =>
  shop.karat.db.rows<{ to: string; subject: string; body: string }>(
    sql`select destination as to, subject, body from mail.messages where template = 'staff_notices' order by created_at`,
  )
const write = () => mailNotices(shop.karat.db, 'https://shop.test/admin/notices', letterWording)
const listOf = async (who: TestStaff, query = '') =>
  (await askStaff(shop, who, `/notices/list${query}`)).data as unknown as {
    total: number
    rows: { id: string; text: string; to: string }[]
  }
const unreadOf = async (who: TestStaff) => (await askStaff(shop, who, '/notices/count')).data.unread
const choose = (who: TestStaff, kind: string, in_office: boolean, by_mail: boolean) =>
  askStaff(shop, who, '/notices/choose', { kind, in_office, by_mail })

test('whoever packs is told of a paid order, in their language; whoever may not see it is not, nor afterwards', async () => {
  const [packer, writer] = [await staffSignedIn(shop, 'fulfilment'), await staffSignedIn(shop, 'content')]
  const { order } = await paidOrder(shop, await signedIn(shop), await someSku(shop))
  await lookAtOnce(shop.karat)
  const { rows } = await listOf(packer)
  const own = rows.find(({ text }) => text.includes(order.number))
  expect(own).toMatchObject({
    text: `Order ${order.number} is paid and waits to be packed`,
    to: `/admin/order?id=${order.order_id}`,
    kind: 'order',
    read: false,
  })
  expect((await listOf(writer)).total).toBe(0)
  const spoken = { ...packer, headers: { ...packer.headers, language: 'zh' } }
  expect((await listOf(spoken)).rows[0]?.text).toMatch(/^订单 .* 已付款/)
  await shop.karat.db.run(sql`update staff.people set roles = array['content'] where id = ${packer.id}`)
  expect((await listOf(packer)).total, 'judged again when it is read').toBe(0)
  expect(await unreadOf(packer)).toBe(0)
})

test('every round can look, and one notice tells of what is late by its area', async () => {
  const desk = await staffSignedIn(shop, 'owner')
  const message = await shop.karat.db.row<{ number: bigint }>(sql`
    insert into community.messages (id, store, name, email, topic, text, language, address, created_at)
    values (gen_random_uuid(), 'id', 'Budi', 'b@x.test', 'other', 'Hello', 'en-US', '', now() - interval '49 hours') returning number`)
  await lookLater(shop.karat)
  const late = (await listOf(desk, '?kind=late&size=100')).rows.map(({ text }) => text)
  expect(late.filter((text) => text.startsWith(`Message ${message?.number} has waited`))).toHaveLength(1)
  expect((await listOf(desk, '?kind=stock')).total).toBeGreaterThan(0)
  expect(late.join(), 'no notice names a member').not.toContain('Budi')
})

test('a few kinds of goods that run low are told one by one, more of them at once as one', async () => {
  const desk = await staffSignedIn(shop, 'owner')
  const tell = (waiting: Waiting[]) => tellOfWaiting(shop.karat.db, 'stock_low', async () => waiting)
  expect(await tell(orders(5))).toBe(5)
  expect(await tell(orders(12))).toBe(1)
  expect((await listOf(desk, '?kind=stock')).rows[0]).toMatchObject({
    text: 'Few or none left of 7 variants',
    to: '/admin/catalogue?stock=low',
  })
  expect(await tell(orders(12)), 'told once').toBe(0)
  await tell([])
  expect((await told(desk)).filter(({ over }) => !over)).toEqual([])
})

test('a list that was cut ends nothing', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const tell = (waiting: Waiting[]) => tellOfWaiting(shop.karat.db, 'order_paid', async () => waiting)
  await tell([{ id: 'oldest', number: 'K-oldest', store: 'id', since: null }])
  await tell(orders(1000))
  expect(await told(desk)).toContainEqual({ number: 'K-oldest', over: false })
  expect(await told(desk)).toHaveLength(51)
  await tell(orders(999))
  expect(await told(desk)).toContainEqual({ number: 'K-oldest', over: true })
})

test('read one by one, by kind and at once, each only one’s own; what waits no more is over', async () => {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const tell = (waiting: Waiting[]) => tellOfWaiting(shop.karat.db, 'order_paid', async () => waiting)
  expect(await tell(orders(3))).toBe(3)
  expect(await tell(orders(3)), 'told once').toBe(0)
  const { rows } = await listOf(one, '?state=unread')
  expect(rows).toHaveLength(3)
  expect((await askStaff(shop, two, '/notices/read', { notice_id: rows[2]?.id })).data).toEqual({ read: 0 })
  expect((await askStaff(shop, one, '/notices/read', { notice_id: rows[2]?.id })).data).toEqual({ read: 1 })
  expect([await unreadOf(one), await unreadOf(two)]).toEqual([2, 3])
  expect((await askStaff(shop, one, '/notices/readAll', { kind: 'stock' })).data).toEqual({ read: 0 })
  await tell(orders(1))
  expect(await told(two)).toEqual([
    { number: 'K-0', over: false },
    { number: 'K-1', over: true },
    { number: 'K-2', over: true },
  ])
  expect([await unreadOf(one), await unreadOf(two)]).toEqual([0, 1])
  expect(await tell(orders(3)), 'what comes and goes within a day is told once').toBe(0)
  await asOwner(shop.connectionString, [`update staff.told set told_at = told_at - interval '25 hours'`])
  expect(await tell(orders(3))).toBe(2)
})

test('a request for a second person is told to those who may give it, and is over when one has decided', async () => {
  const [asks, gives, isNew, other] = [
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'owner'),
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'support'),
  ]
  await shop.karat.db.run(sql`update staff.people set approves_from = now() + interval '1 day' where id = ${isNew.id}`)
  const subject = { kind: 'member', id: 'somebody' }
  const { approval_id } = await shop.karat.db.transaction((tx) =>
    requestApproval(tx, asks.staff, { action: 'members.adjust', subject, reason: 'Counted twice', params: {} }),
  )
  expect((await listOf(gives)).rows[0]).toMatchObject({
    text: expect.stringContaining('A second person is needed: '),
    to: `/admin/approvals?state=waiting&open=${approval_id}`,
  })
  for (const nobody of [asks, isNew, other]) expect(await told(nobody)).toEqual([])
  await rejectApproval(shop.karat, gives.staff, { approvalId: approval_id, reason: 'No' })
  expect(await told(gives)).toEqual([{ number: 'members.adjust', over: true }])
  expect(await write(), 'nobody is written to about what is decided').toBe(0)
})

test('a request for a second person that expires is over, with the sweep or with the next request for the same', async () => {
  const [asks, gives] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'owner')]
  const ask = (id: string) =>
    shop.karat.db.transaction((tx) =>
      requestApproval(tx, asks.staff, {
        ...{ action: 'members.adjust', subject: { kind: 'member', id }, reason: 'Counted twice', params: {} },
      }),
    )
  const [first] = [await ask('first'), await ask('second')]
  await sweepStaff(shop.karat)
  expect(await unreadOf(gives)).toBe(2)
  await asOwner(shop.connectionString, [
    `update staff.approvals set expires_at = now() where subject_id in ('first', 'second') and state = 'waiting'`,
  ])
  await ask('first')
  expect((await told(gives)).map(({ over }) => over)).toEqual([true, false, false])
  expect((await listOf(gives, '?state=unread')).rows.map(({ to }) => to).join()).not.toContain(first.approval_id)
  await sweepStaff(shop.karat)
  expect((await told(gives)).map(({ over }) => over)).toEqual([true, true, false])
})

test('each chooses office, mail, both or none; of a breach nobody hears nothing', async () => {
  const [office, mail, none] = [
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'desk'),
  ]
  await choose(office, 'stock', true, false)
  await choose(mail, 'stock', false, true)
  await choose(none, 'stock', false, false)
  await shop.karat.db.transaction((tx) =>
    giveNotice(tx, 'stock_low', { subject: { id: '1', number: 'ANTAM-1' }, store: 'id' }),
  )
  await write()
  expect(await Promise.all([office, mail, none].map(unreadOf))).toEqual([1, 0, 0])
  expect(await letters()).toEqual([
    {
      to: mail.staff.email,
      subject: 'Back office: Few or none left of ANTAM-1',
      body: expect.stringContaining('https://shop.test/admin/notices'),
    },
  ])
  expect(await choose(none, 'breach', false, false)).toMatchObject({
    status: 422,
    data: { fields: { by_mail: expect.stringContaining('a breach is told') } },
  })
  await expect(
    shop.karat.db.run(sql`insert into staff.notice_choices values (${office.id}, 'breach', false, false)`),
  ).rejects.toThrow('breach_is_told')
  const { choices } = (await askStaff(shop, none, '/notices/choices')).data as { choices: object[] }
  expect(choices).toContainEqual({ kind: 'stock', in_office: false, by_mail: false })
  expect(choices).toContainEqual({ kind: 'breach', in_office: true, by_mail: true })
})

test('five hundred orders in an hour are two letters, without what was read meanwhile', async () => {
  const desk = await staffSignedIn(shop, 'fulfilment')
  await choose(desk, 'order', true, true)
  const give = (from: number, to: number) =>
    shop.karat.db.transaction(async (tx) => {
      for (let n = from; n < to; n++)
        await giveNotice(tx, 'order_paid', { subject: { id: String(n), number: `K-${n}` }, store: 'id' })
    })
  await give(0, 1)
  expect(await write()).toBe(1)
  for (let n = 1; n < 500; n += 100) {
    await give(n, Math.min(500, n + 100))
    expect(await write(), 'within the hour').toBe(0)
  }
  const [first] = (await listOf(desk, '?state=unread')).rows
  await askStaff(shop, desk, '/notices/read', { notice_id: first?.id })
  await asOwner(shop.connectionString, [
    `update staff.notice_letters set written_at = written_at - interval '61 minutes'`,
  ])
  expect(await write()).toBe(1)
  expect(await write()).toBe(0)
  const [one, many] = await letters()
  expect(one?.subject).toBe('Back office: Order K-0 is paid and waits to be packed')
  expect(many?.subject).toBe('Back office: New orders (498)')
  expect(many?.body).toContain('and 478 more')
})

test('an hour is taken only with a letter: not by what was read, is over or may not be known any more', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const give = (id: string) =>
    shop.karat.db.transaction((tx) => giveNotice(tx, 'message_late', { subject: { id, number: id }, store: 'id' }))
  const due = async (meanwhile: () => Promise<unknown>) => {
    let isDone = false
    shop.intercept.current = async (text) => {
      if (!isDone && text.includes('from staff.people where id')) {
        isDone = true
        await meanwhile()
      }
      return text
    }
    expect(await write()).toBe(0)
    expect(isDone, 'it was due').toBe(true)
    shop.intercept.current = undefined
  }
  await give('1')
  await due(() => askStaff(shop, desk, '/notices/readAll', {}))
  await give('2')
  await due(() => shop.karat.db.transaction((tx) => endSaid(tx, 'message_late', '2')))
  await give('3')
  const roles = (role: string) =>
    shop.karat.db.run(sql`update staff.people set roles = array[${role}]::text[] where id = ${desk.id}`)
  await due(() => roles('content'))
  await roles('desk')
  await give('4')
  expect(await write(), 'the hour is free').toBe(1)
  expect((await letters()).map(({ subject }) => subject)).toEqual([
    'Back office: Message 4 has waited for an answer for over two days',
  ])
})

/** While one instance looks, another finds what has begun since, and tells of it. */
async function begunMeanwhile(plant: (text: string) => string): Promise<boolean | undefined> {
  const desk = await staffSignedIn(shop, 'desk')
  const { db } = shop.karat
  shop.intercept.current = plant
  await tellOfWaiting(db, 'order_paid', async () => {
    await tellOfWaiting(db, 'order_paid', async () => orders(1))
    return []
  })
  return (await told(desk))[0]?.over
}

test('what began after a look is not ended by it', async () => {
  expect(await begunMeanwhile((text) => text)).toBe(false)
})

test('control: without the moment of the look it is', async () => {
  expect(await begunMeanwhile((text) => text.replace('and told_at <', 'and now() >='))).toBe(true)
})

/** Two instances find the same order at the same moment. */
async function foundTwice(plant: (text: string) => string): Promise<number> {
  const meet = meetingAt('insert into staff.told', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const look = () => tellOfWaiting(shop.karat.db, 'order_paid', async () => orders(1))
  await Promise.all([look(), look()])
  const person = await shop.karat.db.row<{ most: number }>(
    sql`select count(*)::int as most from staff.notices group by person_id order by 1 desc limit 1`,
  )
  return person?.most ?? 0
}

test('two instances tell of the same order once', async () => {
  await staffSignedIn(shop, 'desk')
  expect(await foundTwice((text) => text)).toBe(1)
})

test('control: where the second one takes the claim of the first, it is told twice', async () => {
  await staffSignedIn(shop, 'desk')
  expect(await foundTwice((text) => text.replace('where staff.told.over_at is not null', 'where true or true'))).toBe(2)
})

/** Two instances write letters at the same moment, and again. */
async function writtenTwice(plant: (text: string) => string): Promise<number> {
  const desk = await staffSignedIn(shop, 'desk')
  await shop.karat.db.transaction((tx) =>
    giveNotice(tx, 'message_late', { subject: { id: '1', number: '2001' }, store: 'id' }),
  )
  const meet = meetingAt('from staff.people where id', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  await Promise.all([write(), write()])
  return (await letters()).filter(({ to }) => to === desk.staff.email).length
}

test('two instances write one letter', async () => {
  expect(await writtenTwice((text) => text)).toBe(1)
})

test('control: without taking hour and notices each writes one', async () => {
  const plant = (text: string) =>
    text
      .replace('where staff.notice_letters.written_at <=', 'where true or staff.notice_letters.written_at <=')
      .replace('for update skip locked', '')
      .replace('by_mail and mailed_at is null', 'by_mail')
  expect(await writtenTwice(plant)).toBe(2)
})

test('an open page that asks for the count, and then for the list, keeps nobody signed in', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  await shop.karat.db.run(
    sql`update staff.sessions set last_used_at = now() - interval '5 minutes' where person_id = ${desk.id}`,
  )
  const idle = async () =>
    (
      await shop.karat.db.row<{ idle: boolean }>(
        sql`select last_used_at < now() - interval '4 minutes' as idle from staff.sessions where person_id = ${desk.id}`,
      )
    )?.idle
  await unreadOf(desk)
  await listOf(desk)
  expect(await idle()).toBe(true)
  await askStaff(shop, desk, '/notices/choices')
  expect(await idle()).toBe(false)
})
