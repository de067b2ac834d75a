/** Holds docs/seed.md to the tests it names, and keeps what the seed fixes outside of any page. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasTest, isThere, namedIn } from './support/shown-by.ts'

/** How many clauses each section of the seed has; a new one is added here and to the page. */
const clauses = { 2: 10, 3: 8, 4: 10, 5: 4, 7: 10, 8: 8, 9: 9 }

const rows = [...readFileSync('docs/seed.md', 'utf8').matchAll(/^\| (\d+\.\d+) \| (.+?) \| (.*) \|$/gm)].map(
  ([, id = '', says = '', shown = '']) => ({
    id,
    says,
    tests: namedIn(shown),
    mentioned: shown.split('<br>').length,
  }),
)

describe('docs/seed.md', () => {
  test('lists every clause once, in order', () => {
    const ids = Object.entries(clauses).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, place) => `${section}.${place + 1}`),
    )
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  test.each(rows)('$id ($says) is shown by tests that exist', ({ tests, mentioned }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.length, 'what stands there can be read as file and title').toBe(mentioned)
    expect(tests.filter((one) => !isThere(one))).toEqual([])
  })

  test('a title that no test has is noticed', () => {
    expect(hasTest("test('a toast', () => {})", 'a toast')).toBe(true)
    expect(hasTest("test('a toast stands', () => {})", 'a toast')).toBe(false)
    expect(hasTest('test("a \'toast\'", () => {})', "a 'toast'")).toBe(true)
    expect(hasTest('// a toast', 'a toast')).toBe(false)
  })
})

test('the message library begins with en-US', () => {
  expect(JSON.parse(readFileSync('project.inlang/settings.json', 'utf8')).baseLocale).toBe('en-US')
})
