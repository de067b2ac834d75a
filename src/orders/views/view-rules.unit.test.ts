import { expect, test } from 'vitest'
import { chosenColumns, tidySearch, viewColumns } from './view-rules.ts'

test('a view keeps tab, filters, sort and columns, and never what somebody looked for', () => {
  expect(tidySearch('?q=Ratna&page=3&open=1&sort=-total&tab=all&store=&cols=state,total')).toBe(
    'tab=all&sort=-total&cols=state%2Ctotal',
  )
})

test('columns stand in their own order; none, or none that there is, are all', () => {
  expect(chosenColumns('total,state,nonsense')).toEqual(['state', 'total'])
  expect([chosenColumns(null), chosenColumns('nonsense')]).toEqual([[...viewColumns], [...viewColumns]])
})
