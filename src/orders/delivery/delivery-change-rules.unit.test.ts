import { expect, test } from 'vitest'
import type { DeliveryData } from '../contract.ts'
import { barrierOf, isSamePlace, mayChange, placeText } from './delivery-change-rules.ts'

const home = {
  ...{
    mode: 'courier',
    address_id: '00000000-0000-7000-8000-000000000001',
    label: 'Home',
    recipient: 'Ratna Wulandari',
  },
  ...{ mobile: '+6281210004471', street: 'Jl. Teuku Umar 12', area: 'Menteng, Jakarta', postal_code: '10310' },
  ...{ province_code: '31', days_from: 1, days_to: 2 },
} satisfies DeliveryData
const counter = {
  ...{ mode: 'pickup', pickup_point_id: 1, name: 'Karat Menteng', street: 'Jl. Cikini 5', city: 'Jakarta', hours: {} },
} satisfies DeliveryData
const moved = { ...home, street: 'Jl. Braga 9' }

test.each([
  [home, moved, false, null],
  [home, { ...moved, recipient: ' ratna  wulandari ' }, false, null],
  [home, moved, true, 'address_too_new'],
  [home, { ...moved, recipient: 'Budi Santoso' }, true, 'other_recipient'],
  [home, counter, false, null],
  [counter, home, false, 'courier_unpaid'],
  [counter, { ...counter, pickup_point_id: 2 }, false, null],
] as const)('%o → %o, new %s: %s', (was, became, isNew, barrier) => {
  expect(barrierOf(was, { became, isNew })).toBe(barrier)
})

test('only what is paid and in the house goes elsewhere', () => {
  const states = [
    'pending_payment',
    'payment_review',
    'paid',
    'preparing',
    'shipped',
    'ready_for_pickup',
    'completed',
  ] as const
  expect(states.filter(mayChange)).toEqual(['paid', 'preparing'])
})

test('a place is said in one line, and is the same where nothing of it differs', () => {
  expect([home, counter].map(placeText)).toEqual([
    'Jl. Teuku Umar 12, Menteng, Jakarta, 10310',
    'Karat Menteng, Jl. Cikini 5, Jakarta',
  ])
  expect([isSamePlace(home, { ...home, label: 'House' }), isSamePlace(home, { ...home, mobile: '+62812' })]).toEqual([
    true,
    false,
  ])
  expect([isSamePlace(home, counter), isSamePlace(counter, { ...counter, name: 'Karat' })]).toEqual([false, true])
})
