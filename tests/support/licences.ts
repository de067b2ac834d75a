/** What a store may offer, turned off and on again for a test. */
import { onTestFinished } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { Feature } from '../../src/stores/feature-rules.ts'
import type { Shop } from './shop.ts'

/** Its licences are ended; with the end of the test it is on again. Memory has heard of both. */
export async function turnOff(shop: Shop, ...off: Feature[]): Promise<void> {
  await endAll(shop, off)
  onTestFinished(async () => {
    await shop.karat.db.run(sql`
      insert into stores.licences (store, feature, kind, number, issuer, issued_on, words, recorded_by, approved_by, reason)
      select 'id', feature, 'licence', 'T-1', 'A test', current_date, 'For a test.', 'one', 'two', 'for a test' from unnest(${off}::text[]) as feature`)
    await shop.karat.refreshStores()
  })
}

export async function endAll({ karat }: Shop, off: Feature[]): Promise<void> {
  await karat.db.run(sql`
    update stores.licences set ended_at = now(), ended_by = 'test', ended_because = 'for a test'
    where store = 'id' and feature = any(${off}::text[]) and ended_at is null`)
  await karat.refreshStores()
}
