/** The stores in memory, and what is made of them. */
import { expect, test } from 'vitest'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { insertSetting } from './add-stores.ts'
import { openStores } from './store-memory.ts'

const shop = openShop()

test('stores are read anew when what is made of their settings is new as well', async () => {
  const { db } = shop.karat
  const memory = await openStores({ db, listener: { ...shop.karat.listener, on: () => {} } })
  const made: number[] = []
  memory.subscribe(async () => {
    const few = memory.stores.get('id')?.settings.selling.few_left ?? 0
    await db.row(sql`select 1`)
    made.push(few)
  })
  const row = { store: 'id', name: 'selling' as const, by: 'test', reason: 'test', from: null }
  await insertSetting(db, { ...row, value: { few_left: 7 } })
  await memory.refresh()
  expect(made).toEqual([7])
  await memory.close()
})
