/** Random members, staff, prices, providers and cut connections against the real application, judged after every step (docs/simulation.md). */
import { expect, test } from 'vitest'
import { simulate } from './simulation/simulate.ts'

test('another hundred sequences of 25 steps leave nothing that must not be', { timeout: 900_000 }, async () => {
  const reached = await simulate({ seed: 3, runs: 100 })
  expect([...reached]).toEqual(expect.arrayContaining(mustReach))
})

/** A run that never gets there proves nothing. */
const mustReach = [
  ...['sold', 'frozen', 'sells again', 'refused while frozen'],
  ...['refused without a price', 'cut', 'quote used once of twice', 'order payment_review'],
  ...[
    'grams became numbered pieces',
    'refund failedsource',
    'payout failed',
    'payout returned',
    'grams held, the rest by balance',
  ],
  ...['stopped by a list', 'stopped by court', 'stopped by authority', 'refused while stopped'],
  ...['moves again', 'purchase ended', 'order choosing', 'money back executed'],
  ...['deposit paid', 'deposit expired', 'payment suspense', 'dispute open'],
  ...['dispute lost', 'purchase refused', 'withdrawal taken back', 'trade undone'],
]
