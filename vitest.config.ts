import { defineConfig } from 'vitest/config'

/** Node reads the modules itself: vite would translate each of the 3,000 messages first, for both workers, in every run. */
const asNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', './tests/support/web-modules.ts'],
}

/**
 * `unit` needs no database and takes seconds; `database` runs on the embedded PostgreSQL, a fresh copy for each file. Files of
 * one worker share the modules they import, or importing the application would take longer than most of its tests.
 */
export default defineConfig({
  test: {
    // A worker that has had half of the files takes a while to put them away.
    teardownTimeout: 60_000,
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
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // Some tests wait for what lasts its time: a third worker works meanwhile.
          maxWorkers: 3,
          isolate: false,
          ...asNode,
        },
      },
      {
        test: {
          name: 'process',
          ...asNode,
          include: ['tests/process/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Its load takes both cores.
          fileParallelism: false,
        },
      },
    ],
  },
})
