import { expect, test } from 'vitest'
import { arrivalOf } from './arrival-rules.ts'

const store = { timeZone: 'Asia/Jakarta', cutOff: '14:00', holidays: {} } as const
const courier = { mode: 'courier', days_from: 1, days_to: 2 } as never
/** A Friday, 10.00 in Jakarta: before the parcels of the day leave. */
const friday = new Date('2026-11-27T03:00:00Z')
const order = { state: 'paid', delivery: courier, paid_at: friday, packed_day: null, now: friday } as const
const shipped = { ...order, state: 'shipped' as const }

test.each([
  ['leaves on the day it was paid', order, { from: '2026-11-30', to: '2026-12-01' }],
  [
    'leaves on the next working day after the hour',
    { ...order, paid_at: new Date('2026-11-27T09:00:00Z') },
    { from: '2026-12-01', to: '2026-12-02' },
  ],
  [
    'leaves on the day that grams were promised',
    { ...order, packed_day: '2026-12-02' },
    { from: '2026-12-03', to: '2026-12-04' },
  ],
  ['is not paid', { ...order, paid_at: null }, null],
  ['is handed over', { ...order, state: 'completed' as const }, null],
  ['is collected', { ...order, delivery: { mode: 'pickup' } as never }, null],
] as const)('an order that %s', (_, given, days) =>
  expect(arrivalOf(given, { shipment: undefined, clears: null }, store)).toEqual(days),
)

/** The Thursday after, 23.30 in Jakarta. */
const left = new Date('2026-12-03T16:30:00Z')

test.each([
  ['left later counts from there', shipped, { shipment: { at: left, lost: null } }, ['2026-12-04', '2026-12-07']],
  [
    'left late is on its way still',
    { ...shipped, now: new Date('2027-01-04T03:00:00Z') },
    { shipment: { at: left, lost: null } },
    ['2026-12-04', '2026-12-07'],
  ],
  ['is lost', shipped, { shipment: { at: left, lost: left } }, null],
  [
    'is sent again counts from its money, not from the parcel that was lost',
    order,
    { shipment: { at: left, lost: null } },
    ['2026-11-30', '2026-12-01'],
  ],
  ['waits for its money to clear', order, { clears: new Date('2026-12-02T03:00:00Z') }, ['2026-12-03', '2026-12-04']],
  [
    'cleared before its grams are packed',
    { ...order, packed_day: '2026-12-04' },
    { clears: new Date('2026-12-02T03:00:00Z') },
    ['2026-12-07', '2026-12-08'],
  ],
  [
    'is in the house on its last day',
    { ...order, now: new Date('2026-12-01T16:59:00Z') },
    {},
    ['2026-11-30', '2026-12-01'],
  ],
  ['has not left when its last day is over', { ...order, now: new Date('2026-12-01T17:00:00Z') }, {}, null],
] as const)('an order that %s', (_, given, known, days) => {
  const [from, to] = days ?? []
  const arrives = arrivalOf(given, { shipment: undefined, clears: null, ...known }, store)
  expect(arrives).toEqual(days && { from, to })
})
