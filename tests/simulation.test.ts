/** Random members, staff, prices, providers and cut connections against the real application, judged after every step (docs/simulation.md). */
import { expect, test } from 'vitest'
import { simulate } from './simulation/simulate.ts'

test('a hundred sequences of 25 steps leave nothing that must not be', { timeout: 900_000 }, async () => {
  const reached = await simulate({ seed: 2, runs: 100 })
  expect([...reached]).toEqual(expect.arrayContaining(mustReach))
})

/** A run that never gets there proves nothing. */
const mustReach = [
  ...['bought', 'foreign quote refused', 'wrong PIN refused', 'old quote refused'],
  ...['sold to an account', 'bought from outside', 'payout paid', 'choice over after its time'],
  ...['order paid', 'order cancelled', 'refund settledsource', 'limit to sell filled'],
  ...['window closed', 'trade choosing', 'trade_quote void', 'claimed'],
  ...['handed over', 'money back granted', 'foreign transfer refused', 'dispute won'],
  ...['plan bought', 'limit to buy filled'],
]
