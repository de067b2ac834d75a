/** What the dealer writes, as the calls answer it. */
import { expect, test } from 'vitest'
import { asOwner } from '../../tests/support/owner.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import * as contract from './contract.ts'

const shop = openShop()
const ask = async (path: string, language = 'en-US', store = 'id') => {
  const url = `/api/store${store}${path}`
  const answer = await shop.app.inject({ url, headers: { cookie: `language=${language}` } })
  return { http: answer.statusCode, headers: answer.headers, body: answer.json() }
}
const news = async (query = '', language?: string) =>
  contract.NewsList.parse((await ask(`/home/getNewsList${query}`, language)).body.data)

test('news come newest first, page by page, by category, in the language asked for', async () => {
  const all = await news()
  expect(all.total).toBeGreaterThanOrEqual(8)
  const days = all.items.map(({ published_at }) => published_at)
  expect(days).toEqual([...days].sort().reverse())
  expect(all.items[0]).toMatchObject({ title: 'Two prices, and the ground between them', category: 'guide' })
  expect((await news('', 'id')).items[0]?.title).toBe('Dua harga, dan jarak di antaranya')
  expect((await news('', 'zh')).items[0]?.title).toBe('两个价格，以及它们之间的距离')
  const guides = await news('?category=guide')
  expect(guides.items.every(({ category }) => category === 'guide')).toBe(true)
  const [first, second] = [await news('?page_size=3'), await news('?page_size=3&page=2')]
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 6))
  expect(first.page_count).toBe(Math.ceil(all.total / 3))
})

test('news that are not yet out, or over, are nowhere', async () => {
  const [newest] = (await news()).items
  await shop.karat.db.run(
    sql`update content.news set published_at = now() + interval '1 hour' where id = ${newest?.id}`,
  )
  expect((await news()).items.map(({ id }) => id)).not.toContain(newest?.id)
  expect((await ask(`/home/getNewsDetail?id=${newest?.id}`)).body).toMatchObject({ code: 404, error: 'not_found' })
  await shop.karat.db.run(
    sql`update content.news set published_at = now() - interval '1 day', ends_at = now() where id = ${newest?.id}`,
  )
  expect((await ask(`/home/getNewsDetail?id=${newest?.id}`)).http).toBe(404)
  await shop.karat.db.run(sql`update content.news set ends_at = 'infinity' where id = ${newest?.id}`)
  const detail = contract.NewsDetail.parse((await ask(`/home/getNewsDetail?id=${newest?.id}`)).body.data)
  expect(detail.body.filter(({ kind }) => kind === 'heading')).toHaveLength(2)
  expect(detail.related).toHaveLength(3)
  expect(detail.related.map(({ id }) => id)).not.toContain(newest?.id)
})

test('a language that is missing is replaced by English', async () => {
  const [newest] = (await news()).items
  await shop.karat.db.run(sql`update content.news set title = title - 'zh' where id = ${newest?.id}`)
  expect((await news('', 'zh')).items.find(({ id }) => id === newest?.id)?.title).toBe(newest?.title)
})

test('common problems are found by their words, in any language', async () => {
  const find = async (q: string, language: string) =>
    contract.ProblemGroups.parse((await ask(`/home/getCommonProblems?q=${encodeURIComponent(q)}`, language)).body.data)
  const all = contract.ProblemGroups.parse((await ask('/home/getCommonProblems')).body.data)
  expect(all.groups).toHaveLength(5)
  expect(all.total).toBeGreaterThanOrEqual(18)
  const slugs = ({ groups }: typeof all) => groups.flatMap(({ problems }) => problems.map(({ slug }) => slug))
  expect(slugs(await find('TEN minutes', 'en-US'))).toEqual(['how-guarantee-works', 'guarantee-over'])
  expect(slugs(await find('sepuluh menit', 'id'))).toEqual(['how-guarantee-works', 'guarantee-over'])
  expect(slugs(await find('保价 十分钟', 'zh'))).toEqual(['how-guarantee-works'])
  expect((await find('palladium', 'en-US')).groups).toEqual([])
  expect((await ask('/home/getCommonProblems?q=')).http).toBe(422)
})

test('partners and about us are there in both stores', async () => {
  for (const store of ['id', 'my']) {
    const { partners } = contract.Partners.parse((await ask('/home/getPartners', 'id', store)).body.data)
    expect(partners.length).toBeGreaterThanOrEqual(8)
    const about = contract.WrittenPage.parse((await ask('/home/getAboutUs', 'id', store)).body.data)
    expect(about.title).toBe('Tentang kami')
  }
})

