import { expect, test } from 'vitest'
import { arrivalOf } from './arrival-rules.ts'

const store = { timeZone: 'Asia/Jakarta', cutOff: '14:00' } as const
const courier = { mode: 'courier', days_from: 1, days_to: 2 } as never
/** A Friday, 10.00 in Jakarta: before the parcels of the day leave. */
const friday = new Date('2026-11-27T03:00:00Z')
const order = { state: 'paid', delivery: courier, paid_at: friday, packed_day: null } as const

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
  ['is with the courier', { ...order, state: 'shipped' as const }, { from: '2026-11-30', to: '2026-12-01' }],
  ['is not paid', { ...order, paid_at: null }, null],
  ['is handed over', { ...order, state: 'completed' as const }, null],
  ['is collected', { ...order, delivery: { mode: 'pickup' } as never }, null],
] as const)('an order that %s', (_, given, days) => expect(arrivalOf(given, store)).toEqual(days))
