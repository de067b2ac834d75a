/** Testimonials and messages as staff decide them: once, by one person, on record. Each race has its planted bug. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { uploaded } from '../../../tests/support/pictures.ts'
import { call } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import type { InboxRowView, OfficeTestimonialView } from '../../community/office-contract.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
let one: TestStaff
let two: TestStaff
beforeEach(async () => {
  shop.intercept.current = undefined
  one = await staffSignedIn(shop, 'support')
  two = await staffSignedIn(shop, 'support')
})

async function testimonial(image_ids: string[] = [], member = signedIn(shop)): Promise<string> {
  const text = 'The serial number on the card is that of the invoice.'
  const sent = await call<{ id: string }>(shop, await member, '/home/sendTestimonial', { rating: 2, text, image_ids })
  return sent.data.id
}
const found = async <Row extends { id: string }>(path: string, id: string) => {
  const rows = (await askStaff(shop, one, path)).data.rows as unknown as Row[]
  return rows.find((row) => row.id === id)
}
const shown = async (id: string) => {
  const answer = await shop.app.inject({ url: '/api/storeid/home/getTestimonials?rating=2&page_size=100' })
  return answer.json().data.items.some((row: { id: string }) => row.id === id)
}
const logged = (id: string) =>
  shop.karat.db.rows<{ action: string; did: string; reason: string | null }>(
    sql`select action, details->>'did' as did, reason from staff.actions where subject_id = ${id} order by id`,
  )

test('a testimonial is shown when it is published and no longer when it is taken down, each on record', async () => {
  const author = await signedIn(shop)
  const image = await uploaded(shop, author, 'testimonial')
  const id = await testimonial([image], Promise.resolve(author))
  const path = `/testimonials/picture?testimonial_id=${id}&picture_id=${image}`
  const bytes = await shop.app.inject({ url: `/api/admin${path}`, headers: one.headers })
  expect([bytes.statusCode, bytes.headers['content-type'], bytes.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect((await askStaff(shop, one, path.replace(id, await testimonial()))).error).toBe('not_found')
  expect(await found<OfficeTestimonialView>('/testimonials/list?state=pending&rating=2&store=id', id)).toMatchObject({
    ...{ state: 'pending', rating: 2, pictures: [image], decisions: [] },
  })
  const version = shop.karat.catalogue.version()
  expect((await askStaff(shop, one, '/testimonials/publish', { id, from: 'pending' })).data).toEqual({
    state: 'published',
  })
  expect(await shown(id)).toBe(true)
  await expect.poll(() => shop.karat.catalogue.version()).not.toBe(version)
  const down = { id, from: 'published', reason: 'The member asked for it' }
  expect((await askStaff(shop, two, '/testimonials/reject', { ...down, reason: ' ' })).error).toBe('invalid_input')
  expect((await askStaff(shop, two, '/testimonials/reject', down)).data).toEqual({ state: 'rejected' })
  expect(await shown(id)).toBe(false)
  expect((await found<OfficeTestimonialView>('/testimonials/list?state=rejected', id))?.decisions).toMatchObject([
    { state: 'rejected', by: two.staff.name, reason: 'The member asked for it' },
    { state: 'published', by: one.staff.name, reason: '' },
  ])
  expect(await logged(id)).toEqual([
    { action: 'testimonials.publish', did: 'published', reason: null },
    { action: 'testimonials.reject', did: 'rejected', reason: 'The member asked for it' },
  ])
  expect((await askStaff(shop, one, '/testimonials/reject', { ...down, from: 'rejected' })).error).toBe('invalid_input')
})

/** Both have looked at the same state before one acts. */
async function twoDecide() {
  const id = await testimonial()
  const answers = await Promise.all([
    askStaff(shop, one, '/testimonials/publish', { id, from: 'pending' }),
    askStaff(shop, two, '/testimonials/reject', { id, from: 'pending', reason: 'Names another shop' }),
  ])
  return { id, answers, did: (await logged(id)).length }
}

