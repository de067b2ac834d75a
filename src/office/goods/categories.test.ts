import { beforeAll, beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { formOf, picture } from '../../../tests/support/pictures.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
const broken = openShop()
let writer: TestStaff
beforeAll(async () => {
  writer = await staffSignedIn(shop, 'content')
  await asOwner(broken.connectionString, [
    'drop trigger category_stands_where_it_fits on catalogue.categories',
    unlocked,
  ])
})
beforeEach(() => {
  shop.intercept.current = broken.intercept.current = undefined
})

/** Judges the tree as it was when its transaction looked, holding nobody up. */
const unlocked = `create function catalogue.judged_alone() returns trigger language plpgsql as $$
begin
  if new.parent_id is not null and exists (select from catalogue.categories where id = new.parent_id and parent_id is not null) then
    raise exception 'no' using errcode = 'check_violation', constraint = 'categories_have_two_levels';
  end if;
  perform pg_sleep(0.5);
  return new;
end $$; create trigger judged_alone before update of parent_id on catalogue.categories for each row execute function catalogue.judged_alone()`

const none = { 'en-US': '', id: '', zh: '' }
const wish = (slug: string, more: object = {}) => ({
  ...{ slug, parent: null as number | null, name: { ...none, id: slug }, text: none, image: '', hidden: false },
  ...more,
})
const add = (slug: string, more: object = {}, at: Shop = shop, who = writer) =>
  askStaff(at, who, '/catalogue/addCategory', wish(slug, more))
type Tree = { id: number; slug: string; parent: number | null; revision: number; products: number }[]
const tree = async (at: Shop = shop, who = writer) =>
  (await askStaff(at, who, '/catalogue/categoryTree')).data.categories as Tree
const one = async (slug: string) => {
  const found = (await tree()).find((category) => category.slug === slug)
  if (!found) throw new Error(slug)
  return found
}
const save = (id: number, revision: number, more: object, at: Shop = shop, who = writer) => {
  const { slug: _, ...rest } = wish('x', more)
  return askStaff(at, who, '/catalogue/saveCategory', { ...rest, id, revision })
}
type Shown = { slug: string; name: string; text: string; children: Shown }[]
const shown = async () =>
  (await shop.app.inject({ url: '/api/storeid/product/getProductCategory', headers: { cookie: 'language=zh' } })).json()
    .data as Shown

test('a renamed category is read in every language there is, a hidden one by nobody, and its products stay on sale', async () => {
  const rings = await one('rings')
  const name = { ...none, id: 'Cincin emas', 'en-US': 'Gold rings' }
  const text = { ...none, id: 'Dengan cap kadar.' }
  expect((await save(rings.id, rings.revision, { parent: rings.parent, name, text })).error).toBeNull()
  const jewels = (await shown()).find((top) => top.slug === 'jewellery')
  expect(jewels?.children.find((child) => child.slug === 'rings')).toMatchObject({
    name: 'Gold rings',
    text: 'Dengan cap kadar.',
  })
  const list = async () => (await shop.app.inject('/api/storeid/product/getList?form=ring')).json().data.total as number
  const before = await list()
  expect(before).toBeGreaterThan(0)
  const hidden = { parent: rings.parent, name, text, hidden: true }
  expect((await save(rings.id, rings.revision + 1, hidden)).data).toEqual({
    id: rings.id,
    revision: rings.revision + 2,
  })
  expect(JSON.stringify(await shown())).not.toContain('"rings"')
  expect(await list()).toBe(before)
  const kept = await shop.karat.db.rows<{ did: string }>(sql`select details ->> 'did' as did from staff.actions
    where subject_kind = 'category' and subject_id = ${String(rings.id)} order by id`)
  expect(kept.map(({ did }) => did)).toEqual(['edit_category', 'edit_category'])
})

test('what is wrong is named, and what is in use or another kind’s stays where it is', async () => {
  expect((await add('bars')).data.fields).toHaveProperty('slug')
  expect((await add('Not a slug')).data.fields).toHaveProperty('slug')
  expect((await add('nameless', { name: none })).data.fields).toHaveProperty('name')
  expect((await add('pictured', { image: 'own-000000000000000000000000' })).data.fields).toHaveProperty('image')
  const [bars, minted, coins] = [await one('bars'), await one('minted-bars'), await one('coins')]
  expect((await add('third', { parent: minted.id })).data.fields).toHaveProperty('parent')
  expect((await save(minted.id, minted.revision, { parent: coins.id })).data.fields).toHaveProperty('parent')
  expect((await save(bars.id, bars.revision, { parent: coins.id })).data.fields).toHaveProperty('parent')
  const remove = ({ id, revision }: { id: number; revision: number }) =>
    askStaff(shop, writer, '/catalogue/removeCategory', { id, revision })
  expect((await remove(minted)).error).toBe('category_in_use')
  expect((await remove(bars)).error).toMatch(/category_(in_use|is_a_kind)/)
  const own = await add('gifts')
  const below = await add('wedding', { parent: own.data.id })
  expect((await remove({ id: Number(own.data.id), revision: 1 })).error).toBe('category_in_use')
  expect((await remove({ id: Number(below.data.id), revision: 7 })).error).toBe('edited_meanwhile')
  expect((await remove({ id: Number(below.data.id), revision: 1 })).error).toBeNull()
  expect((await remove({ id: Number(own.data.id), revision: 1 })).error).toBeNull()
  expect((await add('no', {}, shop, await staffSignedIn(shop, 'support'))).error).toBe('permission_missing')
})

test('a category of one’s own holds products of every kind, and one step up is one place', async () => {
  const own = await add('for-weddings')
  const product = { number: 90_001, store: 'id', category: 'for-weddings', form: 'ring', brand: 'Karat', series: null }
  const words = { 'en-US': 'A', id: 'A', zh: 'A' }
  const texts = { name: words, description: words, certificate: words }
  const desk = await staffSignedIn(shop, 'owner')
  expect((await askStaff(shop, desk, '/catalogue/addProduct', { ...product, ...texts })).error).toBeNull()
  expect((await one('for-weddings')).products).toBe(1)
  const order = async () => (await tree()).filter(({ parent }) => parent === null).map(({ slug }) => slug)
  const before = await order()
  expect(before.at(-1)).toBe('for-weddings')
  const up = () => askStaff(shop, writer, '/catalogue/moveCategory', { id: own.data.id, to: 'up' })
  const answers = await Promise.all([up(), up()])
  expect(answers.map(({ error }) => error)).toEqual([null, null])
  expect((await order()).indexOf('for-weddings')).toBe(before.length - 3)
})

test('an uploaded picture is a category’s, and is kept while it is', async () => {
  const file = await picture('jpeg', { width: 600, height: 600 })
  const { payload, headers } = formOf([{ name: 'file', bytes: file }])
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/catalogue/addCategoryPicture',
    payload,
    headers: { ...writer.headers, ...headers },
  })
  const { name } = answer.json().data
  const own = await add('pictured', { image: name })
  expect(own.error).toBeNull()
  expect((await askStaff(shop, writer, '/catalogue/categoryTree')).data.categories).toContainEqual(
    expect.objectContaining({ slug: 'pictured', image: name, src: expect.stringContaining(name) }),
  )
})

