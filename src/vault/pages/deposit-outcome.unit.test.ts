import { expect, test } from 'vitest'
import { type DepositOutcome, depositOutcome, followsBank } from './deposit-outcome.ts'

type Payment = Parameters<typeof depositOutcome>[0]['payment']
const payment = (state: Payment['state'], confirming = false): Payment => ({
  ...{ state, confirming, pay_url: null, number: null, qr: null, method: 'card', bank: null, decline_reason: null },
})

test.each<[DepositOutcome, Parameters<typeof depositOutcome>[0]]>([
  ['paid', { state: 'paid', payment: payment('captured'), returning: false }],
  ['paid', { state: 'paid', payment: payment('captured'), returning: true }],
  ['waiting', { state: 'open', payment: payment('created'), returning: false }],
  ['waiting', { state: 'open', payment: payment('pending'), returning: false }],
  ['confirming', { state: 'open', payment: payment('pending', true), returning: false }],
  ['asking', { state: 'open', payment: payment('unknown'), returning: false }],
  ['declined', { state: 'open', payment: payment('declined'), returning: false }],
  ['returning', { state: 'open', payment: payment('captured'), returning: true }],
  ['expired', { state: 'open', payment: payment('expired'), returning: false }],
  ['expired', { state: 'expired', payment: payment('declined'), returning: false }],
  ['expired_asking', { state: 'expired', payment: payment('pending'), returning: false }],
  ['confirming', { state: 'expired', payment: payment('pending', true), returning: false }],
  ['returning', { state: 'expired', payment: payment('captured'), returning: true }],
])('%s', (outcome, info) => expect(depositOutcome(info)).toBe(outcome))

test('what the bank has still to say is asked for', () => {
  const all: DepositOutcome[] = ['paid', 'waiting', 'confirming', 'asking', 'declined', 'returning', 'expired']
  expect([...all, 'expired_asking' as const].filter(followsBank)).toEqual([
    'waiting',
    'confirming',
    'asking',
    'expired_asking',
  ])
})
