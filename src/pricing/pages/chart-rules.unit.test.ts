import fc from 'fast-check'
import { expect, it } from 'vitest'
import { heightOf, lineThrough, placeOf, scaleOf } from './chart-rules.ts'

const frame = { width: 786, height: 300, lines: 4 }

it('puts round amounts around the prices of a day', () => {
  expect(scaleOf([2_618_482n, 2_633_639n], 4).ticks).toEqual([2_610_000n, 2_620_000n, 2_630_000n, 2_640_000n])
})

it('draws every value between the ends of the scale, however far apart or equal they are', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 40 }), (values) => {
      const scale = scaleOf(values, frame.lines)
      expect(scale.ticks.length).toBeLessThanOrEqual(frame.lines + 1)
      for (const value of values) {
        expect(placeOf(value, scale)).toBeGreaterThanOrEqual(0)
        expect(placeOf(value, scale)).toBeLessThanOrEqual(1)
        expect(heightOf(value, scale, frame)).toBeLessThanOrEqual(270)
      }
    }),
  )
})

it('draws a line from the left edge to the right one', () => {
  const values = [10n, 20n, 15n]
  expect(lineThrough(values, scaleOf(values, 3), frame)).toMatch(/^M0 [\d.]+L393 [\d.]+L786 [\d.]+$/)
})
