/**
 * What is left of the peak at four and ten times its connections, how soon a refusal comes and how long whoever is served
 * waits. Peak and overload take turns, so that a neighbour's load meets both; what counts is the middle one of the rounds.
 */
import type pg from 'pg'
import { makeBuyers, type Shop } from './checkout.ts'
import { type Load, load, percentile, type Turn } from './patient-clients.ts'

const ROUNDS = 5
const SECONDS = 3
const BUYERS = 1500
const levels = [
  { times: 4, keeps: 0.9 },
  { times: 10, keeps: 0.8 },
]

/** A table for people. A figure that misses its aim says so. */
export async function measureOverload(client: pg.Client, connectionString: string, shop: Shop): Promise<string> {
  const popular = `select id from catalogue.products where store = 'id' order by popularity desc limit 1`
  const productId = (await client.query(popular)).rows[0].id
  const lines = [
    await measure(shop.port, 'getDetails', [8, 16, 32], details(productId)),
    await measure(shop.port, 'page, query changing', [4, 8, 16], page),
    await measure(shop.port, 'submit_order', [8, 16, 24], await submits(connectionString, shop)),
  ]
  return `Overload (median of ${ROUNDS} rounds of ${SECONDS} s; clients honour Retry-After):\n${lines.flat().join('\n')}`
}

async function measure(port: number, name: string, connections: number[], turn: Turn): Promise<string[]> {
  await load(port, connections[1] ?? 1, 2, turn)
  const tried = []
  for (const clients of connections) tried.push({ clients, ...(await load(port, clients, SECONDS, turn)) })
  const peak = tried.reduce((best, one) => (one.perSecond > best.perSecond ? one : best))
  const rounds: { peak: Load; over: Load[] }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const atPeak = await load(port, peak.clients, SECONDS, turn)
    const over: Load[] = []
    for (const { times } of levels) over.push(await load(port, peak.clients * times, SECONDS, turn))
    rounds.push({ peak: atPeak, over })
  }
  return levels.map(({ times, keeps }, i) => {
    const median = (of: (over: Load, peak: Load) => number) =>
      percentile(
        rounds.map((round) => of(round.over[i] as Load, round.peak)),
        0.5,
      )
    const goodput = median((over, { perSecond }) => over.perSecond / perSecond)
    const refusal = median(({ refused }) => percentile(refused, 0.99))
    const served = median((over) => percentile(over.served, 0.99))
    const refused = median((over) => over.refused.length / SECONDS)
    const others = JSON.stringify(rounds.map(({ over }) => over[i]?.others ?? {}).reduce(added, {}))
    return [
      `  ${name.padEnd(22)} ${times} × ${peak.clients} connections: goodput ${(goodput * 100).toFixed(0)} % of ${median((_, one) => one.perSecond).toFixed(0)}/s${missed(goodput >= keeps, `≥ ${keeps * 100} %`)}`,
      `refused ${refused.toFixed(0)}/s, first byte p99 ${refusal.toFixed(0)} ms${missed(refusal <= 100, '≤ 100 ms')}`,
      `served p99 ${served.toFixed(0)} ms${missed(served <= 300, '≤ 300 ms')}, other answers ${others}`,
    ].join('; ')
  })
}

const added = (sum: Record<string, number>, more: Record<string, number>) => {
  for (const [status, count] of Object.entries(more)) sum[status] = (sum[status] ?? 0) + count
  return sum
}

const missed = (isMet: boolean, aim: string) => ` (aim ${aim}${isMet ? '' : ': MISSED'})`

const details =
  (id: number): Turn =>
  (send) =>
    send({ method: 'GET', path: `/api/storeid/product/getDetails?id=${id}` })

let asked = 0
/** Every page is another one that has to be rendered; every client has an address of its own. */
const page: Turn = (send, client) =>
  send({
    ...{ method: 'GET', path: `/product/product?q=gold${asked++ % 100_000}` },
    headers: { 'x-forwarded-for': `10.1.${client >> 8}.${client & 255}` },
  })

/** A guarantee, and the order that it becomes: only the latter counts. Buyers take turns, for one may have only so many orders unpaid. */
async function submits(connectionString: string, shop: Shop): Promise<Turn> {
  const buyers = await makeBuyers(connectionString, BUYERS)
  let turn = 0
  return async (send) => {
    const own = turn++
    const buyer = buyers[own % buyers.length]
    const headers = { authorization: `Bearer ${buyer?.token}`, currency: 'IDR', platform: 'web' }
    const post = (path: string, body: object) =>
      send({ method: 'POST', path: `/api/storeid${path}`, headers, body: JSON.stringify(body) })
    const delivery = { mode: 'pickup', pickup_point_id: shop.pickupPointId }
    const sku_id = shop.skuIds[own % shop.skuIds.length]
    const guaranteed = await post('/product/confirm_order', { sku_id, quantity: 1, delivery })
    if (guaranteed.status !== 200) return null
    const { guarantee_id } = JSON.parse(guaranteed.body).data
    for (;;) {
      const submitted = await post('/product/submit_order', { guarantee_id })
      if (submitted.status !== 503) return submitted
    }
  }
}
