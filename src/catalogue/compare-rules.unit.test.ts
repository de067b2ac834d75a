import { expect, it } from 'vitest'
import { bps, minor, perGram, weight } from '../money/money.ts'
import { comparePieces } from './compare-rules.ts'
import type { Piece } from './sku-price-rules.ts'

const rates = { spot: perGram(2_300_000n), ask: perGram(2_340_000n), bid: perGram(2_260_000n) }
const bar = (grams: bigint, premium: number): Piece => ({
  taxBps: bps(0),
  fineWeight: weight(grams * 10_000n),
  premiumBps: bps(premium),
  making: minor(0n),
})
const ring: Piece = { ...bar(3n, 120), making: minor(900_000n), taxBps: bps(110) }

it('finds the piece that is cheapest per gram and loses least, whatever it weighs', () => {
  const [one, hundred, jewel] = comparePieces([bar(1n, 256), bar(100n, 7), ring], rates)
  expect(one?.best).toEqual({ perGram: false, overSpot: false, spread: false, breakEven: false })
  expect(hundred?.best).toEqual({ perGram: true, overSpot: true, spread: true, breakEven: true })
  expect(jewel?.best.breakEven).toBe(false)
})

it('calls equals equally good', () => {
  const pieces = comparePieces([bar(10n, 38), bar(10n, 38), bar(1n, 256)], rates)
  expect(pieces.map(({ best }) => best.perGram)).toEqual([true, true, false])
})

it('calls none the best where all are equal, or where there is only one', () => {
  expect(comparePieces([bar(10n, 38), bar(10n, 38)], rates).map(({ best }) => best.spread)).toEqual([false, false])
  expect(comparePieces([bar(10n, 38)], rates).map(({ best }) => best.spread)).toEqual([false])
  expect(comparePieces([], rates)).toEqual([])
})
