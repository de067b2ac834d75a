import { expect, test } from 'vitest'
import { bps } from '../../money/money.ts'
import { askOf, spotIn } from '../price-rules.ts'
import { simulatedAt, simulatedFeed } from './simulated-feed.ts'

const DAY = 86_400_000
const at = Date.parse('2026-11-20T00:00:00Z')
const askInRupiah = (ms: number) => {
  const { spotUsdE6, ratesE6 } = simulatedAt(ms)
  return Number(askOf(spotIn('IDR', spotUsdE6, ratesE6.IDR ?? 0n), bps(170)))
}
const asks = Array.from({ length: 1100 }, (_, day) => askInRupiah(at + (day - 730) * DAY))

test('one moment has one price for ever, to the last digit', async () => {
  expect(simulatedAt(at)).toEqual({
    sourceAt: at,
    timed: true,
    spotUsdE6: 142_447_884n,
    ratesE6: { USD: 1_000_000n, IDR: 16_012_144_582n, MYR: 4_118_277n },
    source: 'simulated',
  })
  expect(await simulatedFeed(() => at).read()).toEqual(simulatedAt(at))
})

test('the ask stays around Rp 2,320,000 for two years back and one ahead', () => {
  for (const ask of asks) expect(Math.abs(ask / 2_320_000 - 1)).toBeLessThan(0.15)
  const mean = asks.reduce((sum, ask) => sum + ask, 0) / asks.length
  expect(Math.abs(mean / 2_320_000 - 1)).toBeLessThan(0.03)
})

test('an average day moves it by 0.5 to 1 %, and none by a jump', () => {
  const moves = asks.slice(1).map((ask, index) => Math.abs(ask / (asks[index] ?? ask) - 1))
  const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length
  expect(mean).toBeGreaterThan(0.005)
  expect(mean).toBeLessThan(0.01)
  expect(Math.max(...moves)).toBeLessThan(0.04)
})

test('a minute moves it, and by little', () => {
  const minutes = Array.from({ length: 600 }, (_, minute) => askInRupiah(at + minute * 60_000))
  expect(new Set(minutes).size).toBeGreaterThan(550)
  for (const [index, ask] of minutes.slice(1).entries())
    expect(Math.abs(ask / (minutes[index] ?? ask) - 1)).toBeLessThan(0.003)
})