test('of two who decide at once one does, and the other is told who was faster', async () => {
  const meet = meetingAt('update community.testimonials', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  const { answers, did } = await twoDecide()
  const [winner, loser] = [...answers].sort((a, b) => a.status - b.status)
  expect([winner?.status, loser?.status, loser?.error, did]).toEqual([200, 409, 'handled_meanwhile', 1])
  expect(JSON.stringify(loser)).toContain(
    `${winner === answers[0] ? one.staff.name : two.staff.name} has dealt with this`,
  )
})

test('control: a decision that does not look at the state is seen', async () => {
  let planted = false
  shop.intercept.current = async (text) => {
    const changed = text.replace(
      /(update community\.testimonials .*) and state = (\$\d)/,
      '$1 and $2::text is not null',
    )
    planted ||= changed !== text
    return changed
  }
  const { answers, did } = await twoDecide()
  expect([planted, answers.map(({ status }) => status), did]).toEqual([true, [200, 200], 2])
})

let written = 0
async function message(store = 'id', language = 'zh'): Promise<InboxRowView> {
  const sent = await shop.app.inject({
    method: 'POST',
    url: `/api/store${store}/home/contactUs`,
    remoteAddress: `203.0.113.${++written}`,
    headers: { cookie: `language=${language}` },
    payload: {
      name: 'Agus Hermawan',
      email: `agus${written}@example.com`,
      topic: 'delivery',
      text: 'Where is my parcel?',
    },
  })
  const { rows } = (await askStaff(shop, one, `/inbox/list?q=${sent.json().data.number}`)).data
  return (rows as unknown as InboxRowView[])[0] as InboxRowView
}
const answering = (who: TestStaff, row: InboxRowView, text = 'It left on Friday, with JNE.', key?: string) =>
  askStaff(shop, { headers: { ...who.headers, ...(key ? { 'idempotency-key': key } : {}) } }, '/inbox/answer', {
    ...{ message_id: row.id, revision: row.revision, text },
  })
const letters = (row: InboxRowView) =>
  shop.karat.db.rows<{ language: string; subject: string; body: string; layout: { store: string } }>(
    sql`select language, subject, body, layout from mail.messages where template = 'contact_answer' and subject like ${`%${row.number}%`}`,
  )

test('a message is found, taken, answered in its writer’s language in the name of their store, and closed', async () => {
  const row = await message('my')
  expect(row).toMatchObject({ state: 'new', store: 'my', email: 'a••••@example.com', is_mine: false, answers: [] })
  expect(await found('/inbox/list?state=open&store=my&topic=delivery&sort=age', row.id)).toBeDefined()
  for (const q of ['hermawan', 'parcel', `agus${written}@example.com`, row.number.slice(2)])
    expect(await found(`/inbox/list?q=${encodeURIComponent(q)}`, row.id), q).toBeDefined()
  for (const query of ['state=spam', 'store=id', 'q=%25', `q=agus${written}`])
    expect(await found(`/inbox/list?${query}`, row.id), query).toBeUndefined()
  const seen = { message_id: row.id, revision: row.revision }
  expect((await askStaff(shop, two, '/inbox/take', seen)).data).toEqual({ state: 'in_hand', revision: 2 })
  expect((await answering(one, { ...row, revision: 2 })).error).toBe('handled_meanwhile')
  expect((await answering(two, { ...row, revision: 2 }, 'too short')).error).toBe('invalid_input')
  expect((await answering(two, { ...row, revision: 2 })).data).toEqual({ state: 'answered', revision: 3 })
  const [letter, ...more] = await letters(row)
  expect(more).toEqual([])
  expect(letter).toMatchObject({ language: 'zh', layout: { store: 'my', about: 'contact' } })
  expect(letter?.body).toContain('It left on Friday, with JNE.')
  expect(letter?.body).toContain('Karat Malaysia')
  expect(letter?.body).toContain('Where is my parcel?')
  const after = await found<InboxRowView>('/inbox/list?state=answered', row.id)
  expect(after).toMatchObject({ handled_by: two.staff.name, answers: [{ by: two.staff.name, mail: 'queued' }] })
  const close = { message_id: row.id, revision: 3, state: 'closed' }
  expect((await askStaff(shop, one, '/inbox/close', { ...close, reason: '' })).error).toBe('invalid_input')
  expect((await askStaff(shop, one, '/inbox/close', { ...close, reason: 'Arrived today' })).data).toMatchObject({
    state: 'closed',
  })
  expect((await logged(row.id)).map(({ action, did }) => `${action} ${did}`)).toEqual([
    'inbox.answer take',
    'inbox.answer answer',
    'inbox.close closed',
  ])
})

test('a message is given back, opened again, and one that is spam is not answered', async () => {
  const { id } = await message()
  const act = (path: string, revision: number, more: object = {}) =>
    askStaff(shop, one, `/inbox/${path}`, { message_id: id, revision, ...more })
  await act('take', 1)
  expect((await act('release', 2)).data).toEqual({ state: 'new', revision: 3 })
  expect((await act('release', 3)).error).toBe('handled_meanwhile')
  expect((await act('close', 3, { state: 'spam', reason: 'Advertising' })).data).toEqual({ state: 'spam', revision: 4 })
  expect((await act('answer', 4, { text: 'Thank you for writing.' })).error).toBe('handled_meanwhile')
  expect((await act('close', 4, { state: 'new', reason: 'Was none' })).data).toEqual({ state: 'new', revision: 5 })
  const nobody = { message_id: '019a0000-0000-7000-8000-000000000000', revision: 1 }
  expect((await askStaff(shop, one, '/inbox/take', nobody)).error).toBe('not_found')
})

test('an answer is sent once, however often it is sent with one key', async () => {
  const row = await message()
  const text = 'It left on Friday, with JNE.'
  const answers = [await answering(one, row, text, 'once'), await answering(one, row, text, 'once')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await answering(one, row, 'Something else then.', 'once')).error).toBe('idempotency_body_differs')
  expect(await letters(row)).toHaveLength(1)
})

