import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { transferKinds } from './transfer-kind-rules.ts'

test('docs/ledger.md says of every kind of transfer its record and what it may move, and lists no other', () => {
  const [, table = ''] = readFileSync('docs/ledger.md', 'utf8').split(
    '| transfer | record | takes from | adds to | when |',
  )
  const listed = [...(table.split('\n\n')[0] ?? '').matchAll(/^(\| `\w+` \|.*\|.*\|.*\|) .*\|$/gm)].map(
    ([, row]) => row,
  )
  const rows = Object.entries(transferKinds).map(([kind, { record, legs }]) => {
    const named = (other: string) =>
      Object.entries(legs)
        .filter(([, way]) => way !== other)
        .map(([account]) => `\`${account}\``)
        .join(', ')
    return `| \`${kind}\` | \`${record}\` | ${named('receives')} | ${named('gives')} |`
  })
  expect(listed.toSorted()).toEqual(rows.toSorted())
})
