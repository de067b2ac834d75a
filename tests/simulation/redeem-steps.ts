/** Steps of orders whose gold is paid in grams, and whose rest is paid from the cash balance or by a card. */
import type { GuaranteeView, SubmittedView } from '../../src/orders/contract.ts'
import { issueInvoice } from '../../src/orders/papers/issue-invoice.ts'
import { pickupPoint } from '../support/purchase.ts'
import { PIN } from '../support/vault.ts'
import { remember } from './payment-steps.ts'
import type { Step } from './steps.ts'
import { personOf, units } from './trade-steps.ts'
import {
  again,
  type KnownPayment,
  keepsCash,
  type Moves,
  requireFree,
  tryPost,
  Violation,
  type World,
} from './world.ts'

const mayLeave = ['balance_too_low', 'value_uncleared', 'value_disputed']
const refused = [
  ...[
    'price_unavailable',
    'out_of_stock',
    'buying_closed',
    'too_many_unpaid',
    'verification_required',
    'exposure_limit',
  ],
  ...['guarantee_expired', ...mayLeave],
]

/** A bar for grams: they are held from the PIN on, and its rest is paid at once, or by a card that captures whenever it does. */
export async function redeem(world: World, { who, b }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  const { sku: sku_id, weight: grams } = world.smallBar
  const delivery = { mode: 'pickup', pickup_point_id: await again(world, () => pickupPoint(world.shop, world.store)) }
  const wish = { sku_id, quantity: 1, delivery, gold: 'grams' }
  const guarantee = await tryPost<GuaranteeView>(world, owner, '/product/confirm_order', { body: wish, refused })
  if (!guarantee) return []
  requireFree(owner)
  const { guarantee_id } = guarantee
  const order = await tryPost<SubmittedView>(world, owner, '/product/submit_order', { body: { guarantee_id }, refused })
  if (!order) return []
  const method = b % 2 === 0 && keepsCash(world) ? 'balance' : 'card'
  const body = { order_id: order.order_id, method, pin: PIN }
  const paid = await tryPost(world, owner, '/product/pay_order', { body, refused: [...mayLeave, 'method_unavailable'] })
  if (!paid) return []
  const total = units(order.total)
  await remember(world, { kind: 'order', subject: order.order_id, owner, amount: total, grams })
  world.reached.add(`grams held, the rest by ${method}`)
  return method === 'balance' ? [{ who: owner, cash: [-total], gold: 0n }] : []
}

/** Serial numbers are assigned to what is paid: in their place the grams are the house's. */
export async function assignNumbers(world: World): Promise<Moves> {
  const orders = world.payments.filter(({ grams, numbered, over }) => grams > 0n && !numbered && !over)
  const moves: Moves = []
  for (const order of orders) moves.push(...(await takeNumbers(world, order)))
  return moves
}

export async function takeNumbers(world: World, order: KnownPayment): Promise<Moves> {
  const isStopped = order.owner.stops.length > 0
  const issued = await again(world, () => issueInvoice(world.shop.karat, order.subject)).catch((error) => {
    if (!isStopped) throw error
  })
  if (!issued) return []
  if (isStopped) throw new Violation(`${order.owner.name} is stopped, and their grams became pieces`)
  const isPaid = order.payment === '' || order.captured !== undefined || !order.plain
  if (!isPaid) throw new Violation('G7: an order that nobody paid has numbers')
  order.numbered = true
  world.reached.add('grams became numbered pieces')
  return [{ who: order.owner, cash: [0n], gold: -order.grams }]
}
