/** What members and visitors write: stored once, seen by others only when staff say so. */
import { beforeEach, expect, test, vi } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { patience } from '../../tests/support/patience.ts'
import { uploaded } from '../../tests/support/pictures.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call, notify, payable, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import type { OrderInfoView } from '../orders/contract.ts'
import type { TestimonialsView } from './contract.ts'
import { type Decision, decideTestimonial } from './decide-testimonial.ts'
import { forgetOldMessages } from './send-message.ts'

const shop = openShop()
let member: TestMember
beforeEach(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
})

const words = 'The serial number on the card is that of the invoice.'
const send = (who: TestMember | null, input: object = {}, key?: string) =>
  call<{ id: string; state: string }>(
    shop,
    who,
    '/home/sendTestimonial',
    { rating: 5, text: words, ...input },
    key ? { 'idempotency-key': key } : {},
  )
const shown = (query = '') => ask<TestimonialsView>(shop, null, `/home/getTestimonials${query}`)
const decide = (id: string, state: Decision['state']) =>
  shop.karat.db.transaction(async (tx) => {
    const now = await tx.row<{ from: Decision['from'] }>(
      sql`select state as from from community.testimonials where id = ${id}`,
    )
    const from = now?.from ?? 'pending'
    return decideTestimonial(tx, { id, from, state, by: 'Nadia Kusuma', reason: 'read it' })
  })
const isShown = async (id: string) => (await shown('?page_size=100')).items.some((one) => one.id === id)
const picture = async (id: string) =>
  (await shop.app.inject({ url: `/api/storeid/file/published?id=${id}` })).statusCode

test('the demo shows an average, counts by rating, pages and one rating alone', async () => {
  const all = await shown('?page_size=5')
  expect(all.count).toBeGreaterThanOrEqual(14)
  expect(all).toMatchObject({ average: '4.6', page: 1, page_count: 3 })
  expect(all.by_rating.reduce((sum, { count }) => sum + count, 0)).toBe(all.count)
  const fours = await shown('?rating=4')
  expect(fours.items.every(({ rating }) => rating === 4)).toBe(true)
  expect(fours.total).toBe(fours.items.length)
  expect(fours.count).toBe(all.count)
})

test('a testimonial and its pictures are hidden until it is published, and again when it is taken back', async () => {
  const image = await uploaded(shop, member, 'testimonial')
  const { data } = await send(member, { place: ' Malang ', image_ids: [image] })
  expect(data.state).toBe('pending')
  expect([await isShown(data.id), await picture(image)]).toEqual([false, 404])
  await decide(data.id, 'published')
  const [newest] = (await shown()).items
  expect(newest).toMatchObject({
    ...{ id: data.id, name: 'Ratna W.', place: 'Malang', rating: 5, text: words, has_bought: false },
    pictures: [{ src: `/api/storeid/file/published?id=${image}`, width: 60, height: 40 }],
  })
  expect(await picture(image)).toBe(200)
  await decide(data.id, 'rejected')
  expect([await isShown(data.id), await picture(image)]).toEqual([false, 404])
  const decisions = await shop.karat.db.rows(sql`select state, decided_by, reason from community.testimonial_decisions
    where testimonial_id = ${data.id} order by id`)
  expect(decisions).toEqual([
    { state: 'published', decided_by: 'Nadia Kusuma', reason: 'read it' },
    { state: 'rejected', decided_by: 'Nadia Kusuma', reason: 'read it' },
  ])
  await expect(decide('01939a4e-0000-7000-8000-000000000000', 'published')).rejects.toThrow('not_found')
})

test('one that waits is enough, also of thirty at once; the next may come when staff have decided', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(member)))
  expect(answers.map(({ error }) => error ?? 'taken').sort()).toEqual(
    ['taken', ...Array(29).fill('testimonial_waiting')].sort(),
  )
  await decide(answers.find(({ http }) => http === 200)?.data.id ?? '', 'published')
  expect((await send(member)).http).toBe(200)
})

