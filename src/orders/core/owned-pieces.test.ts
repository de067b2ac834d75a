/** A member's numbered pieces: those that were handed over to them, and are with them still. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { moveThrough, paidOrder } from '../../../tests/support/money-back.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, pickupPoint, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { fillVault, openVault, PIN, vaultMember } from '../../../tests/support/vault.ts'
import { returnPieces } from '../../catalogue/move-pieces.ts'
import { sql } from '../../db/database.ts'
import type { OwnForSaleView } from '../../goldback/contract.ts'
import { parseDecimal, type Weight, weightText } from '../../money/money.ts'
import type { GuaranteeView, SubmittedView } from '../contract.ts'
import type { OwnedPiecesView } from './owned-pieces-contract.ts'

const shop = openShop()
let member: TestMember
beforeEach(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
})

const mine = () => ask<OwnedPiecesView>(shop, member, '/user/pieces')
const sum = (pieces: OwnedPiecesView['pieces']) =>
  weightText(pieces.reduce((all, { weight }) => all + (parseDecimal(weight, 4) ?? 0n), 0n) as Weight)

/** A paid order of so many pieces that was handed over. */
async function collected(quantity: number) {
  const { order } = await paidOrder(shop, member, await someSku(shop), quantity)
  await handOver(order.order_id)
  return order
}

async function handOver(orderId: string) {
  await settlePapers(shop.karat)
  await moveThrough(shop, orderId, 'preparing', 'ready_for_pickup', 'completed')
  await settlePapers(shop.karat)
}

test('whoever has none is told so; what is paid and not handed over is not theirs to hold yet', async () => {
  expect(await mine()).toEqual({ count: 0, weight: '0.0000', pieces: [] })
  await paidOrder(shop, member, await someSku(shop))
  expect(await mine()).toMatchObject({ count: 0, pieces: [] })
})

test('what was handed over stands there with its number, picture and weight, the newest order first; others see nothing of it', async () => {
  const first = await collected(2)
  const second = await collected(1)
  const { count, weight, pieces } = await mine()
  expect(count).toBe(3)
  expect(pieces.map(({ number }) => number)).toEqual([second.number, first.number, first.number])
  expect(weight).toBe(sum(pieces))
  for (const { serial, name, image } of pieces) {
    expect(serial).toMatch(/^[A-Z]{2}-/)
    expect(name).not.toBe('')
    expect(image).toMatch(/\.webp$/)
  }
  const { rows } = {
    rows: await shop.karat.db.rows<{ serial: string }>(sql`
    select serial from catalogue.pieces where order_id = any(${[first.order_id, second.order_id]}::uuid[])`),
  }
  expect(pieces.map(({ serial }) => serial.replaceAll('-', '')).sort()).toEqual(rows.map(({ serial }) => serial).sort())
  member = await signedIn(shop)
  expect(await mine()).toMatchObject({ count: 0 })
})

test('what came back to the house, and what was stolen, is counted no more', async () => {
  const { order_id: orderId } = await collected(3)
  const serials = (await mine()).pieces.map(({ serial }) => serial.replaceAll('-', ''))
  await shop.karat.db.transaction((tx) =>
    returnPieces(tx, { orderId, serials: serials.slice(0, 1), actor: 'staff:test', reason: 'it came back' }),
  )
  await shop.karat.db.run(sql`update catalogue.pieces set state = 'reported_stolen' where serial = ${serials[1]}`)
  const { count, weight, pieces } = await mine()
  expect([count, pieces.map(({ serial }) => serial.replaceAll('-', ''))]).toEqual([1, serials.slice(2)])
  expect(weight).toBe(sum(pieces))
})

test('more than are shown are counted and weighed all the same', async () => {
  await collected(8)
  const { count, weight, pieces } = await mine()
  expect([count, pieces.length]).toEqual([8, 6])
  expect(parseDecimal(weight, 4)).toBe((parseDecimal(pieces[0]?.weight ?? '', 4) ?? 0n) * 8n)
})

test('what was paid for a piece is said where money paid for it; a piece of grams has no such sum, here and where it is sold back', async () => {
  await openVault(shop)
  await fillVault(shop, 1_000_000n)
  member = await vaultMember(shop, { cash: 1_000_000n, gold: 120_000n })
  const bought = await collected(1)
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const wish = { sku_id: await someSku(shop), quantity: 1, gold: 'grams', delivery }
  const { guarantee_id } = await ask<GuaranteeView>(shop, member, '/product/confirm_order', wish)
  const redeemed = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })
  await call(shop, member, '/product/pay_order', { order_id: redeemed.order_id, method: 'balance', pin: PIN })
  await handOver(redeemed.order_id)
  const line = await shop.karat.db.row<{ unit: bigint }>(sql`
    select unit_minor as unit from orders.lines where order_id = ${bought.order_id}`)
  const paid = String(line?.unit)
  expect((await mine()).pieces).toMatchObject([
    { number: redeemed.number, paid: null },
    { number: bought.number, paid },
  ])
  const { pieces } = await ask<OwnForSaleView>(shop, member, '/trade/goldBack')
  expect(pieces.map(({ bought_for }) => bought_for)).toEqual([null, paid])
})

test('a visitor is nobody here', async () => {
  expect((await call(shop, null, '/user/pieces')).code).toBe(4001)
})