test('the same words are sent once, though the first reply was lost and the list is read anew', async () => {
  const row = await message()
  expect((await answering(one, row)).status).toBe(200)
  const anew = { ...row, revision: 2 }
  const again = await answering(one, anew, '  It left on Friday, with JNE. ')
  expect([again.status, again.error]).toEqual([409, 'answer_sent'])
  expect(JSON.stringify(again)).toContain(`${one.staff.name} has sent this very answer`)
  expect((await answering(two, anew)).error, 'a colleague’s words too').toBe('answer_sent')
  expect(await letters(row)).toHaveLength(1)
  expect((await answering(one, anew, 'It has arrived on Monday.')).status, 'the message is as it was').toBe(200)
  expect((await answering(one, { ...row, revision: 3 })).error, 'older words too').toBe('answer_sent')
  expect(await letters(row)).toHaveLength(2)
})

/** Both have the newest revision, as far as they know, and say the same; the first one's reply is still on its way. */
async function sameWordsAtOnce(plant: (text: string) => string) {
  const row = await message()
  const meet = meetingAt('update community.messages', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text.replace(/and revision = (\$\d)/, 'and $1::int is not null'))
  }
  const answers = await Promise.all([answering(one, row), answering(one, row)])
  return { errors: answers.map(({ error }) => error).sort(), letters: (await letters(row)).length }
}

test('of two that say the same at once one leaves, even if neither looked at the revision', async () => {
  expect(await sameWordsAtOnce((text) => text)).toEqual({ errors: ['answer_sent', null], letters: 1 })
})

test('control: without a look at what was said, the same words leave twice, and that is seen', async () => {
  let planted = false
  const seen = await sameWordsAtOnce((text) => {
    const changed = text.replace('from community.answers where', 'from community.answers where false and')
    planted ||= changed !== text
    return changed
  })
  expect([planted, seen]).toEqual([true, { errors: [null, null], letters: 2 }])
})

async function twoAnswer() {
  const row = await message()
  const answers = await Promise.all([answering(one, row), answering(two, row, 'It leaves on Monday.')])
  return { statuses: answers.map(({ status }) => status).sort(), answers, letters: (await letters(row)).length }
}

test('of two who answer at once one does, and the other learns what happened', async () => {
  const meet = meetingAt('update community.messages', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  const { statuses, answers, letters: sent } = await twoAnswer()
  expect([statuses, sent]).toEqual([[200, 409], 1])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused).toMatchObject({ error: 'handled_meanwhile', data: { state: 'answered' } })
})

test('control: an answer that does not look at the revision is seen', async () => {
  let planted = false
  shop.intercept.current = async (text) => {
    const changed = text.replace(/and revision = (\$\d)/, 'and $1::int is not null')
    planted ||= changed !== text
    return changed
  }
  expect(await twoAnswer()).toMatchObject({ statuses: [200, 200], letters: 2 })
  expect(planted).toBe(true)
})

test('the overview counts what waits in a store', async () => {
  const figures = async () =>
    (await askStaff(shop, one, '/overview/figures?store=my')).data.words as { testimonials: number; messages: number }
  const before = await figures()
  await message('my')
  await message('id')
  expect(await figures()).toEqual({ ...before, messages: before.messages + 1 })
})
