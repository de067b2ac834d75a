/** A balancer as docs/running.md asks for one: requests go to whoever is ready, else to whoever serves. It tries nothing twice. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  port: number
  /** Asks every instance now, and tells the ports of those that are ready. */
  look(): Promise<number[]>
  /** Goes on as it last saw them until it looks again. */
  lookAway(): void
  close(): void
}

const EVERY_MS = 200

/** Asks each of `ports` every fifth of a second, and each for itself: one that is slow to answer hides no other. */
export async function openBalancer(ports: number[]): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true })
  const probes = ports.flatMap((port) => [`${port}/ready`, `${port}/serving`])
  const well = new Set<string>()
  const timers = new Map<string, NodeJS.Timeout>()
  let turn = 0
  let isAway = false

  async function ask(probe: string) {
    const isFine = await isWell(probe)
    if (isAway) return
    if (isFine) well.add(probe)
    else well.delete(probe)
  }
  async function goOnAsking(probe: string) {
    await ask(probe)
    timers.set(probe, setTimeout(goOnAsking, EVERY_MS, probe))
  }
  for (const probe of probes) void goOnAsking(probe)

  const those = (path: string) => ports.filter((port) => well.has(port + path))
  const server = http.createServer((incoming, answer) => {
    const choice = those('/ready').length > 0 ? those('/ready') : those('/serving')
    const port = choice[turn++ % choice.length]
    if (port === undefined) return answer.writeHead(503).end('nobody serves')
    const { method, url: path, headers } = incoming
    const onward = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer).on('error', () => {})
      response.on('aborted', () => answer.destroy())
    })
    onward.on('error', ({ message }) => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end(message)))
    incoming.pipe(onward)
  })
  // Else it ends idle connections after five seconds, also one that a request is on its way on.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    async look() {
      isAway = false
      await Promise.all(probes.map(ask))
      return those('/ready')
    },
    lookAway() {
      isAway = true
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

const isWell = (probe: string) =>
  fetch(`http://127.0.0.1:${probe}`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )
