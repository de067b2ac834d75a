import { expect, test } from 'vitest'
import { causesOf, faultsOfCauses, firstCauses } from './cause-rules.ts'

const own = { 'cause_4.place': 2, 'cause_4.name': 'Barang rusak', 'cause_4.offered': 'on', 'cause_4.ours': 'on' }

test('a store that has said nothing offers those of the release, by no name of its own', () => {
  expect(causesOf(firstCauses)).toEqual([
    { code: 'error', name: null, isOffered: true, isOurs: true },
    { code: 'fraud', name: null, isOffered: true, isOurs: false },
    { code: 'stolen_card', name: null, isOffered: true, isOurs: false },
  ])
  expect(faultsOfCauses(firstCauses)).toEqual({})
})

test('reasons of the store stand in their places beside them', () => {
  const said = { ...firstCauses, ...own, 'fraud.offered': 'off', 'error.name': 'Salah harga' }
  expect(faultsOfCauses(said)).toEqual({})
  expect(causesOf(said).map(({ code }) => code)).toEqual(['error', 'cause_4', 'fraud', 'stolen_card'])
  expect(causesOf(said)[0]).toMatchObject({ name: 'Salah harga' })
})

test.each([
  [{ 'cause_4.name': '' }, 'cause_4.name'],
  [{ 'cause_4.ours': 'maybe' }, 'cause_4.ours'],
  [{ 'cause_4.place': 0 }, 'cause_4.place'],
  [{ 'cause_4.offered': '' }, 'cause_4.offered'],
  [{ 'cause_4.told': 'x' }, 'cause_4.told'],
  [{ 'Own.name': 'x' }, 'Own.name'],
])('%o is refused at %s', (change, field) =>
  expect(Object.keys(faultsOfCauses({ ...firstCauses, ...own, ...change }))).toContain(field),
)

test('one at least is offered, and there are not more than twenty', () => {
  const off = Object.fromEntries(['error', 'fraud', 'stolen_card'].map((code) => [`${code}.offered`, 'off']))
  expect(faultsOfCauses({ ...firstCauses, ...off })).toEqual({
    'error.offered': 'one_left',
    'fraud.offered': 'one_left',
    'stolen_card.offered': 'one_left',
  })
  const many = Object.fromEntries(
    Array.from({ length: 18 }, (_, at) =>
      Object.entries(own).map(([field, one]) => [field.replace('cause_4', `own_${at}`), one]),
    ).flat(),
  )
  expect(faultsOfCauses({ ...firstCauses, ...many })).toMatchObject({ rows: 'many_entries?n=20' })
})
