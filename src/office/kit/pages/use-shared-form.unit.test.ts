import { expect, test } from 'vitest'
import { meetTheirs } from './use-shared-form.ts'

const base = { name: 'Ring', weight: '3.9', scarce: false }

test.each([
  ['nothing', {}, {}, [], []],
  ['what was not typed in follows', { name: 'Band' }, { weight: '4' }, ['weight'], []],
  ['what both wrote alike is no clash', { weight: '4' }, { weight: '4' }, [], []],
  ['what both wrote otherwise is one', { weight: '5' }, { weight: '4', scarce: true }, ['scarce'], ['weight']],
])('%s', (_, mine, theirs, follow, clash) => {
  expect(meetTheirs(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({ follow, clash })
})
