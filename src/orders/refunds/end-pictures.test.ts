/** The end of uploaded pictures: what names one keeps it, also what comes meanwhile. */
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, guaranteed, someSku } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { isKept } from '../../content/picture-queries.ts'
import { sql } from '../../db/database.ts'
import type { SubmittedView } from '../contract.ts'
import { endPictures } from './end-pictures.ts'

const shop = openShop()
/** What its planted bug breaks is found nowhere else. */
const broken = openShop()
let member: TestMember
beforeEach(async () => {
  shop.intercept.current = broken.intercept.current = undefined
  await freshTick(shop)
  member = await signedIn(shop)
})

const nameNow = () => `own-${randomBytes(12).toString('hex')}`
/** A picture of a product with one file; in its gallery or not. */
async function uploaded(at: Shop, productId: number, name = nameNow()) {
  await at.karat.db.run(sql`insert into catalogue.pictures (name, product_id, width, height, blur, made_by)
    values (${name}, ${productId}, 900, 700, 'data:', 'test')`)
  await at.karat.db.run(sql`insert into catalogue.picture_files (picture, kind, width, content)
    values (${name}, 'webp', 240, ${Buffer.from('picture')})`)
  return name
}
async function inGallery<T>(at: Shop, productId: number, name: string, work: () => Promise<T>): Promise<T> {
  const { db, catalogue } = at.karat
  const before = await db.row<{ gallery: unknown }>(sql`select gallery from catalogue.products where id = ${productId}`)
  const alt = { 'en-US': 'A bar', id: 'Batangan', zh: '金条' }
  const set = async (gallery: unknown) => {
    await db.run(sql`update catalogue.products set gallery = ${JSON.stringify(gallery)}::jsonb where id = ${productId}`)
    await catalogue.refresh()
  }
  await set([{ name, alt }])
  const done = await work()
  await set(before?.gallery)
  return done
}
/** Out of every gallery for that long. */
async function outFor(at: Shop, name: string, days: number) {
  await endPictures(at.karat)
  await at.karat.db.run(
    sql`update catalogue.pictures set out_since = out_since - make_interval(days => ${days}::int) where name = ${name}`,
  )
}
const kept = async (at: Shop, name: string) =>
  at.karat.db.row<{ out: boolean; files: number }>(sql`
    select n.out_since is not null as out, (select count(*)::int from catalogue.picture_files f where f.picture = n.name) as files
    from catalogue.pictures n where n.name = ${name}`)
const productOf = (at: Shop, skuId: number) => at.karat.catalogue.sku('id', skuId)?.product.id ?? 0

test('a picture that nothing names ends a month after it has left its gallery, with its files, and is known no more', async () => {
  const name = await uploaded(shop, 1002)
  await inGallery(shop, 1002, name, async () => {
    expect(await endPictures(shop.karat)).toBe(0)
    expect(await kept(shop, name)).toEqual({ out: false, files: 1 })
  })
  expect(isKept(name)).toBe(true)
  expect(await endPictures(shop.karat)).toBe(0)
  expect(await kept(shop, name)).toEqual({ out: true, files: 1 })
  await outFor(shop, name, 29)
  expect(await endPictures(shop.karat)).toBe(0)
  await inGallery(shop, 1002, name, async () => {
    await endPictures(shop.karat)
    expect(await kept(shop, name)).toEqual({ out: false, files: 1 })
  })
  await outFor(shop, name, 31)
  expect(await endPictures(shop.karat)).toBe(1)
  expect(await kept(shop, name)).toBe(undefined)
  expect(await shop.karat.db.rows(sql`select 1 from catalogue.picture_files where picture = ${name}`)).toEqual([])
  expect(isKept(name)).toBe(false)
  expect((await shop.app.inject({ url: `/img/${name}-240.webp` })).statusCode).toBe(404)
})

