/** Counts what one call sends to the database: every statement is one round trip. */
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { sql } from '../src/db/database.ts'
import { openKarat } from '../src/karat.ts'
import { makeBuyers, notify, openAcquirer } from './checkout.ts'

const PORT = 3991
const secret = 'the secret of this benchmark, long enough'

/** One line a call, measured in this process by watching the statements go out. */
export async function countStatements(connectionString: string): Promise<string> {
  let statements = 0
  const karat = await openKarat({
    config: readConfig({
      RATE_LIMITS: '0',
      PIN_KEY: secret,
      MASTER_KEY: secret,
      SANDBOX_KEY: secret,
      SANDBOX_WEBHOOK_SECRET: secret,
      DATABASE_POOL: '4',
    }),
    connectionString,
    log: pino({ level: 'silent' }),
    intercept: (text) => {
      statements += text === 'commit' ? 2 : 1 // a transaction's begin does not pass here
      return text
    },
  })
  const app = await buildApp(karat)
  await app.listen({ port: PORT, host: '127.0.0.1' })
  const [buyer] = await makeBuyers(connectionString, 1)
  const headers = { authorization: `Bearer ${buyer?.token}`, currency: 'IDR', platform: 'web' }
  const lines: string[] = []
  async function call(name: string, body?: object): Promise<Record<string, string>> {
    statements = 0
    const url = `/api/storeid${name}`
    const answer = await app.inject({ url, method: body ? 'POST' : 'GET', headers, ...(body ? { payload: body } : {}) })
    lines.push(
      `  ${name.split('?')[0]?.padEnd(34)} ${String(statements).padStart(3)}  ${answer.statusCode} ${answer.body.length} bytes`,
    )
    return answer.json().data
  }
  const products = karat.catalogue.products('id')
  const sku = products.flatMap((product) => product.skus).find((one) => one.stock > 100)
  await call('/product/getGoldPrice')
  await call('/product/getList?page_size=20')
  await call(`/product/getDetails?id=${products[0]?.id}`)
  await call('/product/add_cart', { sku_id: sku?.id ?? 0, quantity: 1 })
  await call('/product/cartList')
  const { guarantee_id } = await call('/product/confirm_cart_order', {
    delivery: { mode: 'pickup', pickup_point_id: 1 },
  })
  const { order_id } = await call('/product/submit_order', { guarantee_id: guarantee_id ?? '' })
  const { payment_id = '', amount = '' } = await call('/product/pay_order', {
    order_id: order_id ?? '',
    method: 'card',
  })
  await call('/payment/getPay', { payment_id })
  lines.push('    (with two of the sandbox acquirer, which is asked over HTTP)')
  const acquirer = openAcquirer(connectionString)
  statements = 0
  await notify({ port: PORT, secret, skuIds: [], pickupPointId: 0, acquirer }, { payment_id, amount })
  while ((await karat.db.row(sql`select 1 from orders.orders where id = ${order_id} and state = 'paid'`)) === undefined)
    statements--
  lines.push(`  ${'webhook, until paid'.padEnd(34)} ${String(statements - 1).padStart(3)}`)
  await call('/order/order_info', { order_id: order_id ?? '' })
  await call('/product/order_list')
  await call(`/product/order_detail?order_id=${order_id}`)
  await call(`/order/refund_status?order_id=${order_id}`)
  const { quote_id = '' } = await call('/order/cancel_quote', { order_id: order_id ?? '' })
  await call('/order/cancel_order', { order_id: order_id ?? '', quote_id })
  await acquirer.end()
  await app.close()
  await karat.close()
  return lines.join('\n')
}
