import { beforeAll, beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { listNews } from '../../content/news-queries.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
const broken = openShop()
let writer: TestStaff
beforeAll(async () => {
  writer = await staffSignedIn(shop, 'content')
})
beforeEach(() => {
  shop.intercept.current = broken.intercept.current = undefined
})

const texts = (text: string) => ({ 'en-US': text, id: `${text} id`, zh: `${text} zh` })
const news = (title: string) => ({
  kind: 'news',
  id: null as number | null,
  revision: 0,
  store: 'id',
  from: null as string | null,
  until: null as string | null,
  fields: {
    category: 'house',
    author: 'Diah',
    image: '',
    image_alt: texts(''),
    title: texts(title),
    summary: texts('In short'),
    body: texts('## First\n\n<script>alert(1)</script>'),
  },
})
const save = (body: object, who = writer, at: Shop = shop) => askStaff(at, who, '/content/save', body)
const added = async (title: string, at: Shop = shop, who = writer) => Number((await save(news(title), who, at)).data.id)
const titlesRead = async () =>
  (await listNews(shop.karat.db, { store: { code: 'id' }, language: 'en-US' }, { page_size: 100 })).items.map(
    ({ title }) => title,
  )
const entry = (id: number, kind = 'news') => askStaff(shop, writer, `/content/entry?kind=${kind}&id=${id}`)

test('a draft is seen by staff alone, then by everybody, then by nobody; every step is recorded', async () => {
  const id = await added('Vault moves house')
  expect((await entry(id)).data).toMatchObject({
    state: 'draft',
    revision: 1,
    from: null,
    updated_by: writer.staff.name,
  })
  expect(await titlesRead()).not.toContain('Vault moves house')
  const version = shop.karat.catalogue.version()
  expect((await askStaff(shop, writer, '/content/publish', { kind: 'news', id, revision: 1 })).data).toEqual({
    id,
    revision: 2,
  })
  expect(await titlesRead()).toContain('Vault moves house')
  await expect.poll(() => shop.karat.catalogue.version()).toBeGreaterThan(version)
  await askStaff(shop, writer, '/content/unpublish', { kind: 'news', id, revision: 2 })
  expect(await titlesRead()).not.toContain('Vault moves house')
  const rows = await shop.karat.db.rows<{ did: string }>(sql`select details ->> 'did' as did from staff.actions
    where subject_kind = 'news' and subject_id = ${String(id)} order by id`)
  expect(rows.map(({ did }) => did)).toEqual(['add', 'publish', 'unpublish'])
})

test('what is wrong is named by field, and nothing is written', async () => {
  const before = (await askStaff(shop, writer, '/content/list?kind=news')).data.total
  const wish = news('Wrong')
  const fields = { ...wish.fields, category: 'gossip', image: 'no-such-picture', title: { ...texts('Wrong'), id: ' ' } }
  const answer = await save({ ...wish, from: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z', fields })
  expect(answer.error).toBe('invalid_input')
  expect(Object.keys(answer.data.fields as object).sort()).toEqual(['category', 'image', 'title.id', 'until'])
  expect((await save({ ...wish, store: 'zz' })).error).toBe('not_found')
  expect((await save({ ...wish, id: 999_999, revision: 1 })).error).toBe('not_found')
  expect((await askStaff(shop, writer, '/content/list?kind=news')).data.total).toBe(before)
})

test('banners, problems and partners of the seed are saved unchanged as they were read', async () => {
  for (const kind of ['news', 'banner', 'problem', 'partner']) {
    const { data } = await askStaff(shop, writer, `/content/list?kind=${kind}&store=id`)
    const [first] = data.rows as { id: number; revision: number }[]
    if (!first) throw new Error(`no ${kind}`)
    const { data: read } = await entry(first.id, kind)
    const { id, revision, store, from, until, fields } = read
    const saved = await save({ kind, id, revision, store, from, until, fields })
    expect(saved.data, `${kind} ${JSON.stringify(saved)}`).toEqual({ id, revision: Number(revision) + 1 })
    expect((await entry(first.id, kind)).data).toMatchObject({ fields, from, until, store })
  }
})

test('a link may only lead into the shop, and two problems of a group have two names', async () => {
  const { data: banners } = await askStaff(shop, writer, '/content/list?kind=banner')
  const [banner] = banners.rows as { id: number }[]
  const { data: one } = await entry(banner?.id ?? 0, 'banner')
  const fields = one.fields as object
  for (const link of ['https://evil.example', '//evil.example', 'javascript:alert(1)'])
    expect((await save({ ...pick(one), fields: { ...fields, link } })).data.fields).toHaveProperty('link')
  const { data: problems } = await askStaff(shop, writer, '/content/list?kind=problem&store=id')
  const [problem] = problems.rows as { id: number }[]
  const { data: known } = await entry(problem?.id ?? 0, 'problem')
  const answer = await save({ ...pick(known), id: null, revision: 0 })
  expect(answer.data.fields).toEqual({ slug: 'is used already' })
})
const pick = ({ kind, id, revision, store, from, until, fields }: Record<string, unknown>) => ({
  ...{ kind, id, revision, store, from, until, fields },
})

async function twoSave(at: Shop) {
  const people = [await staffSignedIn(at, 'content'), await staffSignedIn(at, 'content')] as const
  const id = await added('Two write', at, people[0])
  const meet = meetingAt('update content.news', 2)
  at.intercept.current = async (text) => {
    await meet(text)
    return at === broken ? text.replace(/and revision = (\$\d+)/, 'and coalesce($1, 0) = coalesce($1, 0)') : text
  }
  const answers = await Promise.all(
    people.map((who, place) => save({ ...news(`Version ${place}`), id, revision: 1 }, who, at)),
  )
  return answers.map(({ error, status }) => error ?? status).sort()
}

test('of two who save the same revision one is told; without the revision both would', async () => {
  expect(await twoSave(shop)).toEqual([200, 'edited_meanwhile'])
  expect(await twoSave(broken)).toEqual([200, 200])
})

test('a version of the agreement is added for a day to come, and never changed', async () => {
  const wish = {
    ...{ store: 'id', version: 'test-2031', effective_on: '2031-01-01', reason: 'For the test of content' },
    ...{ title: texts('Agreement'), changes: texts('All'), body: texts('Text') },
  }
  const publish = (more: object) => askStaff(shop, writer, '/content/publishAgreement', { ...wish, ...more })
  expect((await publish({ effective_on: '2020-01-01' })).data.fields).toHaveProperty('effective_on')
  expect((await publish({ title: { ...texts('A'), zh: '' } })).data.fields).toHaveProperty(['title.zh'])
  expect((await publish({ reason: '' })).error).toBe('invalid_input')
  expect((await publish({})).data).toEqual({ version: 'test-2031' })
  expect((await publish({})).data.fields).toHaveProperty('version')
  const { data } = await askStaff(shop, writer, '/content/agreements')
  expect(data.rows).toContainEqual(expect.objectContaining({ version: 'test-2031', state: 'coming' }))
  await expect(shop.karat.db.run(sql`update content.agreements set title = '{}'`)).rejects.toThrow('stays')
  const support = await staffSignedIn(shop, 'support')
  expect((await save(news('No'), support)).error).toBe('permission_missing')
})

test('a version is in force at once only in a store that is not open yet', async () => {
  const wish = {
    ...{ store: 'my', effective_on: null, reason: 'For the test of content' },
    ...{ title: texts('Agreement'), changes: texts('All'), body: texts('Text') },
  }
  const publish = (version: string) => askStaff(shop, writer, '/content/publishAgreement', { ...wish, version })
  const open = (at: string, text: string) =>
    asOwner(shop.connectionString, [
      `update stores.stores set opened_at = ${at}, opened_by = ${text}, opened_because = ${text} where code = 'my'`,
    ])
  expect((await publish('test-9')).data.fields).toHaveProperty('effective_on')
  await open('null', 'null')
  expect((await publish('test-9')).error).toBeNull()
  await open('now()', `'test'`)
  const { data } = await askStaff(shop, writer, '/content/agreements')
  expect(data.rows).toContainEqual(expect.objectContaining({ store: 'my', version: 'test-9', state: 'in_force' }))
})

test('the first agreement of a store begins with the text of its own house', async () => {
  const template = async (store: string, who = writer) =>
    askStaff(shop, who, `/content/agreementTemplate?store=${store}`)
  const bodyOf = async (store: string) => ((await template(store)).data.body as Record<string, string>)['en-US']
  expect(await bodyOf('id')).toContain('PT Karat Logam Mulia')
  expect(await bodyOf('my')).toContain('Karat Bullion Sdn. Bhd.')
  expect((await template('zz')).error).toBe('not_found')
  expect((await template('my', await staffSignedIn(shop, 'support'))).error).toBe('permission_missing')
})
