/** `npm run simulate -- --seed N [--runs M] [--path P] [--quick]`: the simulation for as long as one likes (docs/simulation.md); `quick` as in the tests. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1000' },
    path: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'simulation'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    SIMULATION_SEED: values.seed,
    SIMULATION_RUNS: values.runs,
    ...(values.quick ? { SIMULATION_QUICK: '1' } : {}),
    ...(values.path ? { SIMULATION_PATH: values.path } : {}),
  },
})
process.exitCode = status ?? 1
