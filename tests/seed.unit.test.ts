/** Holds docs/seed.md to the seed and to the tests it names, and keeps what the seed fixes outside of any page. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasTest, isThere, namedIn } from './support/shown-by.ts'

/** How many clauses each section of the seed has; a new one is added here and to the page. */
const clauses = { 1: 12, 2: 10, 3: 8, 4: 10, 5: 4, 6: 2, 7: 10, 8: 8, 9: 9 }

const page = readFileSync('docs/seed.md', 'utf8')
const seed = readFileSync('docs/seed.txt', 'utf8').split('\n')

const rows = [...page.matchAll(/^\| (\d+\.\d+) \| ([\d, -]+) \| (.+?) \| (.*) \|$/gm)].map(
  ([, id = '', lines = '', says = '', shown = '']) => ({
    id,
    lines: numbersOf(lines),
    says,
    tests: namedIn(shown),
    mentioned: shown.split('<br>').length,
  }),
)
const leftOpen = [...page.matchAll(/^\| ([\d, -]+) \| ([^|]+) \| ((?:`[^`]+`(?:, )?)+) \|$/gm)].map(
  ([, lines = '', , files = '']) => ({ lines: numbersOf(lines), files: [...files.matchAll(/`([^`]+)`/g)] }),
)

/** `27-29, 37` as 27, 28, 29, 37. */
function numbersOf(lines: string): number[] {
  return lines.split(', ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, place) => from + place)
  })
}

/** Headings, empty lines, heads of tables and lines that only introduce a list or a table. */
const saysNothing = (line: string) =>
  /^\s*$|^#|^\|[-|]+\|$|^\| (Method|Condition) \|/.test(line) || /^(Visible capabilities|Public routes):$/.test(line)

/** Numbers of lines that belong to nothing. */
const unclaimed = (text: string[], claimed: Set<number>) =>
  text.flatMap((line, index) => (saysNothing(line) || claimed.has(index + 1) ? [] : [`${index + 1}: ${line}`]))

describe('docs/seed.md', () => {
  test('lists every clause once, in order', () => {
    const ids = Object.entries(clauses).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, place) => `${section}.${place + 1}`),
    )
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  test('each line of the seed belongs to a clause of its own section, or to what is left open', () => {
    const claimed = new Set([...rows, ...leftOpen].flatMap(({ lines }) => lines))
    expect(unclaimed(seed, claimed)).toEqual([])
    expect([...claimed].filter((number) => saysNothing(seed[number - 1] ?? ''))).toEqual([])
    const sectionOf = (number: number) => seed.slice(0, number).findLast((line) => line.startsWith('## '))
    for (const { id, lines } of rows) expect(lines.map(sectionOf).join('\n'), id).toContain(`## ${id.split('.')[0]}.`)
    expect(leftOpen.length).toBeGreaterThan(0)
    for (const { files } of leftOpen) expect(files.filter(([, file = '']) => !existsSync(file))).toEqual([])
  })

  test('a line that no clause has is noticed', () => {
    expect(unclaimed(['# Seed', '', '- Gold', '| Method | Path |'], new Set())).toEqual(['3: - Gold'])
    expect(unclaimed(['- Gold'], new Set([1]))).toEqual([])
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
