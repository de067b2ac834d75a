import { expect, it } from 'vitest'
import { minor, perGram } from '../money/money.ts'
import { pieceOfWire } from './live-price-rules.ts'
import { piecePrice } from './sku-price-rules.ts'

const rates = { spot: perGram(2_589_615n), ask: perGram(2_633_639n), bid: perGram(2_544_095n) }

it("computes in the browser the price of the house's 10 g bar", () => {
  const bar = pieceOfWire({ fine_weight: '10.0000', premium_bps: 38, making_charge: '0', tax_bps: 0 }, 'IDR')
  expect(piecePrice(bar, rates)).toMatchObject({ withTax: 26_436_469n, buyback: 25_440_950n })
})

it('keeps the sen of a making charge in ringgit', () => {
  expect(
    pieceOfWire({ fine_weight: '3.8500', premium_bps: 0, making_charge: '120.50', tax_bps: 110 }, 'MYR').making,
  ).toBe(minor(12_050n))
})

it('refuses inputs that are no amounts', () => {
  expect(() => pieceOfWire({ fine_weight: '10', premium_bps: 0, making_charge: '1.5', tax_bps: 0 }, 'IDR')).toThrow()
})
