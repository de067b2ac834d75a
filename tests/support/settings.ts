/** Settings of a store as its staff change them: asked by one owner and, where it takes two people, approved by another. */
import { expect } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { SettingsView } from '../../src/office/settings/settings-contract.ts'
import type { Shop } from './shop.ts'
import { askStaff, staffSignedIn } from './staff.ts'

type Change = { name: string; value: Record<string, string | number>; from?: string; store?: string }

export async function settingsDesk(shop: Shop) {
  const [one, other] = [await staffSignedIn(shop, 'owner'), await staffSignedIn(shop, 'owner')]
  const list = async (store = 'id') =>
    ((await askStaff(shop, one, `/settings/list?store=${store}`)).data as SettingsView).names
  const ask = async ({ name, value, from, store = 'id' }: Change) => {
    const seen_id = (await list(store)).find((said) => said.name === name)?.newest_id ?? 0
    const wish = { store, name, value, seen_id, from: from ?? null, reason: 'The dealer decided' }
    return askStaff(shop, one, '/settings/change', wish)
  }
  return {
    list,
    ask,
    /** In force in the memory of the shop's own instance as well when it returns. */
    async change(wish: Change) {
      const { error, data } = await ask(wish)
      expect(error).toBeNull()
      const { approval_id } = data as { approval_id: string | null }
      if (approval_id) expect((await askStaff(shop, other, '/approvals/approve', { approval_id })).error).toBeNull()
      await shop.karat.refreshStores()
      return { approval_id }
    },
    /** What the newest change says was another value. */
    async recorded() {
      const row = await shop.karat.db.row<{ details: object }>(
        sql`select details from staff.actions where action = 'settings.change' order by at desc, id desc limit 1`,
      )
      return row?.details
    },
  }
}
