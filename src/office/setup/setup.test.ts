/** A store from nothing to its opening: closed it sells nothing, and it is opened when everything is there, once. */
import { expect, test } from 'vitest'
import { freshTick } from '../../../tests/support/prices.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { addProducts } from '../../catalogue/add-products.ts'
import { sql } from '../../db/database.ts'
import { barProducts } from '../../home/demo/bar-products.ts'
import { demoHouses } from '../../home/demo/houses.ts'
import type { SetupView } from './setup-contract.ts'

const shop = openShop({
  ...{ DEMO: '0', PUBLIC_URL: 'https://shop.example', EXPOSURE_LIMITS: '1' },
  ...{ SMTP_URL: 'smtps://127.0.0.1:1', MAIL_FROM: 'mail@shop.example' },
})
const store = { code: 'toko', name: 'Toko Emas', country: 'ID', language: 'id' }
const reason = 'We begin today'
const account = { store: 'toko', bank: 'Bank Selaras', number: '1234567890', holder: 'PT Toko Emas', reason }

test('a store is made, set up and opened by its owner; what is missing refuses the opening', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const ask = (path: string, body: object) => askStaff(shop, owner, path, body)
  const missing = async () => {
    const { stores } = (await askStaff(shop, owner, '/setup/list')).data as SetupView
    const steps = stores.find(({ code }) => code === 'toko')?.steps ?? []
    return steps.filter(({ done }) => !done).map(({ step }) => step)
  }
  const signUp = async () => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/storetoko/user/signup', payload: {} })
    return answer.json().error
  }

  expect((await ask('/setup/makeStore', store)).data).toEqual({ code: 'toko' })
  await expect.poll(() => shop.karat.stores.get('toko')?.open).toBe(false)
  expect(Object.keys((await ask('/setup/makeStore', store)).data.fields as object)).toEqual(['code'])
  await freshTick(shop)
  await expect.poll(missing).toEqual(['company', 'spread', 'goods', 'payment'])
  expect(await signUp()).toBe('shop_not_open')
  expect(await ask('/setup/open', { store: 'toko', reason })).toMatchObject({
    ...{ error: 'shop_not_ready', data: { missing: ['company', 'spread', 'goods', 'payment'] } },
  })

  const house = { ...demoHouses.id, legal_name: 'PT Toko Emas' }
  expect(
    (await ask('/settings/change', { store: 'toko', name: 'house', value: house, from: null, reason })).error,
  ).toBeNull()
  const set = { store: 'toko', market: 'open', ask_bps: 180, bid_bps: -180, reason }
  const { id: seen_id } = (await shop.karat.db.row<{ id: number }>(
    sql`select id from pricing.spreads where store = 'toko'`,
  )) ?? { id: 0 }
  expect((await ask('/prices/changeSpread', { ...set, seen_id })).error).toBeNull()
  // Nobody is paid yet by anybody: one person names the account; of an open store two do.
  expect(await ask('/bank/account', account)).toMatchObject({ data: { approval_id: null } })
  expect((await ask('/bank/account', { ...account, store: 'id' })).data).toEqual({ approval_id: expect.any(String) })
  const [bar] = barProducts
  if (!bar) throw new Error('the demo has no bar')
  await shop.karat.db.transaction((tx) => addProducts(tx, [{ ...bar, id: 9001, store: 'toko' }]))
  await expect.poll(missing).toEqual([])

  expect((await ask('/setup/open', { store: 'toko', reason })).data).toEqual({ opened: true })
  await expect.poll(() => shop.karat.stores.get('toko')?.open).toBe(true)
  expect(await signUp()).not.toBe('shop_not_open')
})