test('a draft, an order, a guarantee, a banner keep what they name', async () => {
  const skuId = await someSku(shop)
  const productId = productOf(shop, skuId)
  const [held, ordered] = [await uploaded(shop, productId), await uploaded(shop, productId)]
  const guarantee = await inGallery(shop, productId, held, () => guaranteed(shop, member, skuId))
  const used = await inGallery(shop, productId, ordered, () => guaranteed(shop, member, skuId))
  await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id: used.guarantee_id })
  const shown = await uploaded(shop, productId)
  await shop.karat.db.run(
    sql`update content.banners set image = ${shown} where id = (select min(id) from content.banners)`,
  )
  const drafted = await uploaded(shop, productId)
  await shop.karat.db.run(sql`
    insert into catalogue.products (id, store, category_id, kind, brand, form, name, description, certificate, gallery)
    select 9001, store, category_id, kind, brand, form, name, description, certificate, ${JSON.stringify([{ name: drafted, alt: {} }])}::jsonb
    from catalogue.products where id = ${productId}`)
  for (const name of [held, ordered, shown, drafted]) await outFor(shop, name, 31)
  expect(await endPictures(shop.karat)).toBe(0)
  for (const name of [held, ordered, shown, drafted]) expect((await kept(shop, name))?.files, name).toBe(1)

  const end = (days: number) =>
    shop.karat.db.run(sql`update orders.guarantees set created_at = now() - interval '90 days',
      expires_at = now() - make_interval(days => ${days}::int) where id = ${guarantee.guarantee_id}`)
  await end(29)
  expect(await endPictures(shop.karat)).toBe(0)
  await end(31)
  expect(await endPictures(shop.karat)).toBe(1)
  expect(await kept(shop, held)).toBe(undefined)
  expect((await kept(shop, ordered))?.files).toBe(1)
})

/** A guarantee that names a picture is not committed yet while the round comes by. */
async function guaranteeBeside(at: Shop) {
  await freshTick(at)
  const who = await signedIn(at)
  const skuId = await someSku(at)
  const first = await guaranteed(at, who, skuId)
  const name = await uploaded(at, productOf(at, skuId))
  await outFor(at, name, 31)
  const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const guarantee = at.karat.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into orders.guarantees
      select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(),
        'lines', jsonb_set(g.lines, '{0,image}', to_jsonb(${name}::text))))).*
      from orders.guarantees g where g.id = ${first.guarantee_id}`)
    written.resolve()
    await go.promise
  })
  await written.promise
  const round = endPictures(at.karat)
  await overOrHeld(at, round)
  go.resolve()
  await guarantee
  const ended = await round
  at.intercept.current = undefined
  return { ended, again: await endPictures(at.karat), kept: (await kept(at, name)) !== undefined }
}

test('a guarantee that comes meanwhile keeps the picture that it names', async () => {
  expect(await guaranteeBeside(shop)).toEqual({ ended: 0, again: 0, kept: true })
})

test('control: without the hold of its row the picture is taken from a guarantee', async () => {
  let planted = false
  broken.intercept.current = async (text) => {
    if (!text.includes('for update skip locked') || !text.includes('catalogue.pictures')) return text
    planted = true
    return text.replace('for update skip locked', '')
  }
  expect(await guaranteeBeside(broken)).toEqual({ ended: 1, again: 0, kept: false })
  expect(planted).toBe(true)
})

/** An order is made of a guarantee between the two looks of the round, where it looks twice. */
test('an order that is made meanwhile keeps the picture of its guarantee', async () => {
  const skuId = await someSku(shop)
  const name = await uploaded(shop, productOf(shop, skuId))
  const guarantee = await inGallery(shop, productOf(shop, skuId), name, () => guaranteed(shop, member, skuId))
  await outFor(shop, name, 31)
  let ordered = false
  shop.intercept.current = async (text) => {
    if (ordered || !text.includes('guarantees where lines @?')) return text
    ordered = true
    await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id: guarantee.guarantee_id })
    return text
  }
  expect(await endPictures(shop.karat)).toBe(0)
  shop.intercept.current = undefined
  expect([ordered, (await kept(shop, name))?.files]).toEqual([true, 1])
})
