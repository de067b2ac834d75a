/** A price window comes to its end for orders whose money a bank took back. */
import { beforeEach, expect, test } from 'vitest'
import { disputed } from '../../../tests/support/disputes.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { fakeAcquirer, paidOrder, refundsDone, refundsOf, stateOf } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { someSku, stockOf } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { closeWindow, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { endChoices } from './choose-price.ts'
import { settleSales } from './settle-sales.ts'

const shop = openShop()
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  fakeAcquirer(shop)
  await freshTick(shop)
})

test.each(['lost', 'open'] as const)(
  'a choice that nobody took ends beside a dispute that is %s: no money twice, the pieces for sale',
  async (state) => {
    const skuId = await someSku(shop)
    const stock = await stockOf(shop, skuId)
    const member = await signedIn(shop)
    const sold = await soldWrong(shop, () => paidOrder(shop, member, skuId))
    const id = sold.order.order_id
    await closeWindow(shop, sold.bounds)
    await settleSales(shop.karat)
    await disputed(shop, sold, 'open')
    if (state === 'lost') await disputed(shop, sold, 'lost')
    await shop.karat.db.run(sql`update orders.window_sales set choose_until = now() where sale_id = ${id}`)
    expect(await endChoices(shop.karat)).toBe(1)
    await settleSales(shop.karat)
    expect([await stateOf(shop, id), (await saleOf(shop, id))?.state]).toEqual(['cancelled', 'returned'])
    expect(await stockOf(shop, skuId)).toBe(stock)
    await refundsDone(shop)
    expect(await auditLedger(shop.karat.db)).toEqual([])
    if (state === 'open') await disputed(shop, sold, 'lost')
    expect((await refundsOf(shop, id)).filter(({ state }) => state !== 'failed')).toEqual([])
    expect(await auditLedger(shop.karat.db)).toEqual([])
    const window = await shop.karat.db.row(sql`
    select finished_at is not null as finished from orders.price_windows w join orders.window_sales s on s.window_id = w.id where s.sale_id = ${id}`)
    expect(window).toEqual({ finished: true })
  },
)
