import { expect, test } from 'vitest'
import * as m from '../../../locale/paraglide/messages.js'
import { titleOf, toCents } from './source-chart.tsx'

test('a chart of one source does not speak of two', () => {
  expect(titleOf([{ kind: 'accepted' }, { kind: 'quarantined' }])).toBe(m.office_prices_one_source())
  expect(titleOf([{ kind: 'accepted' }, { kind: 'second' }])).toBe(m.office_prices_both_sources())
  expect(m.office_prices_one_source()).not.toBe(m.office_prices_both_sources())
})

test('the chart says prices to the cent, and cuts nothing before the point', () => {
  expect(toCents('143.221122')).toBe('143.22')
  expect(toCents('143.2')).toBe('143.2')
  expect(toCents('143')).toBe('143')
})
