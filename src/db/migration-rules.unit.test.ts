import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AppliedMigration, planMigrations, planRefusal, readMigration } from './migration-rules.ts'

const file = (number: number, sql = `select ${number}`) => {
  const read = readMigration(`${String(number).padStart(3, '0')}.do.step.sql`, sql, (text) => text)
  if (!read) throw new Error('no migration')
  return read
}
const applied = (number: number, sql?: string): AppliedMigration => ({ ...file(number, sql), appliedAt: new Date(0) })

test('a number that comes late is applied, in the order of the numbers', () => {
  const plan = planMigrations([file(9), file(3), file(1), file(5)], [applied(1), applied(5)])
  expect(plan.pending.map(({ number }) => number)).toEqual([3, 9])
  expect(planRefusal(plan)).toBeNull()
})

test('a file that was changed after it was applied is refused by its name', () => {
  const plan = planMigrations([file(1), file(2, 'drop it all')], [applied(1), applied(2)])
  expect(planRefusal(plan)).toMatch(/^The migration 002\.do\.step was changed after/)
})

test('another ending of lines is no change', () => {
  expect(planMigrations([file(1, 'a\r\nb')], [applied(1, 'a\nb')]).edited).toEqual([])
})

test('what a newer release applied stops this one, unless it says that older releases may go on', () => {
  expect(planRefusal(planMigrations([file(1)], [applied(1), applied(2)]))).toMatch(
    /^A newer release of Karat has migrated this database \(002\.do\.step\)/,
  )
  const sparing = applied(2, '-- Older releases may go on beside this.\nselect 2')
  expect(planRefusal(planMigrations([file(1)], [applied(1), sparing]))).toBeNull()
  expect(planRefusal(planMigrations([file(1)], [applied(1), sparing, applied(3)]))).toContain('(003.do.step)')
})

test.each(['110.sql', '110.undo.rights.sql', 'x.do.rights.sql', '110.do.Rights.sql'])(
  '%s is no name of a migration',
  (name) => expect(readMigration(name, '', String)).toBeNull(),
)

/** Before, the sentence stood behind others, where nobody reads it: those files are applied while no older release works (decision 0042). */
const FIRST_JUDGED = 386
test('who says that older releases may go on says it where it is read: in a line of its own', () => {
  const files = readdirSync('migrations').flatMap((name) => {
    const read = readMigration(name, readFileSync(`migrations/${name}`, 'utf8'), (text) => text)
    return read && read.number >= FIRST_JUDGED ? [read] : []
  })
  expect(files.length).toBeGreaterThan(0)
  for (const { name, sql, sparesOlder } of files)
    expect([name, sparesOlder]).toEqual([name, /older releases/i.test(sql)])
})
