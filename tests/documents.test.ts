/** What docs/ says of calls and settings is what the code does. `vitest -u` writes docs/api.md anew. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from '../src/config.ts'
import { type ApiDocument, describeApi } from '../src/http/api-text.ts'
import { openShop } from './support/shop.ts'

const shop = openShop()

test('docs/api.md lists every call as the schemas have it', async () => {
  const head = [
    '# Calls',
    '',
    'Made from the schemas that validate; the same as an OpenAPI 3.1 document: `/api/docs`.',
    '',
    'Every call: headers `Authorization: Bearer <token>` (members), `currency`, `platform: web`, and `Idempotency-Key` on a POST that moves money, gold, stock or a limit. Every answer: `status`, `code`, `message`, `error`, `data`; below stands what `data` holds. Money is decimal text in major units, weight decimal text in grams with four places, time ISO 8601 in UTC. Refusals and their codes: `src/refusals.ts`.',
    '',
  ].join('\n')
  await expect(`${head}\n${describeApi(shop.app.swagger() as unknown as ApiDocument)}`).toMatchFileSnapshot(
    '../docs/api.md',
  )
})

test('the document is OpenAPI 3.1 and is served', async () => {
  const answer = await shop.app.inject({ url: '/api/docs' })
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Karat' } })
})

test('every call that the seed names for the shop is there, at its path and method', () => {
  const calls = [...readFileSync('docs/seed.txt', 'utf8').matchAll(/^\| (GET|POST) \| (\/[\w/]+)/gm)]
  expect(calls).toHaveLength(30)
  const { paths } = shop.app.swagger() as unknown as ApiDocument
  for (const [, method = '', path] of calls)
    expect(Object.keys(paths[`/api/store{code}${path}`] ?? {}), path).toContain(method.toLowerCase())
})

test('docs/running.md lists every environment variable with its default and meaning', () => {
  const text = readFileSync('docs/running.md', 'utf8')
  for (const [name, { fallback, meaning }] of Object.entries(variables))
    expect(text).toContain(`| \`${name}\` | ${fallback === '' ? '–' : `\`${fallback}\``} | ${meaning} |`)
  const listed = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1])
  expect(listed.sort()).toEqual(Object.keys(variables).sort())
})
