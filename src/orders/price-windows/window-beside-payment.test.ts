/** A price window beside the notice that pays one of its orders: the buyer is asked, or the money goes back; never neither. */
import { expect, test } from 'vitest'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { refundsDone, refundsOf, stateOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { notify, payable, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { closeWindow, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { settleSales } from './settle-sales.ts'

const { sound, broken } = openShopPair()

/** The order's row as whoever ends it reads it, and the move of an order from the state that it is in. */
const ENDING = 'tax_minor, total_minor from orders.orders where id = $1'
/** A posting that is a statement of its own. */
const STEPPED = 'on conflict (kind, reference) do nothing'
const MOVING = 'and state = $6 returning id'

async function unpaid(shop: Shop) {
  const member = await signedIn(shop)
  const sold = await soldWrong(shop, async () => payable(shop, member, await someSku(shop)))
  const pay = async () => {
    await notify(shop, { reference: sold.payment.payment_id, amount: sold.payment.amount })
    await untilProcessed(shop)
  }
  return { ...sold, orderId: sold.order.order_id, pay }
}

/** Runs `act` beside the next statement with `part` in it, until it is over or waits for a lock. */
function beside(shop: Shop, part: string, act: () => Promise<unknown>, plant = (text: string) => text) {
  let acting: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (!acting && text.includes(part)) {
      acting = act()
      await overOrHeld(shop, acting)
    }
    return plant(text)
  }
  return async () => {
    expect(acting).toBeDefined()
    await acting
    shop.intercept.current = undefined
  }
}

test('approved while the notice pays: the order is paid, and its buyer is asked', async () => {
  const { bounds, orderId, pay } = await unpaid(sound)
  const both = beside(
    sound,
    STEPPED,
    async () => {
      await closeWindow(sound, bounds)
      await settleSales(sound.karat)
    },
    // Nothing comes between in one statement: here the notice goes step by step.
    (text) =>
      text.includes('open as materialized') ? text.replace("where payment.state <> 'captured'", 'where false') : text,
  )
  await pay()
  await both()
  expect(await stateOf(sound, orderId)).toBe('paid')
  expect(await saleOf(sound, orderId)).toMatchObject({ state: 'choosing' })
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('paid while the window ends it: the notice waits, the order stays ended, and the money goes back', async () => {
  const { bounds, orderId, pay, payment } = await unpaid(sound)
  await closeWindow(sound, bounds)
  const both = beside(sound, MOVING, pay)
  await settleSales(sound.karat)
  await both()
  expect(await stateOf(sound, orderId)).toBe('cancelled')
  expect(await saleOf(sound, orderId)).toMatchObject({ state: 'ended' })
  await refundsDone(sound)
  expect(await refundsOf(sound, orderId)).toMatchObject([{ state: 'settled', amount: BigInt(payment.amount) }])
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: a window that trusts the state it has read ends an order that was paid meanwhile, and keeps its money', async () => {
  const { bounds, orderId, pay } = await unpaid(broken)
  await closeWindow(broken, bounds)
  const both = beside(broken, MOVING, pay, (text) =>
    text.replace(`${ENDING} for update`, ENDING).replace(MOVING, 'and $6::text is not null returning id'),
  )
  await settleSales(broken.karat)
  await both()
  expect(await stateOf(broken, orderId)).toBe('cancelled')
  expect((await auditLedger(broken.karat.db)).length).toBeGreaterThan(0)
})
