/** What staff scan before an order leaves. */
import { listPieces } from '../../src/catalogue/move-pieces.ts'
import { showSerial } from '../../src/catalogue/serial-rules.ts'
import type { Shop } from './shop.ts'
import { askStaff, type TestStaff } from './staff.ts'

/** Every numbered piece of an order that is being prepared. */
export async function scanAll(shop: Shop, who: TestStaff, order_id: string): Promise<void> {
  for (const { serial } of await listPieces(shop.karat.db, order_id))
    await askStaff(shop, who, '/orders/scan', { order_id, number: showSerial(serial) })
}
