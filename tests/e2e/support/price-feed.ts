/** A gold price that obeys the tests: serve.ts serves it to the shop, tests move it, silence it and let it speak again. */
import { createServer, type Server } from 'node:http'
import { simulatedRateE6, simulatedSpotE6 } from '../../../src/pricing/feeds/simulated-feed.ts'

const PORT = Number(process.env.KARAT_E2E_PORT ?? 3999) - 1
const address = `http://127.0.0.1:${PORT}`
/** Without a move the price is told anew at this distance, so that it stays live. */
const TELL_MS = 5000

/** Begins where the demo's history ends, so that the shop believes it at once. */
export function servePrices(port = PORT): Server {
  let spotE6 = simulatedSpotE6(Date.now())
  let movedAt = 0
  let silent = false
  const heard: (() => void)[] = []
  const server = createServer((request, response) => {
    const [path, bps] = (request.url ?? '').split('?bps=')
    if (path === '/silence') silent = true
    if (path === '/speak') silent = false
    if (path === '/move') {
      spotE6 = (spotE6 * BigInt(10_000 + Number(bps))) / 10_000n
      movedAt = Date.now()
    }
    if (path === '/silence') {
      // Answered once a reading has failed: one that was answered before is stored by then, and comes no more.
      heard.push(() => response.end())
      return
    }
    if (silent && path === '/price') for (const tell of heard.splice(0)) tell()
    const at = Math.max(movedAt, Date.now() - (Date.now() % TELL_MS))
    response.writeHead(silent && path === '/price' ? 503 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ at, price: `${spotE6 / 1_000_000n}.${String(spotE6 % 1_000_000n).padStart(6, '0')}` }),
    )
  })
  return server.listen(port, '127.0.0.1')
}

/** The settings with which the shop reads this feed. */
export function feedSettings(port = PORT): Record<string, string> {
  const rate = (currency: string) => Number(simulatedRateE6(currency, Date.now())) / 1_000_000
  return {
    PRICE_FEED: 'http',
    PRICE_FEED_URL: `http://127.0.0.1:${port}/price`,
    PRICE_FEED_POINTER: '/price',
    PRICE_FEED_TIME_POINTER: '/at',
    PRICE_FEED_UNIT: 'gram',
    PRICE_FEED_CURRENCY: 'USD',
    PRICE_FEED_RATES: `IDR=${rate('IDR')},MYR=${rate('MYR')}`,
    PRICE_POLL_SECONDS: '0.25',
  }
}

/**
 * Raises the price by hundredths of a percent. Tests run beside each other, so it only ever rises here, by little: a
 * guarantee held by another test stays the best price its member can get.
 */
export const raisePrice = (bps: number) => tell(`/move?bps=${bps}`)
/** The feed fails afterwards, and what it said before is known to the shop. */
export const silenceFeed = () => tell('/silence')
export const letFeedSpeak = () => tell('/speak')

async function tell(path: string) {
  const answer = await fetch(address + path)
  if (!answer.ok) throw new Error(`the feed of the tests answered ${answer.status}`)
}