test('the same key again is the same testimonial', async () => {
  const [first, second] = [await send(member, {}, 'one wish'), await send(member, {}, 'one wish')]
  expect(second.data).toEqual(first.data)
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('refuses what is missing or too long by its field, and then keeps no picture', async () => {
  const image = await uploaded(shop, member, 'testimonial')
  const refused: [object, string][] = [
    [{ rating: 0 }, 'rating'],
    [{ rating: 6 }, 'rating'],
    [{ rating: '5' }, 'rating'],
    [{ text: `   ${'x'.repeat(10)}            ` }, 'text'],
    [{ text: 'x'.repeat(2001) }, 'text'],
    [{ place: 'x'.repeat(61) }, 'place'],
    [{ image_ids: Array(5).fill(image) }, 'image_ids'],
  ]
  for (const [input, field] of refused) {
    const answer = await send(member, { image_ids: [image], ...input })
    expect(`${answer.http} ${Object.keys((answer.data as unknown as { fields: object }).fields)}`).toBe(`422 ${field}`)
  }
  for (const ids of [[image, image], [await uploaded(shop, member, 'refund')]])
    expect((await send(member, { image_ids: ids })).error).toBe('not_found')
  expect((await send(null)).code).toBe(4001)
  expect((await send(member, { image_ids: [image] })).http).toBe(200)
})

test('who has a paid order when writing is marked as a buyer', async () => {
  const { order, payment } = await payable(shop, member, await someSku(shop))
  const early = await send(member)
  await decide(early.data.id, 'published')
  await notify(shop, { reference: payment.payment_id, amount: payment.amount })
  await vi.waitFor(
    async () =>
      expect((await ask<OrderInfoView>(shop, member, '/order/order_info', { order_id: order.order_id })).state).toBe(
        'paid',
      ),
    patience,
  )
  const later = await send(member)
  await decide(later.data.id, 'published')
  const { items } = await shown()
  const mark = (id: string) => items.find((one) => one.id === id)?.has_bought
  expect([mark(early.data.id), mark(later.data.id)]).toEqual([false, true])
})

const message = { name: 'Agus Hermawan', email: 'Agus@Example.com', topic: 'delivery', text: 'Where is my parcel?' }
const write = (from: string, input: object = {}, headers: Record<string, string> = {}) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/storeid/home/contactUs',
    remoteAddress: from,
    headers,
    payload: { ...message, ...input },
  })
const inbox = (address: string) =>
  shop.karat.db.rows(
    sql`select name, email, topic, text, language, state, member_id, address from community.messages
      where address = ${address} and email = 'agus@example.com' order by number`,
  )

test('a message reaches the inbox once, however often it is sent with one key', async () => {
  const key = { 'idempotency-key': 'a message', cookie: 'language=id' }
  const answers = [await write('203.0.113.1', {}, key), await write('203.0.113.1', {}, key)]
  const numbers = answers.map((answer) => answer.json().data.number)
  expect(numbers[0]).toMatch(/^K-\d{4,}$/)
  expect(numbers[1]).toBe(numbers[0])
  expect(await inbox('203.0.113.1')).toEqual([
    { ...message, email: 'agus@example.com', language: 'id', state: 'new', member_id: null, address: '203.0.113.1' },
  ])
})

test('a member who writes is known; an old token does not keep anybody from writing', async () => {
  await write('203.0.113.2', {}, { authorization: `Bearer ${member.token}` })
  await write('203.0.113.2', {}, { authorization: `Bearer ${'x'.repeat(43)}` })
  expect((await inbox('203.0.113.2')).map((row) => (row as { member_id: string }).member_id)).toEqual([member.id, null])
})

test('the form’s faults are named by field', async () => {
  const refused: [object, string][] = [
    [{ name: ' ' }, 'name'],
    [{ email: 'agus@nowhere' }, 'email'],
    [{ topic: 'complaint' }, 'topic'],
    [{ text: 'short' }, 'text'],
    [{ text: 'x'.repeat(4001) }, 'text'],
  ]
  for (const [input, field] of refused) {
    const answer = await write('203.0.113.3', input)
    expect(`${answer.statusCode} ${Object.keys(answer.json().data.fields)}`).toBe(`422 ${field}`)
  }
  expect(await inbox('203.0.113.3')).toEqual([])
})

test('one network address may write ten times an hour, also at once; others go on, and it is forgotten after a day', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => write('203.0.113.4')))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([...Array(10).fill(200), ...Array(5).fill(429)])
  const refused = answers.find((answer) => answer.statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3500)
  expect((await write('203.0.113.5')).statusCode).toBe(200)
  await shop.karat.db.run(
    sql`update community.messages set created_at = now() - interval '25 hours' where address = '203.0.113.4'`,
  )
  await forgetOldMessages(shop.karat.db)
  expect(await inbox('203.0.113.4')).toEqual([])
  expect((await inbox('')).length).toBe(10)
  expect((await inbox('203.0.113.5')).length).toBe(1)
  await shop.karat.db.run(
    sql`update community.messages set created_at = now() - interval '731 days' where address = ''`,
  )
  await forgetOldMessages(shop.karat.db)
  expect((await inbox('')).length).toBe(0)
})
