/** The steps of a purchase through the shop's own calls, and notices as the acquirer signs them. */
import { createHmac, randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { GuaranteeView, PaymentViewData, SubmittedView } from '../../src/orders/contract.ts'
import type { Charge, PaymentProvider } from '../../src/payments/contract.ts'
import type { TestMember } from './members.ts'
import type { Shop } from './shop.ts'

export type Envelope<T> = { status: string; code: number; message: string; error: string | null; data: T }

/** Whose currency they trade in. */
export const storeOf = (member: TestMember | null) => (member?.headers.currency === 'MYR' ? 'my' : 'id')

/** One POST or GET as the member, at their store; the envelope and the HTTP status. */
export async function call<T>(
  { app }: Shop,
  member: TestMember | null,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api/store${storeOf(member)}${path}`,
    headers: { ...(member?.headers ?? { currency: 'IDR', platform: 'web' }), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { http: response.statusCode, headers: response.headers, ...(response.json() as Envelope<T>) }
}

/**
 * As `call`, asked again as clients do while the shop says that it has too much to do: on a slow machine fifty who come at once may
 * wait for one row longer than anybody waits for a lock.
 */
export async function callUntilServed<T>(...asked: Parameters<typeof call>) {
  for (;;) {
    const answer = await call<T>(...asked)
    if (answer.error !== 'overloaded') return answer
  }
}

/** The data of a call that must succeed. */
export async function ask<T>(shop: Shop, member: TestMember | null, path: string, body?: unknown): Promise<T> {
  const answer = await call<T>(shop, member, path, body)
  if (answer.status !== 'success')
    throw new Error(`${path}: ${answer.http} ${answer.error} ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** A bar of 10 g, or of another weight, with plenty of stock. */
export async function someSku(shop: Shop, weight = 100_000n, store = 'id'): Promise<number> {
  const sku = skusOf(shop, 'bar', store).find((one) => one.fineWeight === weight && !one.scarce)
  if (!sku) throw new Error(`the demo shop has no bar of ${weight} units`)
  const missing = 1_000 - (await stockOf(shop, sku.id))
  if (missing > 0) await receiveStock(shop, sku.id, missing, store)
  return sku.id
}

/** A sku that was sold out and of which one last piece has come. */
export async function lastPiece(shop: Shop): Promise<number> {
  const sku = skusOf(shop).find((one) => one.stock === 0)
  if (!sku) throw new Error('the demo shop has no sold-out sku')
  await receiveStock(shop, sku.id, 1)
  return sku.id
}

const skusOf = ({ karat }: Shop, kind?: string, store = 'id') =>
  karat.catalogue.products(store).flatMap((product) => (kind && product.kind !== kind ? [] : product.skus))

async function receiveStock({ karat }: Shop, skuId: number, pieces: number, store = 'id'): Promise<void> {
  await karat.db.transaction(async (tx) => {
    await tx.run(
      sql`update catalogue.skus set stock = stock + ${pieces}, received = received + ${pieces} where id = ${skuId}`,
    )
    await tx.run(
      sql`insert into catalogue.stock_moves (sku_id, quantity, reason, reference) values (${skuId}, ${pieces}, 'received', ${randomUUID()})`,
    )
  })
  await vi.waitFor(() => expect(karat.catalogue.sku(store, skuId)?.sku.stock).toBeGreaterThan(0), {
    timeout: 5000,
    interval: 5,
  })
}

/** As many different skus as asked for, each with stock. */
export function differentSkus({ karat }: Shop, count: number): number[] {
  const skus = karat.catalogue
    .products('id')
    .flatMap((product) => product.skus.filter((sku) => sku.stock > 1 && !sku.scarce))
  if (skus.length < count) throw new Error(`the demo shop has only ${skus.length} skus with stock`)
  return skus.slice(0, count).map((sku) => sku.id)
}

export const stockOf = async ({ karat }: Shop, skuId: number): Promise<number> =>
  (await karat.db.row<{ stock: number }>(sql`select stock from catalogue.skus where id = ${skuId}`))?.stock ?? -1

/** A guarantee for some pieces, to be collected at the first pickup point. */
export async function guaranteed(shop: Shop, member: TestMember, skuId: number, quantity = 1): Promise<GuaranteeView> {
  return ask(shop, member, '/product/confirm_order', {
    sku_id: skuId,
    quantity,
    delivery: { mode: 'pickup', pickup_point_id: await pickupPoint(shop) },
  })
}

export const pickupPoint = async ({ karat }: Shop, store = 'id'): Promise<number> =>
  (
    await karat.db.row<{ id: number }>(
      sql`select id from delivery.pickup_points where store = ${store} order by id limit 1`,
    )
  )?.id ?? 0

export async function submitted(shop: Shop, member: TestMember, skuId: number, quantity = 1): Promise<SubmittedView> {
  const { guarantee_id } = await guaranteed(shop, member, skuId, quantity)
  return ask(shop, member, '/product/submit_order', { guarantee_id })
}

/** An order with an open payment; the charge at the acquirer is left out. */
export async function payable(
  shop: Shop,
  member: TestMember,
  skuId: number,
  quantity = 1,
): Promise<{ order: SubmittedView; payment: PaymentViewData }> {
  const order = await submitted(shop, member, skuId, quantity)
  return { order, payment: await ask(shop, member, '/product/pay_order', { order_id: order.order_id, method: 'card' }) }
}

export type SentNotice = {
  id?: string
  type?: string
  state?: string
  amount?: string
  currency?: string
  reference: string
  /** The provider's own name for the charge, when it is not the usual one. */
  charge?: string
  at?: number
}

/** What the acquirer of a shop answers from now on when it is asked about the charges that tests made at it. */
const saying = new WeakMap<PaymentProvider, Map<string, Charge>>()

/** The acquirer has this charge from now on, as it says when it is asked. */
export function acquirerSays({ karat }: Shop, { reference, ...notice }: SentNotice): void {
  const provider = karat.providers.get('sandbox')
  if (!provider) throw new Error('no acquirer')
  const charges = saying.get(provider) ?? new Map<string, Charge>()
  const providerReference = notice.charge ?? `ch_${reference}`
  charges.set(providerReference, {
    ...{ reference, providerReference, payUrl: null, declineReason: null },
    state: (notice.state ?? 'captured') as Charge['state'],
    amountMinor: BigInt(notice.amount ?? 0),
    currency: notice.currency ?? 'IDR',
  })
  if (saying.has(provider)) return
  const findCharge: PaymentProvider['findCharge'] = async (asked, named) => {
    const said = named ? charges.get(named) : [...charges.values()].findLast((charge) => charge.reference === asked)
    if (said) return { outcome: 'known', charge: said }
    return named ? { outcome: 'absent' } : provider.findCharge(asked)
  }
  const saysSo = { ...provider, findCharge }
  saying.set(saysSo, charges)
  karat.providers.set('sandbox', saysSo)
}

/** The acquirer has a charge, and tells the shop of it. */
export function notify(shop: Shop, notice: SentNotice, secret = shop.karat.config.SANDBOX_WEBHOOK_SECRET) {
  acquirerSays(shop, notice)
  return knock(shop, notice, secret)
}

/** Sends a notice to the shop's webhook, whatever the acquirer has. */
export function knock(shop: Shop, notice: SentNotice, secret = shop.karat.config.SANDBOX_WEBHOOK_SECRET) {
  const told = {
    id: notice.id ?? `evt_${randomUUID()}`,
    type: notice.type ?? 'charge.captured',
    created_at: '2026-11-20T00:00:00.000Z',
    data: {
      id: notice.charge ?? `ch_${notice.reference}`,
      reference: notice.reference,
      state: notice.state ?? 'captured',
      amount_minor: notice.amount,
      currency: notice.currency ?? 'IDR',
      decline_reason: null,
    },
  }
  return notifyBody(shop, told, { secret, at: notice.at })
}

/** Sends any notice, signed as the sandbox acquirer signs. */
export function notifyBody(
  { app, karat }: Shop,
  told: object,
  { secret = karat.config.SANDBOX_WEBHOOK_SECRET, at }: { secret?: string; at?: number | undefined } = {},
) {
  const seconds = at ?? Math.floor(karat.now() / 1000)
  const body = JSON.stringify(told)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return app.inject({
    method: 'POST',
    url: '/api/webhooks/sandbox',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${signature}` },
    payload: body,
  })
}
