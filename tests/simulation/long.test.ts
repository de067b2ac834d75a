/** As many sequences as `npm run simulate` asks for, cut wherever they go. */
import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

const { SIMULATION_SEED: seed, SIMULATION_RUNS: runs, SIMULATION_PATH: path, SIMULATION_QUICK: quick } = process.env

test(`seed ${seed}, ${runs} sequences`, { timeout: 0 }, async () => {
  const reached = await simulate({ seed: Number(seed), runs: Number(runs), path, slow: !quick })
  // Fewer may end before anything was killed, and one that is taken again is one.
  if (Number(runs) >= 50 && !path && !quick) expect([...reached]).toEqual(expect.arrayContaining(['cut', 'killed']))
})
