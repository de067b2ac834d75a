/** Holds docs/seed.md to the tests it names, and keeps what the seed fixes outside of any page. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** How many clauses each section of the seed has; a new one is added here and to the page. */
const clauses = { 2: 10, 3: 8, 4: 10, 5: 4, 7: 10, 8: 8, 9: 9 }

const rows = [...readFileSync('docs/seed.md', 'utf8').matchAll(/^\| (\d+\.\d+) \| (.+?) \| (.*) \|$/gm)].map(
  ([, id = '', says = '', shown = '']) => ({
    id,
    says,
    tests: [...shown.matchAll(/`([^`]+)` › “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title })),
    mentioned: shown.split('<br>').length,
  }),
)

/** Titles as test(), it() or a table's title writes them, in whatever quotes. */
const hasTest = (text: string, title: string) =>
  ["'", '"', '`'].some((quote) => {
    const literal = quote + (quote === "'" ? title.replaceAll("'", "\\'") : title) + quote
    return new RegExp(`(^|[\\s(])${literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')},`, 'm').test(text)
  })

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
    for (const { file, title } of tests) {
      expect(existsSync(file), file).toBe(true)
      expect(hasTest(readFileSync(file, 'utf8'), title), `${file} has a test “${title}”`).toBe(true)
    }
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
