/** Starts the built product for the browser tests on an embedded database and a price feed of its own, and tells the tests how to reach it. */

import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { startEmbedded } from '../../src/db/embedded.ts'
import { newFolder } from '../support/folder.ts'
import { feedSettings, servePrices } from './support/price-feed.ts'

const folder = newFolder('browser')
const embedded = await startEmbedded(folder, { fast: true })
mkdirSync('node_modules/.cache/karat-tests', { recursive: true })
writeFileSync('node_modules/.cache/karat-tests/database', embedded.connectionString)
const prices = servePrices()

const server = spawn(process.execPath, ['--enable-source-maps', 'build/server/index.js'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    DEMO_HISTORY: '0', // tests count what they make
    ...feedSettings(),
    NODE_ENV: 'production',
    DATABASE_URL: embedded.connectionString,
    DATA_DIR: folder,
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'))
server.on('exit', async (code) => {
  prices.close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
