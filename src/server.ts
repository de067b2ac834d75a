/** The start: settings, database, bag, doors, workers, shutdown. Nothing imports it; it is the input of Vite's server build. */
import * as build from 'virtual:react-router/server-build'
import { buildApp } from './app.ts'
import { demoAccounts, demoStaffAccounts } from './home/seed-demo.ts'
import { announce, start } from './start.ts'
import { warmPages } from './warm-pages.ts'
import { startWorkers } from './workers.ts'

async function main() {
  const started = await start(process.env)
  const { karat, stopDatabase, release } = started
  const app = await buildApp(karat, { pages: { build } })
  const workers = startWorkers(karat)

  let stopping = false
  const stop = async () => {
    const force = setTimeout(() => process.exit(1), 14_000 + karat.config.DRAIN_SECONDS * 1000)
    force.unref()
    await app.close()
    await workers.stop()
    await karat.close()
    await stopDatabase()
    release()
    process.exit(0)
  }
  // A Ctrl-C reaches us twice, from the terminal and from npm; only the first one counts.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!stopping) void stop()
      stopping = true
    })
  await warmPages(app, karat)
  await app.listen({ port: karat.config.PORT, host: karat.config.HOST })
  announce(started, demoAccounts, demoStaffAccounts)
  globalThis.gc?.() // what starting left behind, the first seed above all, is given back
}

main().catch((error: Error) => {
  process.stderr.write(`Karat did not start. ${error.message}\n`)
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`)
  process.exit(1)
})
