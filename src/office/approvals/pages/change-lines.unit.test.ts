import { expect, test } from 'vitest'
import { overwriteGetLocale } from '../../../locale/paraglide/runtime.js'
import { changeFacts } from './change-facts.tsx'
import { pointLines, settingLines } from './change-lines.ts'

overwriteGetLocale(() => 'en-US')

test('a setting is read by its fields', () => {
  expect(
    settingLines({ name: 'delivery', before: { insurance_bps: 20 }, after: { insurance_bps: 35 } }, 'IDR'),
  ).toEqual([expect.stringMatching(/: 0\.2.? ?% → 0\.35.?%$/)])
  expect(
    settingLines({ name: 'holidays', before: { '2026-12-25': '' }, after: { '2026-12-25': 'Natal' } }, 'IDR'),
  ).toEqual(['2026-12-25: – → Natal'])
})

test('a zone is read by its name, and its price as money', () => {
  const [before, after] = [
    { 'near.name': 'Jakarta', 'near.first.IDR': '25000' },
    { 'near.name': 'Jakarta', 'near.first.IDR': '30000' },
  ]
  expect(settingLines({ name: 'zones', before, after }, 'IDR')).toEqual([
    expect.stringMatching(/^Jakarta · .+Rp\u00a025,000 → Rp\u00a030,000$/),
  ])
})

test('a point that is new says all of itself, another one what changes', () => {
  const point = { name: 'Kota', street: 'Jl. A 1', city: 'Jakarta', telephone: '', closed_days: {} }
  const open = { ...point, hours: { mon: '09:00-17:00' } }
  expect(pointLines(null, open)).toHaveLength(4)
  expect(pointLines(open, { ...open, street: 'Jl. B 2' })).toEqual([expect.stringContaining('Jl. A 1 → Jl. B 2')])
})

test('control: what changes no setting is none of it', () => {
  expect(changeFacts({ name: 'Adi', email: 'a@example.com' }, 'IDR')).toBeNull()
  expect(changeFacts({ name: 'delivery', before: {}, after: { cut_off: '15:00' }, from: null }, 'IDR')).toHaveLength(3)
})
