/** The passport of a piece: what everybody may know, nothing else, and not for somebody who tries out numbers. */
import { beforeAll, expect, test } from 'vitest'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { PassportView } from './contract.ts'
import { serialOf, showSerial } from './serial-rules.ts'

const shop = openShop()
const strict = openShop({ RATE_LIMITS: '1' })
let known: { serial: string; sku_id: number; fine_weight_e4: bigint }
beforeAll(async () => {
  const row = await shop.karat.db.row<typeof known>(
    sql`select * from catalogue.pieces where state = 'in_stock' order by serial limit 1`,
  )
  if (!row) throw new Error('the demo has no numbered pieces')
  known = row
})
const passport = async (serial: string) =>
  (await call<PassportView>(shop, null, `/product/getPassport?serial=${encodeURIComponent(serial)}`)).data

test('the demo numbers every bar and coin that was received, and one more that was stolen', async () => {
  const missing = await shop.karat.db.rows(sql`
    select s.id from catalogue.skus s join catalogue.products p on p.id = s.product_id
    left join catalogue.pieces n on n.sku_id = s.id and n.state <> 'reported_stolen'
    where p.kind in ('bar', 'coin') group by s.id having count(n.serial) <> s.received`)
  expect(missing).toEqual([])
})

test('a piece of ours is genuine whether it is here, promised or sold, and nothing tells which', async () => {
  const before = await passport(showSerial(known.serial))
  expect(before).toMatchObject({ verdict: 'genuine', serial: showSerial(known.serial) })
  expect(before.piece?.picture).not.toBeNull()
  for (const state of ['allocated', 'sold'])
    await shop.karat.db.run(sql`
      update catalogue.pieces set state = ${state}, order_id = coalesce(order_id, gen_random_uuid()) where serial = ${known.serial}`)
  expect(await passport(known.serial.toLowerCase())).toEqual(before)
  expect(Object.keys(before.piece ?? {}).sort()).toEqual([
    'assayed_on',
    'brand',
    'fine_weight',
    'fineness',
    'gross_weight',
    'name',
    'picture',
    'product',
  ])
})

test('tells a number it does not know from one that cannot be, and warns of a stolen piece', async () => {
  const stolen = await shop.karat.db.row<{ serial: string }>(
    sql`select serial from catalogue.pieces where state = 'reported_stolen'`,
  )
  expect((await passport(stolen?.serial ?? '')).verdict).toBe('reported_stolen')
  expect(await passport(serialOf('ZZ', 1n))).toMatchObject({ verdict: 'unknown', piece: null })
  const wrong = known.serial.slice(0, -1) + (known.serial.endsWith('0') ? '1' : '0')
  expect((await passport(wrong)).verdict).toBe('mistyped')
  expect((await passport('hello')).verdict).toBe('not_a_serial')
})

test('somebody who tries out numbers is stopped, on every instance', async () => {
  // Twice the limit and one more: also where a minute ends in between, one is too many.
  const tries = Array.from({ length: settings.rates.passport * 2 + 1 }, (_, value) =>
    call(strict, null, `/product/getPassport?serial=${serialOf('KM', BigInt(value))}`),
  )
  const answers = (await Promise.all(tries)).map(({ http }) => http)
  expect(new Set(answers)).toEqual(new Set([200, 429]))
  expect(answers.filter((http) => http === 200).length).toBeLessThanOrEqual(settings.rates.passport * 2)
})
