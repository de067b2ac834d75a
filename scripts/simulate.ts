/** `npm run simulate -- --seed N [--runs M] [--path P]`: the simulation for as long as one likes (docs/simulation.md). */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1000' },
    path: { type: 'string' },
  },
})
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'simulation'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    SIMULATION_SEED: values.seed,
    SIMULATION_RUNS: values.runs,
    ...(values.path ? { SIMULATION_PATH: values.path } : {}),
  },
})
process.exitCode = status ?? 1
