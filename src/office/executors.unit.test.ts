import { expect, test } from 'vitest'
import { needsSecond, permissions } from '../staff/permission-rules.ts'
import { executors } from './executors.ts'

test('what the table of permissions says takes two people is what can be approved, no more and no less', () => {
  const takesTwo = permissions.filter((permission) => needsSecond(permission) !== undefined)
  expect([...executors.keys()].sort()).toEqual(takesTwo.sort())
})
