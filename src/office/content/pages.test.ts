import { beforeAll, beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
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

const notice = (text: string) => ({
  title: { id: 'Privasi', 'en-US': 'Privacy' },
  lead: { id: 'Pendek', 'en-US': 'Short' },
  facts: {},
  body: { id: `${text} {company}`, 'en-US': `${text} {company} <script>alert(1)</script>` },
})
const privacy = { store: 'id', slug: 'privacy' }
const desk = async (at: Shop = shop, who = writer) =>
  (await askStaff(at, who, '/content/page?store=id&slug=privacy')).data as {
    version: number
    revision: number
    draft: unknown
  }
const keep = (text: string, revision: number, who = writer, at: Shop = shop) =>
  askStaff(at, who, '/content/savePage', { ...privacy, revision, texts: notice(text) })
const bring = (follows: number, revision: number, who = writer, at: Shop = shop) =>
  askStaff(at, who, '/content/publishPage', { ...privacy, follows, revision, reason: 'Shorter sentences' })
const read = async (language: string) =>
  (
    await shop.app.inject({ url: '/api/storeid/privacy/getPrivacyPolicy', headers: { cookie: `language=${language}` } })
  ).json()

test('a draft of the privacy notice is nobody’s to read until it is published, and an earlier version can hold again', async () => {
  const seen = await desk()
  const old = (await read('en-US')).body
  const draft = await keep('Draft', seen.revision)
  expect(draft.error).toBeNull()
  expect((await read('en-US')).body).toEqual(old)
  const version = shop.karat.catalogue.version()
  const published = await bring(seen.version, Number(draft.data.revision))
  expect(published.data).toEqual({ version: seen.version + 1 })
  await expect.poll(() => shop.karat.catalogue.version()).toBeGreaterThan(version)
  const { body } = await read('en-US')
  expect(body).toEqual([{ kind: 'text', text: 'Draft PT Karat Logam Mulia <script>alert(1)</script>' }])
  expect((await read('zh')).language).toBe('id')
  expect(await desk()).toMatchObject({ version: seen.version + 1, draft: null })
  const again = { ...privacy, follows: seen.version + 1, restores: seen.version, reason: 'The former was right' }
  expect((await askStaff(shop, writer, '/content/restorePage', again)).data).toEqual({ version: seen.version + 2 })
  expect((await read('en-US')).body).toEqual(old)
  const { data } = await askStaff(shop, writer, '/content/pageVersions?store=id&slug=privacy')
  expect(data.rows).toMatchObject([
    {
      version: seen.version + 2,
      restores: seen.version,
      reason: 'The former was right',
      published_by: writer.staff.name,
    },
    { version: seen.version + 1, restores: null, reason: 'Shorter sentences' },
    { version: seen.version, published_by: '', changed: [] },
  ])
  const one = await askStaff(shop, writer, `/content/pageVersion?store=id&slug=privacy&version=${seen.version + 1}`)
  expect(JSON.stringify(one.data.changes)).toContain('Draft {company}')
  const rows = await shop.karat.db.rows<{ reason: string }>(sql`select reason from staff.actions
    where action = 'content.page' and outcome = 'done' order by id`)
  expect(rows.map(({ reason }) => reason)).toEqual(['Shorter sentences', 'The former was right'])
})

test('what a page may not say is named by part and language, and what was published stays', async () => {
  const { version, revision } = await desk()
  const texts = { ...notice('x {nobody}'), title: { 'en-US': 'Privacy' } }
  const saved = await askStaff(shop, writer, '/content/savePage', { ...privacy, revision, texts })
  const answer = await bring(version, Number(saved.data.revision))
  expect(Object.keys(answer.data.fields as object).sort()).toEqual(['body.en-US', 'body.id', 'title.id'])
  expect((await desk()).draft).not.toBeNull()
  const gone = await askStaff(shop, writer, '/content/dropPage', { ...privacy, revision: saved.data.revision })
  expect(gone.error).toBeNull()
  expect(await desk()).toMatchObject({ version, draft: null })
  expect((await bring(version, Number(gone.data.revision))).error).toBe('edited_meanwhile')
  const stranger = { ...privacy, store: 'zz', revision: 0, texts: notice('x') }
  expect((await askStaff(shop, writer, '/content/savePage', stranger)).error).toBe('not_found')
  const support = await staffSignedIn(shop, 'support')
  expect((await keep('No', Number(gone.data.revision), support)).error).toBe('permission_missing')
  expect((await bring(version, Number(gone.data.revision), support)).error).toBe('permission_missing')
  await expect(asOwner(shop.connectionString, [`delete from content.page_versions`])).rejects.toThrow('stays')
  const skip = `insert into content.page_versions (store, slug, version, texts) select store, slug, 99, texts from content.page_versions where store = 'id' and slug = 'privacy' limit 1`
  await expect(asOwner(shop.connectionString, [skip])).rejects.toThrow('does not follow')
})

async function twoKeep(at: Shop) {
  const people = [await staffSignedIn(at, 'content'), await staffSignedIn(at, 'content')] as const
  const { revision } = (await askStaff(at, people[0], '/content/page?store=my&slug=about')).data
  const body = { store: 'my', slug: 'about', texts: notice('One') }
  const first = await askStaff(at, people[0], '/content/savePage', { ...body, revision })
  const meet = meetingAt('update content.page_drafts', 2)
  at.intercept.current = async (text) => {
    await meet(text)
    return at === broken ? text.replace(/and revision = (\$\d+)/, 'and coalesce($1, 0) = coalesce($1, 0)') : text
  }
  const wish = { ...body, revision: first.data.revision }
  const answers = await Promise.all(people.map((who) => askStaff(at, who, '/content/savePage', wish)))
  at.intercept.current = undefined
  return answers.map(({ error, status }) => error ?? status).sort()
}

test('of two who keep a draft of the same revision one is told; without the revision both would', async () => {
  expect(await twoKeep(shop)).toEqual([200, 'edited_meanwhile'])
  expect(await twoKeep(broken)).toEqual([200, 200])
})

const NEXT = '$3 * 0 + (select coalesce(max(version), 0) + 1 from content.page_versions where store = $1 and slug = $2)'

/** Both have seen the same version in force; without it the second would put theirs over what they never saw. */
async function twoPublish(at: Shop) {
  const who = await staffSignedIn(at, 'content')
  const { version } = await desk(at, who)
  const again = { ...privacy, follows: version, restores: 0, reason: 'Both at once' }
  const restore = () => askStaff(at, who, '/content/restorePage', again)
  const meet = meetingAt('insert into content.page_versions', 2)
  at.intercept.current = async (text) => {
    if (at === shop) await meet(text)
    return at === broken && text.includes('insert into content.page_versions') ? text.replace('$3', NEXT) : text
  }
  const answers = at === shop ? await Promise.all([restore(), restore()]) : [await restore(), await restore()]
  at.intercept.current = undefined
  return answers.map(({ error, status }) => error ?? status).sort()
}

test('of two who publish over the same version one is told; if versions were counted on both would', async () => {
  expect(await twoPublish(shop)).toEqual([200, 'edited_meanwhile'])
  expect(await twoPublish(broken)).toEqual([200, 200])
})
