/** The simulation finds each of the faults that are planted into the shop (docs/simulation.md lists them with their seeds). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bugs } from './simulation/bugs.ts'
import { openStage, play, sequenceOf } from './simulation/simulate.ts'
import { everydayNames } from './simulation/steps.ts'
import { Violation } from './simulation/world.ts'

test.each(bugs)('$name: found by seed $seed', async (bug) => {
  const stage = await openStage()
  try {
    const steps = sequenceOf(bug.seed, bug.among ?? everydayNames)
    const found = await play(stage, steps, { audits: true, store: bug.store ?? 'id', bug }).catch((error) => error)
    expect(found).toBeInstanceOf(Violation)
    expect(found.message).toMatch(bug.finds)
  } finally {
    await stage.close()
  }
})

test('each stands in the list, with its seed', () => {
  const list = readFileSync('docs/simulation.md', 'utf8')
  for (const { name, seed } of bugs) expect(list).toContain(`| ${name} | ${seed} |`)
})
