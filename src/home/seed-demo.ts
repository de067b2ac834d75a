/** The demo shop: two stores with their goods, banners, counters, regions, members and price history. */
import { addCategories, addProducts } from '../catalogue/add-products.ts'
import { addBanners } from '../content/add-banners.ts'
import { Db, sql, type Tx } from '../db/database.ts'
import { seedDelivery } from '../delivery/seed-delivery.ts'
import { demoMembers, seedMembers } from '../identity/seed-members.ts'
import { backfillHistory } from '../pricing/backfill-history.ts'
import { addStores } from '../stores/add-stores.ts'
import { readStores } from '../stores/stores.ts'
import { demoBanners } from './demo/banners.ts'
import { barProducts } from './demo/bar-products.ts'
import { coinProducts } from './demo/coin-products.ts'
import { jewelleryProducts } from './demo/jewellery-products.ts'
import { malaysiaProducts } from './demo/malaysia-products.ts'
import { demoCategories, demoStores } from './demo/stores.ts'

/** What the start prints, a member a line. */
export const demoAccounts: string[] = demoMembers.map(
  ({ name, email, password, store }) => `  ${email.padEnd(18)} ${password.padEnd(26)} ${name}, store ${store}`,
)

/** Fills an empty database with the demo shop, whole or not at all; does nothing on a database that has a store. */
export async function seedDemo(connectionString: string): Promise<void> {
  const db = new Db(connectionString, { max: 1 })
  try {
    await db.transaction(fillIfEmpty)
  } finally {
    await db.close()
  }
}

async function fillIfEmpty(tx: Tx): Promise<void> {
  // Two instances may start on one fresh database at the same moment; the second waits and then finds the shop.
  await tx.run(sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`)
  await tx.run(sql`select pg_advisory_xact_lock(7240002)`)
  if ((await readStores(tx)).size > 0) return
  await addStores(tx, demoStores)
  await addCategories(tx, demoCategories)
  await addProducts(tx, [...barProducts, ...coinProducts, ...jewelleryProducts, ...malaysiaProducts])
  await addBanners(tx, demoBanners)
  await seedDelivery(tx)
  await seedMembers(tx)
  const clock = await tx.row<{ now: Date }>(sql`select now()`)
  if (clock) await backfillHistory(tx, clock.now.getTime())
}
