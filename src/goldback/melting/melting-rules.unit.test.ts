import { expect, test } from 'vitest'
import { holdsMeasures, lossOf, type MeltingState, mayAskMelting, meltingStates, sumOfLosses } from './melting-rules.ts'

test.each([
  { in: { gross: 210_000n, fineness: 7500, after: 208_000n, found: 7450 }, loss: { gross: 2_000n, fine: 2_540n } },
  { in: { gross: 210_000n, fineness: 7500, after: 210_000n, found: 7500 }, loss: { gross: 0n, fine: 0n } },
  { in: { gross: 100_000n, fineness: 5850, after: 99_999n, found: 5900 }, loss: { gross: 1n, fine: -499n } },
])('what the crucible took is told by weight and by fine gold, to 0.0001 g: $loss', ({ in: melted, loss }) => {
  expect(lossOf(melted)).toEqual(loss)
})

test('losses of several pieces add up, gains with their sign', () => {
  expect(
    sumOfLosses([
      { gross: 5n, fine: 7n },
      { gross: 1n, fine: -9n },
    ]),
  ).toEqual({ gross: 6n, fine: -2n })
})

test('consent is asked once it is weighed, of gold that was not bought here, and not again of who answered', () => {
  const asking = { kind: 'other', state: 'inspecting', isMeasured: true, melting: null } as const
  expect(mayAskMelting(asking)).toBe(true)
  expect(mayAskMelting({ ...asking, kind: 'own' })).toBe(false)
  expect(mayAskMelting({ ...asking, state: 'received' })).toBe(false)
  expect(mayAskMelting({ ...asking, isMeasured: false })).toBe(false)
  const after = (state: MeltingState) => mayAskMelting({ ...asking, melting: { state } })
  expect(meltingStates.filter(after)).toEqual(['lapsed', 'withdrawn'])
})

test('what was measured stands while melting is asked or agreed to, and since it began', () => {
  expect(meltingStates.filter((state) => holdsMeasures([{ state }]))).toEqual([
    'asked',
    'consented',
    'started',
    'melted',
  ])
})
