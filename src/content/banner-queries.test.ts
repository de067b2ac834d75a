import { expect, test } from 'vitest'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { BannerList } from './contract.ts'

const shop = openShop()
const banners = async (language: string, store = 'id') => {
  const reply = await shop.app.inject({
    url: `/api/store${store}/product/getBanner`,
    headers: { cookie: `language=${language}` },
  })
  expect(reply.statusCode).toBe(200)
  return BannerList.parse(reply.json().data)
}

test('shows the banners whose time it is, in the order given, in the language asked for', async () => {
  expect((await banners('en-US')).map(({ title }) => title)).toEqual([
    'Bars with a serial number',
    'Mahar: gold for the wedding',
  ])
  expect((await banners('zh')).map(({ title }) => title)).toEqual(['每根金条都有编号', 'Mahar 婚礼金条'])
  expect((await banners('en-US', 'my')).map(({ title }) => title)).toEqual(['Gold by the gram, priced in ringgit'])
})

test('a banner appears when it begins and goes when it ends', async () => {
  await shop.karat.db.run(sql`update content.banners set starts_at = now() where id = 4`)
  expect((await banners('id')).map(({ id }) => id)).toEqual([1, 2, 4])
  await shop.karat.db.run(sql`update content.banners set ends_at = now() where id in (1, 4)`)
  expect((await banners('id')).map(({ id }) => id)).toEqual([2])
})

test('a banner without the language speaks English, and unknown fields are refused', async () => {
  await shop.karat.db.run(sql`update content.banners set title = title - 'zh' where id = 2`)
  expect((await banners('zh'))[0]?.title).toBe('Mahar: gold for the wedding')
  const refused = await shop.app.inject({ url: '/api/storeid/product/getBanner?x=1' })
  expect(refused.statusCode).toBe(422)
})