async function twoSave(at: Shop) {
  const people = [await staffSignedIn(at, 'content'), await staffSignedIn(at, 'content')] as const
  const { data } = await add('twice', {}, at, people[0])
  const meet = meetingAt('update catalogue.categories set name', 2)
  at.intercept.current = async (text) => {
    await meet(text)
    return at === broken ? text.replace(/and revision = (\$\d+)/, 'and coalesce($1, 0) = coalesce($1, 0)') : text
  }
  const answers = await Promise.all(people.map((who) => save(Number(data.id), 1, {}, at, who)))
  at.intercept.current = undefined
  return answers.map(({ error, status }) => error ?? status).sort()
}

test('of two who save the same revision one is told; without the revision both would', async () => {
  expect(await twoSave(shop)).toEqual([200, 'edited_meanwhile'])
  expect(await twoSave(broken)).toEqual([200, 200])
})

/** Each puts its own below the other's: alone either is right. */
async function twoPutBelowEachOther(at: Shop) {
  const who = await staffSignedIn(at, 'content')
  const ids = [await add('left', {}, at, who), await add('right', {}, at, who)].map(({ data }) => Number(data.id))
  const [left = 0, right = 0] = ids
  const meet = meetingAt('update catalogue.categories set name', 2)
  at.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  await Promise.all([save(left, 1, { parent: right }, at, who), save(right, 1, { parent: left }, at, who)])
  at.intercept.current = undefined
  const rows = await tree(at, who)
  return rows.filter(({ id, parent }) => ids.includes(id) && parent !== null).length
}

test('no two categories stand below each other, whoever moves them at once; judged without waiting they would', async () => {
  expect(await twoPutBelowEachOther(shop)).toBe(1)
  expect(await twoPutBelowEachOther(broken)).toBe(2)
})
