import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { transferKinds } from './transfer-kind-rules.ts'

test('docs/ledger.md lists every kind of transfer, and no other', () => {
  const [, table = ''] = readFileSync('docs/ledger.md', 'utf8').split('| transfer | reference | moves |')
  const listed = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind)
  expect(listed.toSorted()).toEqual(Object.keys(transferKinds).toSorted())
})
