/** The price calls. They are answered from memory, but for candles. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Door } from '../http/door.ts'
import { sendReady } from '../http/ready-reply.ts'
import { envelopeOf } from '../http/wire.ts'
import type { Bag } from '../karat.ts'
import { isCurrency, moneyText, type PricePerGram } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import * as contract from './contract.ts'
import type { PriceNow } from './current-prices.ts'
import { karatTable, listCandles, priceSnapshot } from './price-queries.ts'
import { openPriceStream } from './price-stream.ts'

const config = { access: 'public', rate: 'public' } as const
const fromMemory = { ...config, fromMemory: true } as const
const tags = ['price']

export function pricingApi(door: Door, karat: Bag<'pricing'>): void {
  bareNumber(door, karat, {
    url: '/product/getGoldPrice',
    summary: 'What a member pays for one gram of fine gold',
    answer: contract.GoldPrice,
    priceOf: (now) => now.ask,
  })
  bareNumber(door, karat, {
    url: '/product/getPrevGoldPrice',
    summary: 'What a member paid for one gram at the close of the last finished day',
    answer: contract.PreviousGoldPrice,
    priceOf: (now) => now.previousCloseAsk,
  })
  door.get(
    '/product/goldPriceNow',
    {
      config: fromMemory,
      schema: {
        tags,
        summary: 'Price, spread, day and change',
        querystring: contract.NoQuery,
        response: { 200: contract.GoldPriceNow },
      },
    },
    (request) => priceSnapshot(karat, request.store, request.currency),
  )
  candles(door, karat)
  priceStream(door, karat)
}

type BareNumber = { url: string; summary: string; answer: z.ZodType; priceOf: (now: PriceNow) => PricePerGram | null }

/** A call whose data is one number: the text of its answer is made once a tick. */
function bareNumber(door: Door, karat: Bag<'pricing'>, { url, summary, answer, priceOf }: BareNumber) {
  const bodies = new WeakMap<PriceNow, string>()
  function bodyOf(now: PriceNow): string {
    const known = bodies.get(now)
    if (known) return known
    const price = priceOf(now)
    const data = price === null ? 'null' : moneyText(price, now.currency)
    const body = `{"status":"success","code":200,"message":"","error":null,"data":${data}}`
    bodies.set(now, body)
    return body
  }
  door.get(
    url,
    { config: fromMemory, schema: { tags, summary, querystring: contract.NoQuery, response: { 200: answer } } },
    (request, reply: FastifyReply) => {
      sendReady(reply, bodyOf(karat.prices.of(request.store.code, request.currency)))
    },
  )
}

const MOST_KEPT = 200

/** Charts are asked for by many at once: the bytes of an answer are kept until the price moves. */
function candles(door: Door, karat: Bag<'pricing'>) {
  const envelope = envelopeOf(contract.GoldPriceK)
  const kept = new Map<string, Buffer>()
  let madeAt = -1

  async function bodyOf(request: FastifyRequest, query: contract.CandleQuery): Promise<Buffer> {
    const { store, currency } = request
    const version = karat.prices.version()
    if (version !== madeAt) kept.clear()
    madeAt = version
    const key = `${currency} ${request.raw.url}`
    const known = kept.get(key)
    if (known) return known
    const { type, ...range } = query
    const data =
      type === 'karat' ? karatTable(karat, store, currency) : await listCandles(karat, store, currency, range)
    const answer = envelope.parse({ status: 'success', code: 200, message: '', error: null, data })
    const body = Buffer.from(JSON.stringify(answer))
    if (version === madeAt && kept.size < MOST_KEPT) kept.set(key, body)
    return body
  }

  door.get(
    '/product/getGoldPriceK',
    {
      config,
      schema: {
        tags,
        summary: 'Candles of ask and bid, or with type=karat the table of prices per karat',
        querystring: contract.CandleQuery,
        response: { 200: contract.GoldPriceK },
      },
    },
    async (request, reply: FastifyReply) =>
      sendReady(reply, await bodyOf(request, request.query as contract.CandleQuery)),
  )
}

function priceStream(door: Door, karat: Bag<'pricing'>) {
  const stream = openPriceStream(karat)
  door.addHook('preClose', async () => stream.close())
  door.get(
    '/product/goldPriceStream',
    {
      config: fromMemory,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Server-sent events: the price at once and after every change',
        description:
          'Events are named price; their data is what goldPriceNow answers, without the envelope; their id is the tick.',
        produces: ['text/event-stream'],
        querystring: contract.StreamQuery,
        response: { 200: z.string() },
      },
    },
    (request, reply) => {
      const currency = request.query.currency ?? request.currency
      if (!isCurrency(currency) || !request.store.currencies.includes(currency)) throw new Refusal('unknown_currency')
      stream.open(request, reply, currency)
    },
  )
}
