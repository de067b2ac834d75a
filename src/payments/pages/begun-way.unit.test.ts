import { expect, test } from 'vitest'
import type { MethodChoice, MethodRefusal } from '../method-rules.ts'
import { isOffered, offersWith } from './begun-way.ts'
import type { Offered } from './method-choice.tsx'

const offer = (refused: MethodRefusal | null, over: Partial<Offered> = {}): Offered => ({
  ...{ method: 'card', banks: [], least: null, most: null, refused },
  ...over,
})
const va = (refused: MethodRefusal | null, banks: Offered['banks']) => offer(refused, { method: 'va', banks })
const byCard: MethodChoice = { method: 'card', bank: null }
const atBca: MethodChoice = { method: 'va', bank: 'bca' }
const atBni: MethodChoice = { method: 'va', bank: 'bni' }

test.each([
  ['is switched off since', []],
  ['takes less since', [offer('too_much')]],
  ['takes more since', [offer('too_little')]],
] as const)('what was begun can be paid where its way %s', (_, offers) => {
  expect(isOffered(byCard, offersWith(byCard, [...offers]))).toBe(true)
  expect(isOffered(byCard, offersWith(null, [...offers]))).toBe(false)
})

test.each(['day_taken', 'time_over'] as const)('%s ends what was begun as well', (refused) =>
  expect(isOffered(byCard, offersWith(byCard, [offer(refused)]))).toBe(false),
)

test('a bank that is offered no more stays for what was begun at it; another bank does not come back with it', () => {
  const may = (offers: Offered[]) => [atBca, atBni].map((choice) => isOffered(choice, offers))
  expect(may(offersWith(atBca, [va(null, ['bni'])]))).toEqual([true, true])
  expect(may(offersWith(atBca, [va('too_much', ['bca', 'bni'])]))).toEqual([true, false])
  expect(may(offersWith(atBca, []))).toEqual([true, false])
  expect(may([va(null, ['bni'])])).toEqual([false, true])
})
