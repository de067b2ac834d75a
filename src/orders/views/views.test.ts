/** Kept views: their own and shared ones, one for each name, and nobody else's to change. */
import { expect, test } from 'vitest'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import type { OrderViewView } from './view-contract.ts'
import { MOST_VIEWS } from './view-rules.ts'

const shop = openShop()
const views = async (who: TestStaff) => (await askStaff(shop, who, '/orders/views')).data.views as OrderViewView[]
const save = (who: TestStaff, name: string, search: string, shared = false) =>
  askStaff(shop, who, '/orders/saveView', { name, search, shared })

test('a view is kept under its name, seen by others once it is shared, and removed by its person alone', async () => {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'fulfilment')]
  expect((await save(one, 'Late parcels', 'tab=shipped&mark=late&q=Ratna&cols=state,age')).status).toBe(200)
  expect(await views(one)).toMatchObject([
    { name: 'Late parcels', search: 'tab=shipped&mark=late&cols=state%2Cage', shared: false, mine: true },
  ])
  expect(await views(two)).toEqual([])
  await save(one, 'late parcels', 'tab=shipped&mark=late&sort=-since', true)
  const [shared, ...more] = await views(two)
  expect([shared, more]).toMatchObject([
    { name: 'late parcels', search: 'tab=shipped&mark=late&sort=-since', mine: false },
    [],
  ])
  const { view_id } = shared as OrderViewView
  expect((await askStaff(shop, two, '/orders/removeView', { view_id })).error).toBe('not_found')
  await save(two, 'late parcels', 'tab=all')
  expect(await views(two)).toHaveLength(2)
  expect((await askStaff(shop, one, '/orders/removeView', { view_id })).status).toBe(200)
  expect(await views(one)).toEqual([])
})

test('one person keeps no more than fifty, however many are kept at once', async () => {
  const who = await staffSignedIn(shop, 'desk')
  const answers = await Promise.all(
    Array.from({ length: MOST_VIEWS + 3 }, (_, at) => save(who, `View ${at}`, 'tab=all')),
  )
  expect(answers.filter(({ error }) => error === 'view_limit')).toHaveLength(3)
  expect((await views(who)).filter(({ mine }) => mine)).toHaveLength(MOST_VIEWS)
  expect((await save(who, (await views(who))[0]?.name ?? '', 'tab=unpaid')).status).toBe(200)
})
