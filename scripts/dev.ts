/** npm run dev: Fastify and Vite in one process on one port. Every edit is live at the next request. */
import { createServer as createHttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { buildApp } from '../src/app.ts'
import type { demoAccounts, demoStaffAccounts } from '../src/home/seed-demo.ts'
import type { announce, start } from '../src/start.ts'
import type { startWorkers } from '../src/workers.ts'

const http = createHttpServer()
const vite = await createServer({ server: { middlewareMode: true, hmr: { server: http } }, appType: 'custom' })

type Starting = { start: typeof start; announce: typeof announce }
const starting = (await vite.ssrLoadModule('/src/start.ts')) as Starting
const started = await starting.start(process.env).catch((error: Error) => {
  process.stderr.write(`Karat did not start. ${error.message}\n`)
  process.exit(1)
})
const { karat, stopDatabase, release } = started
const working = (await vite.ssrLoadModule('/src/workers.ts')) as { startWorkers: typeof startWorkers }
const workers = working.startWorkers(karat)

let current: { buildApp: typeof buildApp; build: ServerBuild; app: Promise<FastifyInstance> } | undefined

async function freshApp(): Promise<FastifyInstance> {
  const [loaded, build] = (await Promise.all([
    vite.ssrLoadModule('/src/app.ts'),
    vite.ssrLoadModule('virtual:react-router/server-build'),
  ])) as [{ buildApp: typeof buildApp }, ServerBuild]
  if (current?.buildApp === loaded.buildApp && current.build === build) return current.app
  const old = current?.app
  const made = loaded.buildApp(karat, { pages: { build, dev: true } }).then(async (app) => {
    await app.ready()
    return app
  })
  current = { buildApp: loaded.buildApp, build, app: made }
  await made
  void old?.then((app) => app.close())
  return made
}

http.on('request', (request, response) =>
  vite.middlewares(request, response, () => {
    freshApp()
      .then((app) => app.routing(request, response))
      .catch((error: Error) => {
        vite.ssrFixStacktrace(error)
        current = undefined
        response.writeHead(500, { 'content-type': 'text/plain' }).end(error.stack)
      })
  }),
)

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  http.close()
  http.closeAllConnections()
  await workers.stop()
  await karat.close()
  await stopDatabase()
  release()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop())

http.listen(karat.config.PORT, karat.config.HOST, async () => {
  const { demoAccounts: accounts, demoStaffAccounts: staff } = (await vite.ssrLoadModule('/src/home/seed-demo.ts')) as {
    demoAccounts: typeof demoAccounts
    demoStaffAccounts: typeof demoStaffAccounts
  }
  starting.announce(started, accounts, staff)
})
