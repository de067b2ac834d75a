/** A file does nothing that its person may not do by hand. */
import { expect, test } from 'vitest'
import { staff } from '../../../tests/support/money-back.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { importFile, previewImport } from './import-file.ts'

const shop = openShop()

const premiumOf = async (code: string) =>
  (await shop.karat.db.row<{ bps: number }>(sql`select premium_bps as bps from catalogue.skus where code = ${code}`))
    ?.bps

async function imported(...may: Permission[]) {
  const sku = await shop.karat.db.row<{ code: string; bps: number }>(
    sql`select code, premium_bps as bps from catalogue.skus order by id limit 1`,
  )
  const code = sku?.code ?? ''
  const text = `code,premium_percent\n${code},${((sku?.bps ?? 0) + 50) / 100}`
  const { digest } = await previewImport(shop.karat, 'premiums', text)
  const person = await staff(shop, ...may)
  const wish = { kind: 'premiums' as const, text, digest, reason: 'The list of the month', take: [] }
  const outcome = await importFile(shop.karat, person, wish, null).then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  )
  const kept = await shop.karat.db.rows<{ action: string; outcome: string }>(
    sql`select action, outcome from staff.actions where person_id = ${person.id} order by id`,
  )
  return { outcome, changed: (await premiumOf(code)) !== sku?.bps, kept }
}

test('premiums by file need the permission to change premiums, not only that for files', async () => {
  expect(await imported('stock.import')).toEqual({
    ...{ outcome: 'permission_missing', changed: false },
    kept: [{ action: 'catalogue.price', outcome: 'refused' }],
  })
})

test('control: with it the same file is done, and leaves its record', async () => {
  const { outcome, changed, kept } = await imported('stock.import', 'catalogue.price')
  expect([outcome, changed]).toEqual(['done', true])
  expect(kept.length).toBeGreaterThan(0)
  for (const row of kept) expect(row.outcome).toBe('done')
})