test('the privacy notice answers raw, outside the envelope, with every header', async () => {
  const { http, headers, body } = await ask('/privacy/getPrivacyPolicy', 'zh')
  expect(http).toBe(200)
  expect(contract.WrittenPage.parse(body).title).toBe('隐私声明')
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect((await ask('/privacy/getPrivacyPolicy?x=1')).body).toMatchObject({ status: 'error', error: 'invalid_input' })
})

test('the agreement in force is the newest whose day has come; a coming one and former ones can be read', async () => {
  const agreement = async (query = '') => contract.Agreement.parse((await ask(`/home/getAgreement${query}`)).body.data)
  expect(await agreement()).toMatchObject({ version: '2026-11-24', state: 'in_force', title: 'Member agreement' })
  const former = await agreement('?version=2024-06')
  expect(former.state).toBe('former')
  expect(former.body.length).toBeLessThan((await agreement()).body.length)
  expect((await ask('/home/getAgreement?version=1999')).http).toBe(404)

  await shop.karat.db.run(sql`insert into content.agreements (store, version, effective_at, title, changes, body)
    select store, '2027-01', now() + interval '30 days', title, changes, body from content.agreements where store = 'id' and version = '2026-11-24'`)
  expect((await agreement()).version).toBe('2026-11-24')
  expect((await agreement('?version=2027-01')).state).toBe('coming')
  expect((await agreement()).versions.map(({ version, state }) => `${version} ${state}`)).toEqual([
    '2027-01 coming',
    '2026-11-24 in_force',
    '2026-11 former',
    '2026-01 former',
    '2024-06 former',
  ])
})

test('whoever signs up agrees to the version in force, of this store', async () => {
  const signUp = async (version: string, store = 'id') => {
    const email = `${version}-${store}@example.com`
    const url = `/api/store${store}/user/sendSignupCode`
    const payload = { email, agreement_version: version }
    const answer = await shop.app.inject({ method: 'POST', url, payload })
    return answer.json()
  }
  expect((await signUp('2026-11-24')).status).toBe('success')
  await shop.karat.db.run(sql`insert into content.agreements (store, version, effective_at, title, changes, body)
    select store, '2026-12', now(), title, changes, body from content.agreements where store = 'id' and version = '2026-11-24'`)
  expect(await signUp('2026-11-24')).toMatchObject({
    error: 'agreement_outdated',
    data: { agreement_version: '2026-12' },
  })
  expect((await signUp('2026-12')).status).toBe('success')
  expect((await signUp('2026-12', 'my')).error).toBe('agreement_outdated')
})

test('until the day of a store’s first agreement has come, what every store begins with is in force and read', async () => {
  await asOwner(shop.connectionString, [
    'alter table content.agreements disable trigger agreements_stay',
    `delete from content.agreements where store = 'my'`,
    'alter table content.agreements enable trigger agreements_stay',
  ])
  const read = (query = '') => ask(`/home/getAgreement${query}`, 'en-US', 'my')
  const agreement = async (query?: string) => contract.Agreement.parse((await read(query)).body.data)
  const { version: first } = settings.agreement
  const before = await agreement()
  expect(before.versions.map(({ version, state }) => `${version} ${state}`)).toEqual([`${first} in_force`])

  const texts = (text: string) => ({ 'en-US': text, id: text, zh: text })
  const own = { title: texts('Our own'), changes: texts('The first.'), body: texts('Ours.') }
  const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
  const wish = { ...own, store: 'my', version: 'own-1', effective_on: tomorrow, reason: 'For the test of content' }
  const writer = await staffSignedIn(shop, 'content')
  const publish = (more = {}) => askStaff(shop, writer, '/content/publishAgreement', { ...wish, ...more })
  expect((await publish({ version: first })).data.fields).toHaveProperty('version')
  expect((await publish()).data).toEqual({ version: 'own-1' })

  const now = await agreement()
  expect(now).toMatchObject({ version: first, state: 'in_force', title: before.title, body: before.body })
  expect(now.versions.map(({ version, state }) => `${version} ${state}`)).toEqual(['own-1 coming', `${first} in_force`])
  expect(await agreement(`?version=${first}`)).toEqual(now)
  expect(await agreement('?version=own-1')).toMatchObject({ title: 'Our own', state: 'coming', versions: now.versions })
  expect((await read('?version=1999')).http).toBe(404)
})
