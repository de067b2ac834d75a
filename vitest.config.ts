import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patience } from './tests/support/patience.ts'

/** Node reads the modules itself: vite would translate each of the 3,000 messages first, for both workers, in every run. */
const asNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', './tests/support/web-modules.ts'],
}

/** Files about the whole application first: they take longest, and one that waits 15 s would else end alone, for it is small. */
class WholeFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isWhole = ({ moduleId }: TestSpecification) => /\/tests\/[\w-]+\.test\.ts$/.test(moduleId)
    const { true: whole = [], false: rest = [] } = Object.groupBy(await super.sort(files), (file) => `${isWhole(file)}`)
    return [...whole, ...rest]
  }
}

/**
 * `unit` needs no database and takes seconds; `database` runs on the embedded PostgreSQL, a fresh copy for each file. Files of
 * one worker share the modules they import, or importing the application would take longer than most of its tests.
 */
export default defineConfig({
  test: {
    // A worker that has had half of the files takes a while to put them away.
    teardownTimeout: 60_000,
    sequence: { sequencer: WholeFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.unit.test.ts', 'tests/*.unit.test.ts'],
          testTimeout: 30_000,
          maxWorkers: 2,
          isolate: false,
          ...asNode,
        },
      },
      {
        test: {
          name: 'database',
          include: ['src/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['**/*.unit.test.ts', '**/node_modules/**'],
          globalSetup: ['tests/support/database-server.ts'],
          // Ends what hangs; what works takes as long as the machine has other things to do.
          testTimeout: 120_000,
          expect: { poll: patience },
          hookTimeout: 120_000,
          // Some tests wait for what lasts its time: a third worker works meanwhile.
          maxWorkers: 3,
          isolate: false,
          ...asNode,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/long.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          ...asNode,
        },
      },
      {
        test: {
          name: 'process',
          ...asNode,
          include: ['tests/process/*.test.ts'],
          testTimeout: 120_000,
          expect: { poll: patience },
          hookTimeout: 120_000,
          // Its load takes both cores.
          fileParallelism: false,
        },
      },
    ],
  },
})
