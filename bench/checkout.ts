/** Whole checkouts against the running server: add_cart, confirm_cart_order, submit_order, pay_order, getPay, signed webhook. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import pg from 'pg'
import { v7 as newId } from 'uuid'

export type Buyer = { memberId: string; token: string }

/** Members with open sessions, made directly: sign-in is measured elsewhere. */
export async function makeBuyers(connectionString: string, count: number): Promise<Buyer[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const buyers: Buyer[] = []
  for (let i = 0; i < count; i++) {
    const buyer = { memberId: newId(), token: randomBytes(32).toString('base64url') }
    await client.query(
      `insert into identity.members (id, email, name, store, language, password_hash, agreement_version)
       values ($1, $2, 'Bench', 'id', 'en-US', 'none', 'bench')`,
      [buyer.memberId, `${buyer.memberId}@bench.test`],
    )
    await client.query('insert into kyc.levels (member_id, level) values ($1, 3)', [buyer.memberId])
    await client.query(
      `insert into identity.sessions (token_hash, id, member_id, expires_at, device, address)
       values ($1, $2, $3, now() + interval '1 day', 'bench', '127.0.0.1')`,
      [createHash('sha256').update(buyer.token).digest(), newId(), buyer.memberId],
    )
    buyers.push(buyer)
  }
  await client.end()
  return buyers
}

export type Shop = { port: number; secret: string; skuIds: number[]; pickupPointId: number; acquirer: pg.Pool }

/** The sandbox acquirer's own books, in which tests and benchmarks capture a charge as a bank would. */
export function openAcquirer(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4 })
  pool.on('error', () => {})
  return pool
}

async function capture({ acquirer }: Shop, paymentId: string) {
  const charge = await acquirer.query<{ id: string }>({
    name: 'capture',
    text: `update sandbox.charges set state = 'captured', decided_at = now() where reference = $1 returning id`,
    values: [paymentId],
  })
  const id = charge.rows[0]?.id
  if (!id) throw new Error(`there is no charge for ${paymentId} yet: the provider could not be asked for one`)
  return id
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One call; the data of its envelope. Throws on anything but success. */
export function post<T>(port: number, path: string, body: unknown, headers: Record<string, string>): Promise<T> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        path,
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload), ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new Error(`${path}: ${response.statusCode} ${text}`))
          const read = JSON.parse(text)
          resolve(read.data ?? read)
        })
      },
    )
    request.on('error', reject)
    request.end(payload)
  })
}

const headersOf = (buyer: Buyer) => ({ authorization: `Bearer ${buyer.token}`, currency: 'IDR', platform: 'web' })

export function addCart(shop: Shop, buyer: Buyer, turn: number) {
  return post(
    shop.port,
    '/api/storeid/product/add_cart',
    { sku_id: shop.skuIds[turn % shop.skuIds.length], quantity: 1 },
    headersOf(buyer),
  )
}

/** One whole checkout; the order is paid once the notice has been processed, just after it was answered. */
export async function checkout(shop: Shop, buyer: Buyer, turn: number): Promise<void> {
  const headers = headersOf(buyer)
  const call = <T>(path: string, body: unknown) => post<T>(shop.port, `/api/storeid${path}`, body, headers)
  await addCart(shop, buyer, turn)
  const delivery = { mode: 'pickup', pickup_point_id: shop.pickupPointId }
  const { guarantee_id } = await call<{ guarantee_id: string }>('/product/confirm_cart_order', { delivery })
  const { order_id } = await call<{ order_id: string }>('/product/submit_order', { guarantee_id })
  const { payment_id, amount } = await call<{ payment_id: string; amount: string }>('/product/pay_order', {
    order_id,
    method: 'card',
  })
  await call('/payment/getPay', { payment_id })
  await notify(shop, { payment_id, amount })
}

/** The charge of a payment is captured at the acquirer, and the shop is told so by a signed notice. */
export async function notify(shop: Shop, { payment_id, amount }: { payment_id: string; amount: string }) {
  const id = await capture(shop, payment_id)
  const seconds = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id: `evt_${payment_id}`,
    type: 'charge.captured',
    created_at: new Date().toISOString(),
    data: {
      id,
      reference: payment_id,
      state: 'captured',
      amount_minor: amount,
      currency: 'IDR',
      decline_reason: null,
    },
  })
  const signature = createHmac('sha256', shop.secret).update(`${seconds}.${body}`).digest('hex')
  await post(shop.port, '/api/webhooks/sandbox', body, { 'sandbox-signature': `t=${seconds},v1=${signature}` })
}

/** Runs `work` from every buyer for `seconds`; how many were finished in a second. */
export async function perSecond(
  buyers: Buyer[],
  seconds: number,
  work: (buyer: Buyer, turn: number) => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    buyers.map(async (buyer, i) => {
      for (let turn = i; performance.now() < until; turn++) {
        await work(buyer, turn)
        done++
      }
    }),
  )
  return done / seconds
}
