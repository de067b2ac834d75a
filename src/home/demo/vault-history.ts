/** What the demonstration's members hold in the vault when it begins, and how they came to it. */
import { findDemoMember } from '../../identity/seed-members.ts'
import type { Karat } from '../../karat.ts'
import { minor, weight } from '../../money/money.ts'
import { readCandles, type SpotCandle } from '../../pricing/candle-queries.ts'
import { askOf, bidOf } from '../../pricing/price-rules.ts'
import { claimPart } from '../../stores/demo-parts.ts'
import { storeOf } from '../../stores/stores.ts'
import { addPastTrade } from '../../vault/past-trades.ts'
import { closePast } from '../../vault/record/close-months.ts'
import type { Side, Wish } from '../../vault/trade-rules.ts'

type Told = { daysAgo: number; side: Side; wish: Wish }
const DAY = 86_400_000
const JUTA = 1_000_000n

const buys = (daysAgo: number, amount: bigint): Told => ({
  daysAgo,
  side: 'buy',
  wish: { by: 'amount', amount: minor(amount) },
})
const sells = (daysAgo: number, grams: bigint): Told => ({
  ...{ daysAgo, side: 'sell' },
  wish: { by: 'weight', weight: weight(grams * 10_000n) },
})

/** By their address: somebody who saves every month and once sold for a wedding, and others with less. The oldest first. */
const past: Record<string, Told[]> = {
  'ratna@karat.test': [
    ...[438, 407, 377, 346].map((day) => buys(day, 3n * JUTA)),
    buys(329, 12_500_000n),
    ...[316, 285, 254].map((day) => buys(day, 3n * JUTA)),
    sells(231, 3n),
    ...[224, 193, 163, 132].map((day) => buys(day, 3_500_000n)),
    buys(118, 8n * JUTA),
    ...[101, 71, 40, 12].map((day) => buys(day, 4n * JUTA)),
  ],
  'bagus@karat.test': [buys(92, 1_500_000n), buys(61, 1_500_000n), buys(33, 2n * JUTA), buys(5, 1n * JUTA)],
  'sri@karat.test': [buys(203, 45n * JUTA), sells(47, 2n)],
  'dimas@karat.test': [buys(190, 260n * JUTA), buys(71, 5n * JUTA)],
  'aisyah@karat.test': [buys(150, 80_000n), buys(95, 120_000n), buys(20, 50_000n)],
}

/** Each once for a database; somebody whom a visitor has closed or renamed is left out. */
export async function tellVaultPast(karat: Karat): Promise<void> {
  for (const [email, trades] of Object.entries(past)) await tellPastOf(karat, email, trades)
}

async function tellPastOf(karat: Karat, email: string, trades: Told[]): Promise<void> {
  const { db, stores, now } = karat
  const member = await findDemoMember(db, email)
  if (!member || !stores.has(member.store)) return
  const store = storeOf({ stores }, member.store)
  const { currency } = store
  const range = { from: null, to: new Date(now()).toISOString(), limit: 500 }
  const candles = await readCandles(db, { store, currency, interval: '1d' }, range)
  const holder = { memberId: member.id, store: store.code, currency }
  await db.transaction(async (tx) => {
    if (!(await claimPart(tx, `vault, the past of ${email}`))) return
    for (const { daysAgo, side, wish } of trades) {
      // By the price that day closed at.
      const happenedAt = new Date(now() - daysAgo * DAY)
      const candle = candles.findLast(({ startsAt }) => startsAt <= happenedAt)
      if (!candle) continue
      await addPastTrade(tx, holder, { side, wish, happenedAt, prices: pricesOf(candle) })
    }
    await closePast(tx, karat, holder)
  })
}

const pricesOf = ({ close, askBps, bidBps }: SpotCandle) => {
  const spot = close as Parameters<typeof askOf>[0]
  return { spot, ask: askOf(spot, askBps), bid: bidOf(spot, bidBps) }
}
