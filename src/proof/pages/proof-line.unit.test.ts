import { expect, test } from 'vitest'
import type { ProofDay } from '../contract.ts'
import { drawDays } from './proof-line-rules.ts'

const day = (date: string, owed: string, there: string, witnesses = 0) => ({ date, owed, there, witnesses }) as ProofDay

test('days stand by their dates, a missing one leaves its place, and the higher line is higher', () => {
  const { there, owed, dots } = drawDays([
    day('2026-11-20', '100.0000', '110.0000'),
    day('2026-11-21', '105.0000', '110.0000', 1),
    day('2026-11-24', '110.0000', '120.0000'),
  ])
  expect(there).toBe('8,115 154,115 592,8')
  expect(owed).toBe('8,222 154,168.5 592,115')
  expect(dots.map(({ witnessed }) => witnessed)).toEqual([false, true, false])
})

test('days on which nothing changes are a line as well', () => {
  const { there } = drawDays([day('2026-11-20', '1.0000', '1.0000'), day('2026-11-21', '1.0000', '1.0000')])
  expect(there).not.toContain('NaN')
})
