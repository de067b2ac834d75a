import { expect, test } from 'vitest'
import { get } from '../../tests/support/account.ts'
import { openShop } from '../../tests/support/shop.ts'

const shop = openShop()
const check = (query: string, store = 'id') => get(shop, `/address/getDeliveryCheck?${query}`, { store })

test('anybody learns what the courier costs to a province and when it would come', async () => {
  const { status, data } = await check('province_code=91&gross_weight=10.0011&value=23197457')
  expect(status).toBe(200)
  expect(data).toMatchObject({
    province: 'Papua',
    fee: '120000',
    insurance: '27837',
    total: '147837',
    currency: 'IDR',
    days_from: 7,
    days_to: 9,
    cut_off: '14:00',
    time_zone: 'Asia/Jakarta',
  })
  const [leaves, from, to] = [data.leaves_on, data.arrives_from, data.arrives_to] as string[]
  expect(String(leaves) < String(from) && String(from) < String(to)).toBe(true)
})

test('each store has its own provinces and its own money', async () => {
  expect((await check('province_code=10&gross_weight=10&value=6500.00', 'my')).data).toMatchObject({
    province: 'Selangor',
    fee: '12.00',
    insurance: '7.80',
    currency: 'MYR',
  })
  expect((await check('province_code=10&gross_weight=10&value=23197457')).data.fields).toEqual({
    province_code: 'must be a province that getRegions gave',
  })
})

test.each([
  ['province_code=31&gross_weight=10', 'value'],
  ['province_code=3&gross_weight=10&value=1', 'province_code'],
  ['province_code=31.71&gross_weight=10&value=1', 'province_code'],
  ['province_code=31&gross_weight=-1&value=1', 'gross_weight'],
  ['province_code=31&gross_weight=10.00001&value=1', 'gross_weight'],
  ['province_code=31&gross_weight=10&value=1.50', 'value'],
  ['province_code=31&gross_weight=10&value=1e9', 'value'],
  ['province_code=31&gross_weight=10&value=1&sku_id=1', 'sku_id'],
])('%s is refused by naming %s', async (query, field) => {
  const { status, data } = await check(query)
  expect(status).toBe(422)
  expect(Object.keys(data.fields as object)).toEqual([field])
})
